// Calls that steer a run, as commands of the machine.
import type { Command, CommandOf } from './commands.ts';
import type { ControlRequest, RunAnswer, Signal } from './engine-api.ts';
import type { ContentRef } from './event-types.ts';
import { approveAlternative, giveBack, type Instead, reassign, takeOver } from './hand-over.ts';
import type { LeaseClaim } from './lease.ts';
import { isUndo, type RunState, runIsOver } from './state.ts';

/** The words of a person, which go beside the log. */
export function wordsOf(request: ControlRequest): string | undefined {
  if ('reason' in request) return request.reason;
  return 'answer' in request ? request.answer : undefined;
}

/** Some depend on how the run stands: resume goes on after a pause or after a failure. */
export function controlCommands(
  state: RunState,
  request: ControlRequest,
  words: ContentRef | null,
  instead: Instead = {},
): Command[] {
  const { by } = request;
  const answered = words ? { answer: words } : {};
  switch (request.action) {
    case 'pause':
      return [{ type: 'hold', by }];
    case 'resume':
      return [{ type: state.hold ? 'unhold' : 'resume', by }];
    case 'cancel':
      return [{ type: 'cancel', by, compensate: request.compensate, drainMs: request.drainMs }];
    case 'kill':
      return [{ type: 'kill', by }];
    case 'step':
      return [{ type: 'unhold', by, isOne: true }];
    case 'retry_step':
      return [{ type: 'retry', step: request.step, by }];
    case 'skip_step':
      return reopenedFirst(state, { type: 'skip', step: request.step, by });
    case 'fund':
      return [{ type: 'fund', by, limits: request.budget }];
    case 'approve':
    case 'reject': {
      const { step, digest } = request;
      const isApproved = request.action === 'approve';
      return [
        { type: 'approve', step, digest, by, isApproved, ...(words ? { reason: words } : {}) },
      ];
    }
    case 'approve_alternative':
      return approveAlternative(state, request, instead, words);
    case 'take_over':
      return takeOver(state, request);
    case 'give_back':
      return giveBack(state, request);
    case 'reassign':
      return reassign(state, request);
    case 'accept_with_shortfall':
      if (!words) throw new TypeError('a person says why it counts');
      return reopenedFirst(state, { type: 'accept', step: request.step, by, reason: words });
    case 'answer':
      return [{ type: 'resolve', for: 'answer', step: request.step, by, ...answered }];
    case 'signal':
      return [{ type: 'resolve', for: 'event', key: request.key, by, ...answered }];
  }
}

/** What failed is reopened first, so that the groups it belongs to count it again. */
function reopenedFirst(state: RunState, command: CommandOf<'skip' | 'accept'>): Command[] {
  const { step, by } = command;
  const hasFailed = state.steps.get(step)?.state === 'FAILED';
  return hasFailed ? [{ type: 'retry', step, by }, command] : [command];
}

export const runAnswer = (state: RunState): RunAnswer => ({
  run: state.id,
  seq: state.seq,
  status: state.status,
  isHeld: state.hold !== null,
  ending: runIsOver(state.status) ? '' : (state.ending?.as ?? ''),
});

/** What whoever holds, or held, this attempt should do now. */
export function signalFor(state: RunState, claim: Omit<LeaseClaim, 'run'>): Signal {
  const step = state.steps.get(claim.step);
  if (runIsOver(state.status)) return 'cancel';
  if (state.ending && !(step && isUndo(step))) return 'cancel';
  return state.hold ? 'pause' : 'continue';
}

/** What an execution has begun is finished though it is held; a plan that is stopped pays no more. */
export function goesOn(state: RunState, claim: Omit<LeaseClaim, 'run'>): boolean {
  const signal = signalFor(state, claim);
  return state.kind === 'generation' ? signal === 'continue' : signal !== 'cancel';
}
