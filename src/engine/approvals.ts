// Risky acts wait for a person, who approves exactly what is to be done. An approval is bound to the
// digest of that, to who gave it, and to a time; whatever changes, it has to be asked for again.
import { addAttemptEnd } from './attempt-end.ts';
import { Cascade } from './cascade.ts';
import type { CommandOf } from './commands.ts';
import { type Decision, leaseLost, notNow, reject } from './decision.ts';
import type { EventDraft } from './event-types.ts';
import { approvalDigest, needsApproval } from './first-wait.ts';
import { isHeld } from './held.ts';
import { isUndo, type RunState, runIsOver, type Step } from './state.ts';

const usualLastsMs = 7 * 24 * 3_600_000;

/** Whether nothing stands in the way of handing it out, as far as approvals go. */
export function isApproved(state: RunState, step: Step, now: number): boolean {
  if (!needsApproval(step)) return true;
  const { approval } = step;
  if (!approval || approval.until <= now) return false;
  return approval.digest === approvalDigest(state.id, step);
}

/** When something happens to it by itself: its wait is over, or its approval, used or not. */
export function wakesAt({ state, wait, approval }: Step): number | null {
  if (state === 'WAITING' && wait?.for === 'time') return wait.until;
  const isFree = state === 'READY' || (state === 'WAITING' && wait?.for === 'capability');
  return isFree && approval ? approval.until : null;
}

/** What becomes ready and is not approved waits for that at once. */
export function parkUnapproved(state: RunState, step: Step, now: number): EventDraft[] {
  if (isApproved(state, step, now)) return [];
  const key = approvalDigest(state.id, step);
  return [{ type: 'step.parked', data: { step: step.def.id, for: 'approval', key } }];
}

export function decidePropose(
  state: RunState,
  command: CommandOf<'propose'>,
  now: number,
): Decision {
  const step = state.steps.get(command.step);
  if (!step || !isHeld(state, command)) return leaseLost(command.step);
  if (state.ending || isUndo(step)) return notNow('The run is ending: nobody will approve.');
  const { proposal, usage } = command;
  const key = approvalDigest(state.id, { ...step, proposal });
  const cascade = new Cascade(state, now);
  const over = { as: 'parked', class: 'external', to: 'WAITING', for: 'approval' } as const;
  addAttemptEnd(cascade, step, { ...over, key, ...(usage ? { usage } : {}), refs: { proposal } });
  return { events: cascade.finish() };
}

/** Why the word of this person cannot count; null if it can. */
function problemOf(
  state: RunState,
  step: Step,
  command: CommandOf<'approve' | 'confirm'>,
): Decision | null {
  if (runIsOver(state.status)) return notNow(`The run is ${state.status}.`);
  if (state.ending) return notNow('The run is ending; only undo is done.');
  if (step.state !== 'WAITING' || step.wait?.for !== 'approval') {
    return notNow(`${command.step} does not wait for an approval.`);
  }
  if (step.wait.key !== command.digest) {
    const message = `What is to be done in ${command.step} is not what you were shown. Look again.`;
    return reject('stale_approval', message);
  }
  // Whoever had it last prepared it, or will do it.
  if (step.lastHolder === command.by) return reject('forbidden', 'Nobody approves its own work.');
  return null;
}

/** Changes nothing: what comes after it in the same commit counts only if this does. */
export function decideConfirm(state: RunState, command: CommandOf<'confirm'>): Decision {
  const step = state.steps.get(command.step);
  if (!step) return reject('INVALID_ARGUMENTS', `There is no step ${command.step}.`);
  return problemOf(state, step, command) ?? { events: [] };
}

export function decideApprove(
  state: RunState,
  command: CommandOf<'approve'>,
  now: number,
): Decision {
  const { by, digest, reason } = command;
  const step = state.steps.get(command.step);
  if (!step) return reject('INVALID_ARGUMENTS', `There is no step ${command.step}.`);
  // Said twice: it is so already.
  if (command.isApproved && step.approval?.digest === digest && isApproved(state, step, now)) {
    return { events: [] };
  }
  const problem = problemOf(state, step, command);
  if (problem) return problem;
  const data = { step: command.step, digest, by };
  const refs = reason ? { refs: { reason } } : {};
  if (command.isApproved) {
    const until = now + (step.def.approval?.lasts_ms ?? usualLastsMs);
    return { events: [{ type: 'approval.given', data: { ...data, until }, ...refs }] };
  }
  const cascade = new Cascade(state, now);
  cascade.add({ type: 'approval.refused', data, ...refs }, step, 'FAILED');
  return { events: cascade.finish() };
}
