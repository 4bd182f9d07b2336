// Moving one step or run to its next state, with every count that hangs on it, in one place.
import { PlanwrightError } from '../base/errors.ts';
import { addTo, totalsOf } from './budget.ts';
import type { Amounts, RunEvent } from './event-types.ts';
import { isFamilyKey } from './purse.ts';
import {
  isBeside,
  isGroup,
  type RunState,
  type Step,
  type StepStateName,
  stepIsActive,
  stepIsHeld,
  stepIsLost,
  stepIsSatisfied,
} from './state.ts';
import {
  type RunHappening,
  runTransitions,
  type StepHappening,
  stepTransitions,
} from './transitions.ts';

/** Parts per million. */
export const wholeProgress = 1_000_000;
/** How much later each further ready step of the same run stands in the queue. */
const turnMs = 1_000;

export function impossible(state: RunState, event: RunEvent, why: string): PlanwrightError {
  const facts = { run: state.id, seq: event.seq, type: event.type };
  return new PlanwrightError('log_corrupt', `Event ${event.seq} of ${state.id}: ${why}`, facts);
}

export function stepOf(state: RunState, event: RunEvent, id: string): Step {
  const step = state.steps.get(id);
  if (!step) throw impossible(state, event, `unknown step ${id}`);
  return step;
}

/** Undo and checks are beside the plan, and a group is the sum of its members. */
const countsForProgress = (step: Step): boolean => !isGroup(step) && !isBeside(step);

export const isRoot = (step: Step): boolean => step.def.parent === undefined && !isBeside(step);

export const rootIsOpen = (state: StepStateName): boolean =>
  stepIsActive(state) || state === 'PENDING' || state === 'FAILED';

export function countNewStep(state: RunState, step: Step): void {
  if (countsForProgress(step)) state.leavesTotal += 1;
  if (isRoot(step)) state.rootsOpen += 1;
}

export function raiseProgress(state: RunState): void {
  if (state.leavesTotal === 0) return;
  const now = Math.floor((state.leavesDone / state.leavesTotal) * wholeProgress);
  if (now > state.progress) state.progress = now;
}

/** A part that is given up is not part of the plan any more; a plan that is given up stays whole. */
function isTakenOut(state: RunState, event: RunEvent, next: StepStateName): boolean {
  if (next === 'SUPERSEDED') return true;
  return next === 'CANCELLED' && state.ending === null && event.type !== 'run.ended';
}

function countLeaf(state: RunState, event: RunEvent, step: Step, next: StepStateName): void {
  if (isTakenOut(state, event, next)) state.leavesTotal -= 1;
  if (stepIsSatisfied(next) && !stepIsSatisfied(step.state)) state.leavesDone += 1;
  raiseProgress(state);
}

const change = (is: boolean, was: boolean): number => Number(is) - Number(was);

/** Those who need it learn that it is there, or that it will not come. */
function tellSuccessors(state: RunState, step: Step, next: StepStateName): void {
  const satisfied = stepIsSatisfied(next) && !stepIsSatisfied(step.state) ? 1 : 0;
  const lost = change(stepIsLost(next), stepIsLost(step.state));
  if (satisfied === 0 && lost === 0) return;
  for (const id of step.successors) {
    const successor = state.steps.get(id);
    if (!successor) continue;
    successor.missing -= satisfied;
    if (isGroup(successor)) successor.lost += lost;
  }
}

/** What was reserved is spent as far as somebody said, or wholly if nobody did. */
function settle(state: RunState, event: RunEvent, { def, lease }: Step): void {
  const { step, spent } = event.data as { step?: string; spent?: Amounts };
  const { purse } = state;
  const reserve = lease?.reserve;
  if (reserve) addTo(purse.reserved, totalsOf(reserve), -1);
  const amounts = step === def.id ? (spent ?? reserve) : reserve;
  if (amounts) addTo(purse.spent, totalsOf(amounts));
}

export function moveStep(
  state: RunState,
  event: RunEvent,
  id: string,
  happening: StepHappening,
): Step {
  const step = stepOf(state, event, id);
  const was = step.state;
  const next = stepTransitions[was][happening];
  if (!next) throw impossible(state, event, `${id} is ${was} and cannot be ${happening}`);
  if (was === next) return step;
  state.active += change(stepIsActive(next), stepIsActive(was));
  state.held += change(stepIsHeld(next), stepIsHeld(was));
  if (next === 'READY') step.turnAt = event.at + state.ready * turnMs;
  state.ready += change(next === 'READY', was === 'READY');
  if (was === 'LEASED') settle(state, event, step);
  if (was === 'WAITING' && step.wait?.for === 'budget' && !isFamilyKey(step.wait.key)) {
    state.purse.waiting -= 1;
  }
  if (isRoot(step)) state.rootsOpen += change(rootIsOpen(next), rootIsOpen(was));
  tellSuccessors(state, step, next);
  if (countsForProgress(step)) countLeaf(state, event, step, next);
  step.state = next;
  step.changedAt = event.at;
  step.lapsed = null;
  if (next !== 'LEASED') step.lease = null;
  if (next !== 'WAITING') step.wait = null;
  return step;
}

export function moveRun(state: RunState, event: RunEvent, happening: RunHappening): void {
  const next = runTransitions[state.status][happening];
  if (!next) throw impossible(state, event, `the run is ${state.status}, cannot be ${happening}`);
  state.status = next;
}
