// Commands that what has happened leads to, in the same commit.
import { accountIsDue } from './budget.ts';
import type { Command } from './commands.ts';
import type { RunEvent } from './event-types.ts';
import { isRecovering, isRescuer, type RunState } from './state.ts';

const settle: Command = { type: 'settle' };

/** The step whose ladder has to be gone on with: its own, or that of whoever was to help it. */
function toRecover(state: RunState, event: RunEvent): string | null {
  if (event.type !== 'attempt.ended' && event.type !== 'step.verified') return null;
  const step = state.steps.get(event.data.step);
  if (!step) return null;
  const isHelpOver = isRescuer(step) && (step.state === 'VERIFIED' || step.state === 'FAILED');
  const id = isHelpOver ? (step.def.rescues ?? '') : step.def.id;
  const target = state.steps.get(id);
  return target && isRecovering(target) ? id : null;
}

export function consequencesOf(state: RunState, events: readonly RunEvent[]): Command[] {
  const commands: Command[] = [];
  for (const event of events) {
    const step = toRecover(state, event);
    if (step !== null) commands.push({ type: 'recover', step }, settle);
  }
  if (events.some(({ type }) => type === 'attempt.ended')) commands.push({ type: 'watch' });
  if (accountIsDue(state)) commands.push({ type: 'account' });
  return commands;
}
