// The plans that ship: answers that were thought through and recorded. Each is made again from its
// recording, strictly, and is the plan that ships with it; what it says agrees with itself.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Plan, planSchema } from '../../src/contract/plan.ts';
import { likeness } from '../../src/gates/alike.ts';
import { renderHtml } from '../../src/plan/report/html/index.ts';
import { openPipeline, type Pipeline } from '../support/pipeline.ts';

const shelf = fileURLToPath(new URL('../../examples', import.meta.url));
const names = readdirSync(shelf, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

const read = (name: string, file: string): string =>
  readFileSync(path.join(shelf, name, file), 'utf8');

interface About {
  readonly goal: string;
  readonly start_date: string;
  readonly detail: string;
}

const hint = 'Was a prompt or a rule changed? See examples/README.md.';

/** Ids and who thought are another matter each time. */
const comparable = ({ plan_id: _id, brain: _brain, notice: _notice, ...rest }: Plan) => rest;

describe.each(names)('the example %s', (name) => {
  let pipeline: Pipeline;
  let plan: Plan;
  let record: string;

  beforeAll(async () => {
    const recording = path.join(shelf, name, 'recording.json');
    pipeline = await openPipeline({ env: { PLANWRIGHT_RECORDING: recording } });
    const { goal, start_date, detail } = JSON.parse(read(name, 'about.json')) as About;
    const status = await pipeline.plan({ prompt: goal, start_date, detail, brain: 'recorded' });
    if (status.state !== 'completed') throw new Error(`${JSON.stringify(status.error)} ${hint}`);
    const plan_id = String(status.plan_id);
    const file = await pipeline.ask('plan_file', { plan_id, path: 'plan.json' });
    plan = planSchema.parse(JSON.parse(file.text));
    record = (await pipeline.ask('plan_record', { plan_id })).text;
  });
  afterAll(() => pipeline.close());

  const tasks = () => plan.phases.flatMap((phase) => phase.tasks);

  it('[CB11] every stage finds its answer, strictly, and no model is asked', () => {
    expect(pipeline.minds.calls).toHaveLength(0);
    const shipped = planSchema.parse(JSON.parse(read(name, 'plan.json')));
    expect(comparable(plan), hint).toEqual(comparable(shipped));
    expect(read(name, 'report.html') === renderHtml(shipped), hint).toBe(true);
  });

  it('[CB11] the recording and the report name no address, number or key of anybody', () => {
    const contact = /[\w.]+@[\w-]+\.\w+|\(?\b\d{3}\)?[ -]\d{3}-\d{4}\b/;
    expect(record).not.toMatch(contact);
    expect(record).not.toMatch(/https?:\/\/(?!json-schema)/);
    expect(read(name, 'report.html')).not.toMatch(contact);
  });

  it('[PD15] every role and every task that is named exists, and every risk is watched', () => {
    const roles = new Set(plan.roles?.map((role) => role.name));
    const ids = new Set(tasks().map((task) => task.task_id));
    expect(tasks().filter((task) => !roles.has(task.assignee_role))).toEqual([]);
    const touched = plan.risks.flatMap((risk) => risk.tasks ?? []);
    expect(touched.filter((id) => !ids.has(id))).toEqual([]);
    expect(plan.risks.filter((risk) => !roles.has(risk.owner ?? ''))).toEqual([]);
  });

  it('[PD15] summary, charter, schedule and costs agree, numbers have a source, nothing is said twice', () => {
    const gates = plan.gates?.filter(
      ({ gate }) => gate === 'consistency' || gate === 'completeness',
    );
    const failed = gates?.flatMap(({ findings }) =>
      findings.filter(({ level }) => level === 'fail'),
    );
    expect(gates).toHaveLength(2);
    expect(failed).toEqual([]);
    expect(plan.cost_lines?.filter(({ source }) => source.trim() === '')).toEqual([]);
    expect(plan.assumptions.filter(({ source }) => source.trim() === '')).toEqual([]);
  });

  it('[PD15] no finding stands twice', () => {
    const all = [
      ...(plan.experts ?? []).flatMap(({ findings }) => findings),
      ...(plan.red_team?.findings ?? []),
    ];
    const twice = all.filter((one, index) =>
      all
        .slice(0, index)
        .some((other) => other.item === one.item && likeness(other.says, one.says) >= 0.7),
    );
    expect(all.length).toBeGreaterThan(0);
    expect(twice).toEqual([]);
  });

  it('[PD15] the report says what was reckoned: dates, money and odds of plan.json', () => {
    const page = read(name, 'report.html');
    const { simulation } = plan.schedule;
    expect(page).toContain(plan.costs.base.toLocaleString('en-US', { maximumFractionDigits: 0 }));
    expect(simulation).toBeDefined();
    expect(page.length).toBeLessThan(1_000_000);
    expect(page).not.toMatch(/<(?:script|link|img|iframe)[^>]+(?:src|href)=["']?(?:https?:)?\/\//i);
  });

  it('[PD15] a deadline or budget that does not hold is told in the verdict', () => {
    const { simulation } = plan.schedule;
    if (!simulation) throw new Error('every example is simulated');
    const { odds, confidence } = simulation;
    const isTold = (word: string): boolean => plan.verdict?.reason.includes(word) ?? false;
    const isMissed = (share: number | null): boolean => share !== null && share < confidence;
    expect(isTold('eadline')).toBe(isMissed(odds.deadline));
    expect(isTold('udget')).toBe(isMissed(odds.budget));
  });
});
