// Names of states as people read them. One table each, so that a new state does not compile here
// until it has a name.
import type { ExecutionStatus, TaskState } from '../../../src/contract/executions.ts';
import type { Plan } from '../../../src/contract/plan.ts';
import type { PlanState } from '../../../src/contract/plans.ts';
import type { LiveState } from '../live/live-stream.ts';

export type Hue = 'plain' | 'done' | 'running' | 'blocked' | 'failed';

interface Label {
  readonly text: string;
  readonly hue: Hue;
}

const label = (text: string, hue: Hue): Label => ({ text, hue });

export const taskLabels: Readonly<Record<TaskState, string>> = {
  QUEUED: 'Queued',
  RUNNING: 'Running',
  BLOCKED: 'Blocked',
  COMPLETE: 'Complete',
  ERROR: 'Failed',
  SKIPPED: 'Skipped',
  CANCELLED: 'Canceled',
};

/** What a task that shows as canceled really is, where that says more. */
export const detailLabel = (state: TaskState, engineState: string): string =>
  engineState === 'COMPENSATED' ? 'Undone' : taskLabels[state];

export const verdictLabels: Readonly<Record<NonNullable<Plan['verdict']>['decision'], Label>> = {
  go: label('Go', 'done'),
  go_with_conditions: label('Go, with conditions', 'blocked'),
  no_go: label('No go', 'failed'),
};

export const planLabels: Readonly<Record<PlanState, Label>> = {
  pending: label('Waiting', 'plain'),
  processing: label('Planning', 'running'),
  completed: label('Ready', 'done'),
  failed: label('Failed', 'failed'),
  stopped: label('Stopped', 'plain'),
};

export const executionLabels: Readonly<Record<ExecutionStatus['state'], Label>> = {
  CREATED: label('Created', 'plain'),
  QUEUED: label('Waiting for agents', 'plain'),
  RUNNING: label('Running', 'running'),
  COMPLETED: label('Completed', 'done'),
  FAILED: label('Failed', 'failed'),
  CANCELLED: label('Canceled', 'plain'),
};

export const liveLabels: Readonly<Record<LiveState, Label>> = {
  connecting: label('Connecting', 'plain'),
  live: label('Live', 'done'),
  waiting: label('Reconnecting', 'blocked'),
  asleep: label('Paused', 'plain'),
  over: label('Ended', 'plain'),
};

export const tierHelp = {
  T1: 'T1: internal work, an agent may do it',
  T2: 'T2: meets outsiders or spends money',
  T3: 'T3: binds by contract or law, a person decides',
} as const;
