// A whole plan.json with every section, about a town that does not exist. Dates, odds and money come
// from the scheduler, so they agree with each other as in a real plan.
import { PLAN_SCHEMA_VERSION, type Plan, planSchema } from '../../src/contract/plan.ts';
import { timedSchedule } from '../../src/plan/timed-schedule.ts';
import { readPlan } from '../../src/schedule/read/plan.ts';
import { calendarNote } from '../../src/schedule/write/calendar-note.ts';
import { intoPlan } from '../../src/schedule/write/into-plan.ts';
import { planSchedule } from '../../src/schedule/write/plan.ts';
import { around } from './full-plan/charter.ts';
import { closing } from './full-plan/closing.ts';
import { critique } from './full-plan/critique.ts';
import { direction, goal } from './full-plan/direction.ts';
import { assumptions, costLines, planRisks, roles } from './full-plan/means.ts';
import { phaseDrafts } from './full-plan/work.ts';

const START = '2027-03-01';
const EFFORT = { seed: 1, schedules: 50 };
const BUDGET = 60_000;

/** Working hours until an office answers, an inspector comes or people have time. */
const waits: Readonly<Record<string, number>> = {
  'task_1_1 task_1_3': 120,
  'task_1_2 task_3_1': 80,
  'task_1_3 task_2_1': 224,
  'task_2_2 task_2_3': 160,
  'task_4_2 task_4_3': 80,
};

const draft = {
  schema_version: PLAN_SCHEMA_VERSION,
  plan_id: 'plan_toollibrary1',
  goal,
  title: 'Tool library in the net house',
  summary: 'A tool library with eight benches in the old net house of Brindle Bay.',
  brain: 'model',
  notice: 'Written by a model in 14 levels; dates, odds and costs were computed.',
  start_date: START,
  finish_date: START,
  deadline: '2027-09-30',
  language: 'en',
  time_zone: 'Europe/Copenhagen',
  playbook: { name: 'none', fit: 'none', why: 'A mind thought about it.' },
  phase_count: phaseDrafts.length,
  phases: phaseDrafts.map((phase) => ({
    ...phase,
    start_date: START,
    finish_date: START,
    duration_weeks: 1,
    tasks: phase.tasks.map((task) => ({ ...task, start_date: START, finish_date: START })),
  })),
  dependencies: phaseDrafts.flatMap(({ tasks }) =>
    tasks.flatMap((task) =>
      task.prerequisites.map((from) => ({
        ...{ from, to: task.task_id, type: 'finish_to_start' },
        lag: waits[`${from} ${task.task_id}`] ?? 0,
      })),
    ),
  ),
  roles_required: roles.map(({ name }) => name),
  roles,
  risks: planRisks,
  assumptions,
  cost_lines: costLines,
  budget: { amount: BUDGET, currency: 'EUR' },
  costs: { currency: 'EUR', budget: BUDGET },
  confidence: 0.8,
  ...direction,
  ...around,
  ...critique,
  ...closing,
};

let made: Plan | undefined;

/** The same object every time, and frozen: test files share it. */
export function fullPlan(): Plan {
  made ??= frozen(makePlan());
  return made;
}

function makePlan(): Plan {
  const { project, risks, stated, budget, confidence } = readPlan(draft);
  const asked = { risks, stated, budget, confidence, simulation: { seed: 1, runs: 500 } };
  const job = { project, effort: EFFORT, ...asked };
  const { outcome } = timedSchedule(job, {});
  const calendar = calendarNote(project);
  const schedule = planSchedule({ project, outcome, effort: EFFORT, currency: 'EUR', calendar });
  const { total } = outcome.cost;
  const spread = schedule.simulation?.cost;
  const costs = {
    ...{
      currency: 'EUR',
      low: spread?.p10 ?? total,
      base: total,
      high: spread?.p90 ?? total,
    },
    ...{ budget: BUDGET, verdict: total <= BUDGET ? 'within_budget' : 'over_budget' },
    note: 'Hours at the rates of the roles, and the cost lines.',
  };
  return planSchema.parse({ ...intoPlan(draft, project, outcome, schedule), costs });
}

/** As a plan that came over the wire. */
export const fullPlanJson = (): string => JSON.stringify(fullPlan());

function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    Object.freeze(value);
    for (const part of Object.values(value)) frozen(part);
  }
  return value;
}
