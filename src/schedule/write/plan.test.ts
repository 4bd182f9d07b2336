import { describe, expect, it } from 'vitest';
import { minuteAt, sampleSchedule } from '../../../test/support/scheduled.ts';
import { scheduleSchema } from '../../contract/plan-schedule.ts';
import { freeOfCost } from '../run/costs.ts';
import type { ScheduleOutcome } from '../run/outcome.ts';
import { intoPlan } from './into-plan.ts';
import type { Json } from './json.ts';
import { planSchedule } from './plan.ts';

const { project, rows, finish } = sampleSchedule;
const spread = (first: number, step: number) => ({
  p10: first,
  p50: first + step,
  p80: first + 2 * step,
  p90: first + 3 * step,
  p95: first + 4 * step,
  mean: first + step,
  deviation: step,
});
const outcome: ScheduleOutcome = {
  tasks: rows.map(({ task: _task, ...row }) => row),
  criticalPath: ['task_2', 'task_3', 'task_4'],
  finish,
  tickMinutes: 60,
  schedules: 17,
  optimal: true,
  violations: [],
  lint: [{ code: 'orphan', severity: 'hint', ids: ['task_1'], message: 'Link it.' }],
  cost: { ...freeOfCost, total: 1200, cashFlow: [{ period: '2026-03', amount: 1200 }] },
  proposals: [],
  progress: null,
  closed: null,
  simulation: {
    runs: 100,
    seed: 5,
    finish: spread(finish, 1440.5),
    cost: spread(1000, 100),
    deadlineOdds: 1 / 3,
    budgetOdds: null,
    finishAtConfidence: finish + 2881,
    confidence: 0.8,
    costAtConfidence: 130,
    contingency: 12.345,
    criticality: [{ id: 'task_2', share: 0.98765 }],
    milestones: [
      { id: 'task_4', finish: spread(finish, 10), deadline: finish, odds: 0.25, slackMinutes: -90 },
    ],
    tornado: [
      {
        id: 'task_2',
        kind: 'task',
        good: finish - 60,
        bad: finish + 60,
        swingMinutes: 120,
        costSwing: 0,
        correlation: 0.5,
      },
    ],
  },
};
const made = planSchedule({
  project: { ...project, deadline: minuteAt('2026-03-07T00:00') },
  outcome,
  effort: { seed: 3, schedules: 200 },
  currency: 'DKK',
  calendar: 'office hours',
});

describe('the schedule in plan.json', () => {
  it('[SC145] where a task is what is due, the odds of the deadline are those of that task', () => {
    const { simulation } = outcome;
    const due = { id: 'task_2', finish: spread(finish, 10), deadline: finish, slackMinutes: -90 };
    const odds = simulation && {
      ...simulation,
      deadlineOdds: null,
      milestones: [{ ...due, odds: 0.75 }],
    };
    const written = planSchedule({
      project,
      outcome: { ...outcome, simulation: odds },
      effort: { seed: 3, schedules: 200 },
      currency: 'DKK',
      calendar: 'office hours',
    });
    expect(written.deadline).toBe('2026-03-05');
    expect(written.simulation?.odds).toEqual({ deadline: 0.75, budget: null });
  });

  it('[SC82] fits the contract and says times in the zone of the plan, float in hours', () => {
    expect(scheduleSchema.parse(made)).toEqual(made);
    expect(made).toMatchObject({
      finish_date: '2026-03-07',
      deadline: '2026-03-06',
      meets_deadline: false,
      start: '2026-03-02T00:00+01:00',
      finish: '2026-03-07T16:00+01:00',
      makespan_hours: 136,
      effort: { seed: 3, schedules: 200 },
      cost: { total: 1200, currency: 'DKK' },
    });
    expect(made.tasks?.[1]).toEqual({
      id: 'task_1',
      way: 'human',
      start: '2026-03-02T09:00+01:00',
      finish: '2026-03-02T13:00+01:00',
      total_float: -1.5,
      free_float: 0,
      critical: false,
    });
    expect(made.simulation?.odds).toEqual({ deadline: 0.3333, budget: null });
    expect(made.simulation?.milestones[0]).toMatchObject({ odds: 0.25, slack_hours: -1.5 });
    expect(made.simulation?.drivers[0]).toMatchObject({ swing_hours: 2 });
    expect(made.simulation?.finish.p10).toBe('2026-03-07T16:00+01:00');
  });

  it('[SC82] goes into its plan: dates change, all else stays', () => {
    const phase = { phase_id: 'phase_1', mood: 'calm', tasks: [{ task_id: 'task_2', note: 1 }] };
    const plan = intoPlan({ mine: true, phases: [phase] }, project, outcome, made);
    expect(plan).toMatchObject({
      mine: true,
      finish_date: '2026-03-07',
      phases: [
        {
          mood: 'calm',
          start_date: '2026-03-02',
          finish_date: '2026-03-04',
          tasks: [{ note: 1, start_date: '2026-03-02', finish_date: '2026-03-04' }],
        },
      ],
      schedule: { tick_minutes: 60 },
    });
  });

  it('[SC178] a result that one waits for has its day, and its phase ends with it', () => {
    const task = { task_id: 'task_2', wait_hours: 400, result_date: '2020-01-01' };
    const phase = { phase_id: 'phase_1', tasks: [{ task_id: 'task_1', result_date: 'x' }, task] };
    const [written] = intoPlan({ phases: [phase] }, project, outcome, made).phases as Json[];
    const [first, second] = (written?.tasks ?? []) as Json[];
    expect(first).not.toHaveProperty('result_date');
    expect(second?.finish_date).toBe('2026-03-04');
    expect(String(second?.result_date) > '2026-03-04').toBe(true);
    expect(written?.finish_date).toBe(second?.result_date);
  });
});
