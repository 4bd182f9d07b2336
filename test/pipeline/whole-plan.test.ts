// Whole plans, from the goal to the last file, at each detail and with each thing that can go wrong on
// the way and be mended: what gates sent back, a missed deadline, critics who were right.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Plan, planSchema } from '../../src/contract/plan.ts';
import { decodeEvent } from '../../src/engine/log-header.ts';
import { allowances } from '../../src/plan/allowance.ts';
import { stagesFor } from '../../src/plan/catalog.ts';
import { settingsSchema } from '../../src/plan/settings.ts';
import { type AnyStage, type Detail, details, isThought } from '../../src/plan/stage.ts';
import { allUsageRows } from '../../src/plan/usage-files.ts';
import { callsOf } from '../doubles/scripted-mind/calls.ts';
import type { Mood } from '../doubles/scripted-mind.ts';
import { createTestDatabase } from '../support/database.ts';
import { mindIn, openPipeline, type Pipeline } from '../support/pipeline.ts';

const start_date = '2027-01-04';
const deadline = '2027-06-30';
/** With one round of revisions; a second one is one level more. */
const levelsMax = 14;
/** Where nothing is sent back, rescued or revised. */
const levelsOfCalm = { brief: 11, standard: 13, full: 13 } as const;

const goal = (what: string): string =>
  `Open a coffee shop ${what} in Copenhagen with a budget of 80,000 EUR by June 2027`;

interface Made {
  readonly id: string;
  readonly plan: Plan;
  readonly files: readonly string[];
  readonly calls: number;
  readonly levels: number;
  /** Steps that were added while it was made, by stage. */
  readonly added: readonly string[];
}

const stagesAt = (detail: Detail): readonly AnyStage[] =>
  stagesFor(
    settingsSchema.parse({ brain: 'model', profile: '', seed: 0, startDate: start_date, detail }),
  );

async function addedSteps({ app }: Pipeline, plan: string): Promise<string[]> {
  const { reader } = app.services;
  const run = (await reader.plan('tenant_pipeline', plan))?.run ?? '';
  const events = await reader.events(run, 0, 10_000);
  return events
    .map(({ header }) => decodeEvent(header))
    .flatMap(({ type, data }) =>
      type === 'graph.patched' && data.cause === 'fan_out' ? data.added : [],
    )
    .map(({ id }) => id.replace(/_parts.*/, '').replace('stage_', ''));
}

/** The longest row of calls of which each needs the one before it; what was not asked adds none. */
async function levelsOf({ app }: Pipeline, plan: string, detail: Detail): Promise<number> {
  const rows = await allUsageRows(app.services.reader, 'tenant_pipeline', plan);
  const asked = new Set(rows.map(({ stage }) => stage));
  const levels = new Map<string, number>();
  for (const { name, needs } of stagesAt(detail)) {
    const before = Math.max(0, ...needs.map((need) => levels.get(need) ?? 0));
    levels.set(name, before + (asked.has(name) ? 1 : 0));
  }
  return Math.max(...levels.values());
}

async function make(
  pipeline: Pipeline,
  what: string,
  detail: Detail,
  mood: Mood = {},
): Promise<Made> {
  pipeline.minds.play(mindIn(mood));
  pipeline.minds.clear();
  const status = await pipeline.plan({ prompt: goal(what), start_date, detail });
  expect(status.error ?? null).toBeNull();
  expect(status).toMatchObject({ state: 'completed', progress_percentage: 100 });
  const plan_id = String(status.plan_id);
  const { files } = (await pipeline.call('plan_files', { plan_id })) as {
    files: { path: string }[];
  };
  const { text } = await pipeline.ask('plan_file', { plan_id, path: 'plan.json' });
  return {
    id: plan_id,
    plan: planSchema.parse(JSON.parse(text)),
    files: files.map(({ path }) => path),
    calls: pipeline.minds.calls.length,
    levels: await levelsOf(pipeline, plan_id, detail),
    added: await addedSteps(pipeline, plan_id),
  };
}

async function stageOf<Output>(pipeline: Pipeline, { id }: Made, name: string): Promise<Output> {
  const path = `stages/${name}.json`;
  const { text } = await pipeline.ask('plan_file', { plan_id: id, path });
  return JSON.parse(text) as Output;
}

let pipeline: Pipeline;
beforeAll(async () => {
  pipeline = await openPipeline();
});
afterAll(() => pipeline.close());

const gatesThatRun = ['directives', 'fermi', 'consistency', 'schedule', 'completeness'];

const statusesOf = ({ gates = [] }: Plan): Record<string, string> =>
  Object.fromEntries(gates.map(({ gate, status }) => [gate, status]));

const filesOfAll = [
  ...['plan.json', 'plan_summary.json', 'report.md', 'report.html', 'schedule.csv', 'gantt.mmd'],
  ...['costs.csv', 'risks.csv', 'usage_metrics.jsonl', 'usage_summary.json'],
];

const stageFiles = (detail: Detail): string[] =>
  stagesAt(detail)
    .filter(isThought)
    .map(({ name }) => `stages/${name}.json`);

