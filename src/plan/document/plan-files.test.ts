import { describe, expect, it } from 'vitest';
import { fullPlan } from '../../../test/support/full-plan.ts';
import { planOf, taskOf } from '../../../test/support/small-plan.ts';
import type { Plan } from '../../contract/plan.ts';
import { gatedPlan } from './gated-plan.ts';
import { planFiles } from './plan-files.ts';
import { maxSummaryBytes, planSummaryText } from './plan-summary.ts';

const plan = gatedPlan(fullPlan());
const files = new Map(planFiles(plan).map(({ path, body }) => [path, body]));
const linesOf = (path: string): string[] => (files.get(path) ?? '').trim().split('\r\n');

describe('files of a plan', () => {
  it('[PD8] all that were promised are there, each made from the plan', () => {
    expect([...files.keys()]).toEqual([
      ...['plan_summary.json', 'risks.csv', 'costs.csv', 'schedule.csv', 'gantt.mmd'],
      'assumptions/distilled_assumptions.json',
      'pre_project_assessment/pre_project_assessment.json',
      'negative_feedback/negative_feedback.json',
      'wbs/wbs_level2.json',
    ]);
  });

  it('[PD8] costs.csv adds up to the costs of the plan', () => {
    const cells = linesOf('costs.csv')
      .slice(1)
      .map(
        (line) =>
          line.match(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)?.map((cell) => cell.replace(/,$/, '')) ?? [],
      );
    const base = cells.map((row) => Number(row[6]));
    const total = base.pop() ?? 0;
    expect(total).toBe(plan.costs.base);
    expect(base.reduce((sum, one) => sum + one, 0)).toBeCloseTo(total, 0);
  });

  it('[PD14] costs.csv names the currency and the risks as the plan does', () => {
    const text = linesOf('costs.csv').join('\n');
    expect(text).not.toContain('XXX');
    expect(text).toContain('EUR per hour');
    const [risk] = plan.risks.filter(({ cost }) => cost !== undefined);
    expect(text).toContain(`Risk: ${risk?.title}`);
    expect(text).not.toMatch(/,Risk risk_/);
  });

  it('[PD8] risks.csv and schedule.csv have every risk, phase and task', () => {
    const tasks = plan.phases.flatMap((phase) => [
      phase.phase_id,
      ...phase.tasks.map((one) => one.task_id),
    ]);
    expect(
      linesOf('schedule.csv')
        .slice(1)
        .map((line) => line.split(',')[0]),
    ).toEqual(tasks);
    expect(
      linesOf('risks.csv')
        .slice(1)
        .map((line) => line.split(',')[0]),
    ).toEqual(plan.risks.map(({ risk_id }) => risk_id));
  });

  it('[PD8] schedule.csv tells the dates of the plan', () => {
    for (const line of linesOf('schedule.csv').slice(1)) {
      const [id = ''] = line.split(',');
      const row = plan.schedule.tasks?.find((one) => one.id === id);
      expect(line).toContain(row?.start.slice(0, 16));
    }
  });

  it('[PD8] the recommendation is that of the verdict', () => {
    const body = JSON.parse(
      files.get('pre_project_assessment/pre_project_assessment.json') ?? '{}',
    ) as Record<string, unknown>;
    expect(body.decision).toBe(plan.verdict?.decision);
    expect(body.go_no_go_recommendation).toContain(plan.verdict?.reason);
  });

  it('[PD8] a formula in a name stays a text', () => {
    const [risk] = plan.risks;
    if (!risk) throw new Error('the sample has risks');
    const evil = { ...plan, risks: [{ ...risk, title: '=HYPERLINK("http://x","y")' }] };
    const body = planFiles(evil).find(({ path }) => path === 'risks.csv')?.body ?? '';
    expect(body).toContain(`"'=HYPERLINK(`);
  });

  it('[PD8] a plan that was written by hand has no schedule to write', () => {
    const hand = planOf([taskOf([{ subtask_id: 'task_1_a', action: 'repair_code' }])]);
    const paths = planFiles(gatedPlan(hand)).map(({ path }) => path);
    expect(paths).not.toContain('schedule.csv');
    expect(paths).toContain('plan_summary.json');
  });
});

describe('plan_summary.json', () => {
  const summaryOf = (one: Plan) => JSON.parse(planSummaryText(one)) as Record<string, unknown>;

  it('[PD9] has what an agent needs to act', () => {
    const summary = summaryOf(plan);
    expect(summary).toMatchObject({
      ...{ plan_id: plan.plan_id, verdict: { decision: plan.verdict?.decision } },
      dates: { start_date: plan.start_date, finish_date: plan.finish_date },
      money: { base: plan.costs.base, currency: 'EUR', budget: plan.costs.budget },
    });
    for (const name of ['risks', 'assumptions', 'phases', 'roles', 'outcomes', 'first_24_hours']) {
      expect(summary[name], name).not.toHaveLength(0);
    }
    expect(summary.trimmed).toBeUndefined();
  });

  const long = 'Many a word ';
  function large(tasks: number, phases: number): Plan {
    const [phase] = plan.phases;
    const task = phase?.tasks[0];
    if (!phase || !task) throw new Error('the sample has tasks');
    const more = Array.from({ length: tasks }, (_, index) => ({
      ...task,
      task_id: `task_1_${index + 1}`,
      title: long.repeat(16),
    }));
    return {
      ...plan,
      goal: long.repeat(4000),
      phases: Array.from({ length: phases }, () => ({ ...phase, tasks: more })),
      roles_required: Array.from({ length: 60 }, (_, index) => `${long.repeat(6)}${index}`),
    };
  }

  it('[PD9] is never longer than 30 kB, and says what was left off', () => {
    for (const one of [large(8, 8), large(60, 3), large(60, 30)]) {
      const text = planSummaryText(one);
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(maxSummaryBytes);
      expect(summaryOf(one).trimmed).toMatch(/plan\.json has the whole/);
      expect(summaryOf(one)).toMatchObject({ plan_id: plan.plan_id });
    }
  });
});
