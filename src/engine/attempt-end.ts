// The end of an attempt that did not come to anything, and where it leads.
import type { Cascade } from './cascade.ts';
import type { Amounts, AttemptEnd, ContentRef, FailureClass, WaitReason } from './event-types.ts';
import { backoffMs, isPermanent } from './recovery.ts';
import { isUndo, type RunState, type Step, type StepStateName } from './state.ts';

interface AttemptOver {
  readonly as: AttemptEnd;
  readonly class: FailureClass;
  readonly to: Extract<StepStateName, 'READY' | 'WAITING' | 'FAILED' | 'CANCELLED'>;
  readonly until?: number;
  readonly for?: WaitReason;
  readonly key?: string;
  /** What its worker says that it used; what was reserved if it says nothing. */
  readonly usage?: Amounts;
  readonly refs?: Readonly<Record<string, ContentRef>>;
  readonly errorId?: string | undefined;
}

/** For the event that ends an attempt; nothing where nothing was used or reserved. */
export function spentBy(step: Step, usage?: Amounts): { spent?: Amounts } {
  const reserve = step.lease?.reserve;
  const spent = usage ?? reserve;
  const isNothing = !reserve && Object.keys(spent ?? {}).length === 0;
  return spent && !isNothing ? { spent } : {};
}

/** Adds the end of a step's attempt, and what follows from it. Its checks end with it. */
export function addAttemptEnd(cascade: Cascade, step: Step, over: AttemptOver): void {
  const { as, to, until = 0 } = over;
  const checks = cascade.openChecksOf(step);
  const data = {
    step: step.def.id,
    attempt: step.attempt,
    by: step.lastHolder,
    as,
    class: over.class,
    to,
    until,
    ...(over.for === undefined ? {} : { for: over.for }),
    ...(over.key === undefined ? {} : { key: over.key }),
    ...spentBy(step, over.usage),
    ...(checks.length > 0 ? { cancelled: checks.map((check) => check.def.id) } : {}),
    ...(over.errorId === undefined ? {} : { error_id: over.errorId }),
  };
  const refs = over.refs ? { refs: over.refs } : {};
  // First, so that a group which is settled by this does not end them once more.
  for (const check of checks) cascade.note(check, 'CANCELLED');
  cascade.add({ type: 'attempt.ended', data, ...refs }, step, to);
}

/** Where a failed, rejected or lost attempt leads. */
export function nextAfter(
  state: RunState,
  step: Step,
  failure: FailureClass,
  now: number,
): Pick<AttemptOver, 'to' | 'until' | 'for' | 'key'> {
  if (state.ending && !isUndo(step)) return { to: 'CANCELLED' };
  const failures = step.failures + 1;
  const isLast = failures >= step.def.attempts_max * (1 + step.grants);
  if (isLast && !isPermanent(failure) && step.def.recovery) {
    return { to: 'WAITING', for: 'gate', key: 'recovery' };
  }
  if (isLast || isPermanent(failure)) {
    // What cannot be undone by itself is a person's to look at.
    return isUndo(step) ? { to: 'WAITING', for: 'answer' } : { to: 'FAILED' };
  }
  const place = `${state.id}/${step.def.id}`;
  const delayMs = backoffMs(failure, failures, place, step.def.backoff);
  return delayMs > 0 ? { to: 'WAITING', until: now + delayMs } : { to: 'READY' };
}