function expectWhole({ plan, files }: Made, detail: Detail): void {
  expect(files).toEqual(expect.arrayContaining([...filesOfAll, ...stageFiles(detail)]));
  const statuses = statusesOf(plan);
  for (const gate of gatesThatRun) expect([gate, statuses[gate]]).toEqual([gate, 'pass']);
  expect(Object.values(statuses)).toContain('not_run');
  expect(plan.start_date).toBe(start_date);
  expect(plan.finish_date <= deadline).toBe(true);
  expect(plan.costs).toMatchObject({ currency: 'EUR', budget: 80_000, verdict: 'within_budget' });
  expect(plan.verdict).toBeDefined();
  expect(plan.quality_summary).toMatchObject({ stubbed: [] });
}

describe('a whole plan', () => {
  it.each(details)(
    '[XP1] at detail %s is made within its calls and levels, with all it promises',
    async (detail) => {
      const made = await make(pipeline, `for ${detail} readers`, detail);
      expect(made.calls).toBe(callsOf[detail]);
      expect(made.calls).toBeLessThanOrEqual(allowances[detail].calls);
      expect(made.levels).toBe(levelsOfCalm[detail]);
      expectWhole(made, detail);
      // Phases are worked out one by one; nothing had to be mended.
      expect(new Set(made.added)).toEqual(
        new Set(detail === 'brief' ? ['details'] : ['details', 'experts']),
      );
    },
  );

  it('[XP1] on PostgreSQL is the same', async () => {
    const database = await createTestDatabase();
    const other = await openPipeline({ databaseUrl: database.url });
    try {
      const first = await make(pipeline, 'twice', 'brief');
      const second = await make(other, 'twice', 'brief');
      expect(second.calls).toBe(callsOf.brief);
      const { plan_id: _first, ...plan } = first.plan;
      const { plan_id: _second, ...same } = second.plan;
      expect(same).toEqual(plan);
    } finally {
      await other.close();
      await database.drop();
    }
  });

  it('[XP2] a quantity that the Fermi gate refuses goes back before more is spent, and that is kept', async () => {
    const made = await make(pipeline, 'on doubtful numbers', 'standard', { hasWildQuantity: true });
    expect(made.added.filter((stage) => stage.startsWith('mend'))).toEqual(['mend_1']);
    const { returns } = await stageOf<{ returns: object[] }>(pipeline, made, 'mend-2');
    expect(returns).toMatchObject([{ round: 1, section: 'assumptions' }]);
    expect(JSON.stringify(returns)).toContain('A2');
    expect(statusesOf(made.plan).fermi).toBe('pass');
    expect(made.calls).toBe(callsOf.standard + 1);
  });

  it('[XP3] a missed deadline is worked at as an added step, and the change is told', async () => {
    const made = await make(pipeline, 'without haste', 'standard', { isSlow: true });
    expect(made.added).toContain('rescue_1');
    expect(made.plan.plan_changes?.length).toBeGreaterThan(0);
    expect(made.plan.finish_date <= deadline).toBe(true);
  });

  it('[XP6] a phase that nobody works out ends the plan with its reason, and resuming goes on there', async () => {
    const calm = mindIn({});
    pipeline.minds.play((request) =>
      request.prompt.includes('Work out phase 2 ')
        ? { kind: 'error', error: 'bad_request' }
        : calm(request),
    );
    const wish = { prompt: goal('with a gap'), start_date, detail: 'brief' };
    const { plan_id, state, error } = await pipeline.plan(wish);
    expect(state).toBe('failed');
    expect(error).toMatchObject({
      failed_step: expect.stringContaining('stage_details') as string,
      message: expect.stringMatching(/^Stage details got no usable answer/) as string,
    });
    pipeline.minds.play(calm);
    pipeline.minds.clear();
    await pipeline.call('plan_resume', { plan_id });
    await expect
      .poll(async () => (await pipeline.call('plan_status', { plan_id })).state, {
        timeout: 60_000,
      })
      .toBe('completed');
    expect(pipeline.minds.calls.length).toBeLessThan(callsOf.brief / 2);
  });

  it('[XP4] what critics hit is revised as added steps, and the difference is kept', async () => {
    const made = await make(pipeline, 'under fire', 'full', { hasCritics: true });
    const revised = made.added.filter((stage) => stage === 'refine_1');
    expect(revised.length).toBeGreaterThanOrEqual(2);
    expect(made.levels).toBe(levelsMax);
    expect(made.calls).toBeLessThanOrEqual(allowances.full.calls);
    const { refinements = [] } = made.plan;
    const sections = refinements.map(({ section, item }) => `${section} ${item}`.trim());
    expect(sections).toEqual(expect.arrayContaining(['phase 2', 'assumptions']));
    for (const { changes } of refinements) expect(changes.length).toBeGreaterThan(0);
  });

  it('[LV98] what one round has no room for comes in a second, within the calls, one level later', async () => {
    const made = await make(pipeline, 'under more fire', 'standard', { hasCritics: true });
    const revised = (stage: string) => made.added.filter((one) => one === stage).length;
    expect(revised('refine_1')).toBe(allowances.standard.revised);
    expect(revised('refine_2')).toBeGreaterThanOrEqual(1);
    expect(made.levels).toBe(levelsMax + 1);
    expect(made.calls).toBeLessThanOrEqual(allowances.standard.calls);
    const rounds = new Set(made.plan.refinements?.map(({ round }) => round));
    expect([...rounds]).toEqual([1, 2]);
    const waiting = made.plan.findings_left?.filter(({ why_left }) => /came first/.test(why_left));
    expect(waiting?.filter(({ severity }) => severity !== 'minor')).toEqual([]);
  });
});
