// A whole plan.json around a few subtasks, as a person writes one by hand.
import { type Plan, planSchema } from '../../src/contract/plan.ts';
import { completePlan } from '../../src/plan/complete-plan.ts';

export type Json = Readonly<Record<string, unknown>>;

/** The file, with the tasks of its only phase. */
export const planFile = (tasks: readonly Json[], more: Json = {}): Json => ({
  title: 'Make add add',
  phases: [{ phase_id: 'phase_1', name: 'Repair', tasks }],
  ...more,
});

export const taskOf = (subtasks: readonly Json[], more: Json = {}): Json => ({
  task_id: 'task_1',
  title: 'Repair add',
  subtasks,
  ...more,
});

/** The same as a plan that was taken in. */
export const planOf = (tasks: readonly Json[]): Plan =>
  planSchema.parse(completePlan(planFile(tasks), 'plan_small1', '2027-01-04'));
