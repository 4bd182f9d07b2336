// What waits for a person, and by when somebody should have looked at it. The same rule for the timer,
// which is set from the fold, and for the inbox, which is read from rows.
import type { GraphStep } from './event-types.ts';
import {
  isChangeRequest,
  isGroup,
  type RunState,
  runIsOver,
  type Step,
  type StepStateName,
} from './state.ts';

export const personWaits = [
  'approval',
  'question',
  'task',
  'check',
  'budget',
  'undo',
  'failure',
] as const;
export type PersonWait = (typeof personWaits)[number];

const hourMs = 3_600_000;
/** Where neither the step nor the policy says it. */
export const usualWithinMs = 24 * hourMs;

/** The parts of a step that tell, whether from a row or from the fold. */
export interface WaitParts {
  readonly state: StepStateName;
  readonly waitFor: string;
  readonly performer: string;
  readonly isUndo: boolean;
  readonly isCheck: boolean;
}

function waitingKind({ waitFor, isUndo }: WaitParts): PersonWait | null {
  if (waitFor === 'approval' || waitFor === 'budget') return waitFor;
  if (waitFor !== 'answer') return null;
  return isUndo ? 'undo' : 'question';
}

/** What a person has to do with it; null if it is not for one. */
export function personWaitOf(parts: WaitParts): PersonWait | null {
  switch (parts.state) {
    case 'WAITING':
      return waitingKind(parts);
    case 'READY':
      if (parts.performer !== 'human') return null;
      return parts.isCheck ? 'check' : 'task';
    case 'FAILED':
      return parts.isCheck ? 'check' : 'failure';
    case 'PENDING':
    case 'LEASED':
    case 'DONE':
    case 'VERIFIED':
    case 'SKIPPED':
    case 'CANCELLED':
    case 'SUPERSEDED':
    case 'COMPENSATED':
      return null;
  }
}

/** A task is due when it was planned to be done; for all else a person has so long. */
export function dueAtOf(kind: PersonWait, openedAt: number, sla: GraphStep['sla']): number {
  if (kind === 'task' && sla?.until !== undefined) return sla.until;
  return openedAt + (sla?.within_ms ?? usualWithinMs);
}

/** A check and an undo are under the rule of the step that they are about. */
function slaOf(state: RunState, { def }: Step): GraphStep['sla'] {
  const about = def.judges ?? def.undoes;
  return about === undefined ? def.sla : state.steps.get(about)?.def.sla;
}

/** A failed check of an attempt that is over holds up nothing. */
function isIdleCheck(state: RunState, { def, state: name }: Step): boolean {
  if (def.judges === undefined || name !== 'FAILED') return false;
  const claim = state.steps.get(def.judges);
  const prefix = `${def.judges}_c${claim?.attempt ?? 0}`;
  // The key after it begins with a letter, so that attempt 1 is not taken for 10.
  const isOfNow = def.id.startsWith(prefix) && !/^\d/.test(def.id.slice(prefix.length));
  return claim?.state !== 'DONE' || !isOfNow;
}

export interface PersonDue {
  readonly kind: PersonWait;
  readonly openedAt: number;
  readonly dueAt: number;
}

/** Null while no person has to do anything with it. */
export function personDue(state: RunState, step: Step): PersonDue | null {
  if (state.kind !== 'execution' || runIsOver(state.status) || isGroup(step)) return null;
  if (isIdleCheck(state, step)) return null;
  // A change that was refused, or came too late, holds up nothing.
  if (isChangeRequest(step) && step.state === 'FAILED') return null;
  const { def, wait, changedAt: openedAt } = step;
  const kind = personWaitOf({
    state: step.state,
    waitFor: wait?.for ?? '',
    performer: def.performer,
    isUndo: def.undoes !== undefined,
    isCheck: def.judges !== undefined,
  });
  return kind && { kind, openedAt, dueAt: dueAtOf(kind, openedAt, slaOf(state, step)) };
}

/** What was handed in waits for a person since a check of it failed. */
function unjudgedDue(state: RunState, step: Step): number {
  const { def, children, changedAt } = step;
  if (!def.checks || state.kind !== 'execution' || runIsOver(state.status)) return 0;
  const failed = children
    .map((id) => state.steps.get(id))
    .filter((child) => child?.state === 'FAILED' && child.def.judges === def.id)
    .filter((child) => child && !isIdleCheck(state, child));
  if (failed.length === 0) return 0;
  const openedAt = Math.max(changedAt, ...failed.map((child) => child?.changedAt ?? 0));
  return dueAtOf('check', openedAt, def.sla);
}

/** By when a person should have looked at it, as the inbox lists it; 0 while none has to. */
export const inboxDueAt = (state: RunState, step: Step): number =>
  step.state === 'DONE' ? unjudgedDue(state, step) : (personDue(state, step)?.dueAt ?? 0);
