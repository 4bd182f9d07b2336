// What the execution waits for: blocked and failed tasks with who can help, and work for people.
import type { Approval } from '../../../src/contract/approvals.ts';
import type { ExecutionStatus, ExecutionTask } from '../../../src/contract/executions.ts';

export interface Waiting {
  readonly id: string;
  readonly title: string;
  readonly kind: 'blocked' | 'person' | 'question' | 'failed' | 'approval';
  readonly reason: string;
  readonly who: string;
  readonly tier: ExecutionTask['risk_tier'];
  /** Exactly what is to be approved; null where it is something else that it waits for. */
  readonly approval: Approval | null;
}

type Reason = ExecutionStatus['blocked'][number];

/** Parents are left out: they wait because something below them does. */
export function waitingOf(
  tasks: readonly ExecutionTask[],
  blocked: readonly Reason[],
  approvals: readonly Approval[] = [],
): readonly Waiting[] {
  const reasons = new Map(blocked.map((entry) => [entry.step_id, entry]));
  const asked = new Map(approvals.map((entry) => [entry.step_id, entry]));
  return tasks
    .filter((task) => task.purpose !== 'group' && isWaiting(task, reasons))
    .map((task) => toWaiting(task, reasons.get(task.step_id), asked.get(task.step_id)));
}

function isWaiting(task: ExecutionTask, reasons: ReadonlyMap<string, Reason>): boolean {
  if (task.state === 'BLOCKED') return true;
  // What was handed in is stuck when its check could not be done.
  const isClaim = task.state === 'RUNNING' && task.engine_state === 'DONE';
  const canBe = task.state === 'ERROR' || task.state === 'QUEUED' || isClaim;
  return canBe && reasons.has(task.step_id);
}

function kindOf(task: ExecutionTask, entry: Reason | undefined): Waiting['kind'] {
  if (task.state === 'ERROR') return 'failed';
  if (entry?.waits_for === 'approval') return 'approval';
  if (entry?.waits_for === 'answer' && task.undoes === null) return 'question';
  return task.performer === 'human' ? 'person' : 'blocked';
}

function toWaiting(
  task: ExecutionTask,
  entry: Reason | undefined,
  approval: Approval | undefined,
): Waiting {
  const kind = kindOf(task, entry);
  const fallback = kind === 'person' ? 'Ready for a person to take.' : 'It cannot go on by itself.';
  return {
    id: task.step_id,
    title: task.title,
    kind,
    reason: entry?.reason ?? task.error ?? fallback,
    who: entry?.who_can_unblock ?? '',
    tier: task.risk_tier,
    approval: kind === 'approval' ? (approval ?? null) : null,
  };
}
