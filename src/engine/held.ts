// Whether a worker still holds the attempt that it shows.
import type { Held } from './commands.ts';
import type { RunState } from './state.ts';

export function isHeld(state: RunState, held: Held): boolean {
  const step = state.steps.get(held.step);
  const lease = step?.lease;
  return (
    step?.state === 'LEASED' && lease?.attempt === held.attempt && lease.holder === held.holder
  );
}
