// What the execution waits for: blocked tasks with who can unblock them, and work for people.
import type { ExecutionStatus, ExecutionTask } from '../../../src/contract/executions.ts';

export interface Waiting {
  readonly id: string;
  readonly title: string;
  readonly kind: 'blocked' | 'person';
  readonly reason: string;
  readonly who: string;
  readonly tier: ExecutionTask['risk_tier'];
}

export function waitingOf(
  tasks: readonly ExecutionTask[],
  blocked: ExecutionStatus['blocked'],
): readonly Waiting[] {
  const reasons = new Map(blocked.map((entry) => [entry.step_id, entry]));
  return tasks.flatMap((task): Waiting[] => {
    const { step_id: id, title, risk_tier: tier } = task;
    const entry = reasons.get(id);
    if (task.state === 'BLOCKED') {
      const reason = entry?.reason ?? task.error ?? 'It cannot go on by itself.';
      return [{ id, title, kind: 'blocked', reason, who: entry?.who_can_unblock ?? '', tier }];
    }
    if (!isForPerson(task) && entry === undefined) return [];
    if (task.state !== 'QUEUED') return [];
    const reason = entry?.reason ?? 'Ready for a person to take.';
    return [{ id, title, kind: 'person', reason, who: entry?.who_can_unblock ?? '', tier }];
  });
}

const isForPerson = (task: ExecutionTask): boolean =>
  task.performer === 'human' && task.engine_state === 'READY' && task.purpose !== 'group';
