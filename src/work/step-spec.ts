// What a worker and a reader get to see of a step; kept as content beside the log.
import type { ExecutionPolicy } from '../contract/execution-policy.ts';
import type { PlanTask } from '../contract/plan.ts';
import type { AlternateParams } from './alternate-params.ts';

/** What a worker and a reader get to see of a step. */
export interface StepSpec {
  readonly title: string;
  readonly description: string;
  readonly role: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** Instead of params: the step whose output has them. */
  readonly params_from?: string;
  readonly acceptance_criteria: readonly string[];
  readonly task_title: string;
  readonly planned_start: string;
  readonly planned_finish: string;
  /** How long a person has for what waits for one. */
  readonly due_hours?: number;
  /** What each of its checks is to look at, by the key of the check. */
  readonly checks?: Readonly<Record<string, CheckSpec>>;
  /** Parameters of its alternates, where they have their own. */
  readonly alternates?: AlternateParams;
  /** Of the first step alone: what the whole execution may do without asking. */
  readonly policy?: ExecutionPolicy;
}

export interface CheckSpec {
  readonly description: string;
  readonly params: Readonly<Record<string, unknown>>;
}

export const taskSpec = (task: PlanTask): StepSpec => ({
  title: task.title,
  description: task.description,
  role: task.assignee_role,
  params: {},
  acceptance_criteria: task.acceptance_criteria,
  task_title: task.title,
  planned_start: task.start_date,
  planned_finish: task.finish_date,
});
