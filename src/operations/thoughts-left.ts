// What is left to think about for a plan, in words. A calling agent goes by these words alone, so they
// say what to call next, and when there is nothing to wait for.
import type { RunStatus } from '../engine/state.ts';
import { type StepStateName, stepIsHeld } from '../engine/state.ts';
import { thinkAction } from '../plan/generation.ts';
import type { Rows } from '../store/tables.ts';
import type { Context } from './context.ts';
import { isOver } from './wait.ts';

interface Left {
  /** Free to be claimed. */
  readonly ready: number;
  /** Somebody thinks about it. */
  readonly held: number;
  /** Needs what is not there yet. */
  readonly later: number;
}

const stateOf = ({ state }: Rows['steps']): StepStateName => state as StepStateName;

export function thoughtsLeft(steps: readonly Rows['steps'][]): Left {
  const states = steps.filter(({ action }) => action === thinkAction).map(stateOf);
  const count = (is: (state: StepStateName) => boolean): number => states.filter(is).length;
  return {
    ready: count((state) => state === 'READY'),
    held: count(stepIsHeld),
    later: count((state) => state === 'PENDING' || state === 'WAITING'),
  };
}

export const isLeft = ({ ready, held, later }: Left): boolean => ready + held + later > 0;

/** The call that brings the next one. */
export const thinkCall = (plan: string): string =>
  `work_claim with kinds ["model"], plan_id ${plan} and wait_seconds 25`;

/** Of a plan that a calling agent thinks for; enough to do it right without reading anything else. */
export const thinkForIt = (plan: string): string =>
  `Think for it: call ${thinkCall(plan)}, think about step.prompt yourself, call work_complete with the answer as output, and again until the answer says that the plan is over. You may hold several at once.`;

const thoughts = (count: number): string => `${count} ${count === 1 ? 'thought' : 'thoughts'}`;

/** Of a plan that goes on: who thinks for it must not wait for it. */
export const goOnWith = (plan: string, steps: readonly Rows['steps'][]): string =>
  isLeft(thoughtsLeft(steps)) ? thinkForIt(plan) : `Call plan_wait with plan_id ${plan}.`;

/** With a thought that was just handed out. */
export async function besides(context: Context, run: string): Promise<string> {
  const { ready, later } = thoughtsLeft(await context.reader.steps(run));
  if (ready > 0) return `${thoughts(ready)} more can be claimed now, ${later} or more will follow.`;
  return later > 0 ? `No other is free now, ${later} or more will follow.` : 'None will follow.';
}

function endWords(plan: string, { status, held_at }: Rows['runs']): string {
  const over = 'The plan is over for you: nothing is left to think about.';
  if (held_at > 0) return `${over} It was stopped; plan_resume goes on with it.`;
  switch (status as RunStatus) {
    case 'COMPLETED':
      return `${over} It is completed: read it with plan_read and plan_id ${plan}.`;
    default:
      return `${over} It is ${status}: plan_status with plan_id ${plan} says why.`;
  }
}

/** When a plan goes on by nobody's thinking. */
export const isSettled = (run: Rows['runs']): boolean => isOver(run) || run.held_at > 0;

/** After an answer, or where there was nothing to claim. */
export async function whatNext(context: Context, plan: string, run: string): Promise<string> {
  const row = await context.reader.run(run);
  if (row && isSettled(row)) return endWords(plan, row);
  const { ready, held, later } = thoughtsLeft(await context.reader.steps(run));
  if (ready > 0) return `${thoughts(ready)} can be claimed now: call ${thinkCall(plan)}.`;
  if (held + later === 0) return `Every thought is in. Call plan_wait with plan_id ${plan}.`;
  return `No thought is free now: ${held} being thought about, ${later} or more to follow. Call ${thinkCall(plan)}. If their holder has gone they come back when its lease runs out.`;
}

/** After work that ended some other way; nothing where it was no thought. */
export async function nextThought(
  context: Context,
  run: string,
): Promise<{ readonly next_action?: string }> {
  const row = await context.reader.run(run);
  return row?.kind === 'generation' ? { next_action: await whatNext(context, row.plan, run) } : {};
}
