// A run in which attempt follows attempt and nothing is verified is held, so that somebody looks at it.
import { type Decision, notNow } from './decision.ts';
import { type RunState, runIsOver } from './state.ts';

/** Who holds it then. */
export const watchdog = 'watchdog';

export function isStalled({ purse, fruitless, fruitfulAt }: RunState, now: number): boolean {
  const { stall_attempts: attempts, stall_ms: ms } = purse.limits;
  if (fruitless === 0) return false;
  return (
    (attempts !== undefined && fruitless >= attempts) ||
    (ms !== undefined && now - fruitfulAt >= ms)
  );
}

export function decideWatch(state: RunState, now: number): Decision {
  const isOpen = !runIsOver(state.status) && !state.hold && !state.ending;
  if (!isOpen || !isStalled(state, now)) return notNow('It goes on.');
  return { events: [{ type: 'run.held', data: { by: watchdog } }] };
}
