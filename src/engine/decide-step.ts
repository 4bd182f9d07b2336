// Commands on single steps by timers and persons: wake, park, resolve, retry, skip.
import { parkUnapproved, wakesAt } from './approvals.ts';
import { addAttemptEnd } from './attempt-end.ts';
import { decideParkForBudget } from './budget.ts';
import { Cascade } from './cascade.ts';
import type { CommandOf } from './commands.ts';
import { decideParkForFamily } from './decide-family.ts';
import { type Decision, notNow, reject } from './decision.ts';
import type { ContentRef, EventDraft } from './event-types.ts';
import {
  isGroup,
  isJudge,
  isRecovering,
  isRescuer,
  isUndo,
  type RunState,
  runIsOver,
  type Step,
  stepIsHeld,
  stepIsOpen,
} from './state.ts';

export function decideWake(state: RunState, command: CommandOf<'wake'>, now: number): Decision {
  const step = state.steps.get(command.step);
  const until = step ? wakesAt(step) : null;
  if (!step || until === null) return notNow(`${command.step} does not wait for a time.`);
  // Early, if a clock was set back: not now, but its timer must stay.
  if (until > now) return reject('conflict', `${command.step} waits longer.`);
  const events = step.state === 'READY' ? [] : [wokenBy(step)];
  return { events: [...events, ...parkUnapproved(state, step, now)] };
}

const wokenBy = (step: Step, by?: string, answer?: ContentRef): EventDraft => ({
  type: 'step.woken',
  data: { step: step.def.id, ...(by === undefined ? {} : { by }) },
  ...(answer ? { refs: { answer } } : {}),
});

export function decidePark(state: RunState, command: CommandOf<'park'>, now: number): Decision {
  const step = state.steps.get(command.step);
  const isFree = step && (step.state === 'READY' || step.wait?.for === 'capability');
  if (!isFree || runIsOver(state.status)) return notNow(`${command.step} is not ready.`);
  if (command.for === 'budget') return decideParkForBudget(state, step, now);
  if (command.for === 'family') return decideParkForFamily(state, step);
  if (step.state !== 'READY') return notNow(`${command.step} waits already.`);
  if (step.def.performer !== 'agent') return notNow(`${command.step} is not for an agent.`);
  return { events: [{ type: 'step.parked', data: { step: command.step, for: 'capability' } }] };
}

function waitsFor(step: Step, command: CommandOf<'resolve'>): boolean {
  if (step.state !== 'WAITING' || step.wait?.for !== command.for) return false;
  return command.key === undefined || step.wait.key === command.key;
}

export function decideResolve(
  state: RunState,
  command: CommandOf<'resolve'>,
  now: number,
): Decision {
  if (runIsOver(state.status)) return notNow(`The run is ${state.status}.`);
  const one = command.step === undefined ? undefined : state.steps.get(command.step);
  const steps = one ? [one] : command.step === undefined ? [...state.steps.values()] : [];
  const woken = steps.filter((step) => waitsFor(step, command));
  if (woken.length === 0) return notNow(`Nothing waits for this ${command.for}.`);
  const { by, answer } = command;
  return {
    events: woken.flatMap((step) => [
      wokenBy(step, by, answer),
      ...parkUnapproved(state, step, now),
    ]),
  };
}

/** Groups that failed because of it, and those that failed because of them. */
function failedGroupsOf(state: RunState, step: Step): string[] {
  const found = new Set<string>();
  const visit = (one: Step): void => {
    for (const id of one.successors) {
      const group = state.steps.get(id);
      if (!group || !isGroup(group) || group.state !== 'FAILED' || found.has(id)) continue;
      found.add(id);
      visit(group);
    }
  };
  visit(step);
  return [...found];
}

/** Groups that another step of the same decision reopens are not reopened twice. */
export function reopenEvents(
  state: RunState,
  steps: readonly Step[],
  by: string,
  now: number,
): EventDraft[] {
  const reopened = new Set<string>();
  return steps.flatMap((step) => {
    const groups = failedGroupsOf(state, step).filter((id) => !reopened.has(id));
    for (const id of groups) reopened.add(id);
    const event: EventDraft = { type: 'step.reopened', data: { step: step.def.id, by, groups } };
    return [event, ...parkUnapproved(state, step, now)];
  });
}

export const resumeEvents = (state: RunState, by: string): EventDraft[] =>
  state.status === 'FAILED' ? [{ type: 'run.resumed', data: { by } }] : [];

export function decideRetry(state: RunState, command: CommandOf<'retry'>, now: number): Decision {
  const { by } = command;
  const step = state.steps.get(command.step);
  if (!step) return reject('INVALID_ARGUMENTS', `There is no step ${command.step}.`);
  if (state.status === 'COMPLETED' || state.status === 'CANCELLED') {
    return notNow(`The run is ${state.status}.`);
  }
  if (state.ending && !isUndo(step)) return notNow('The run is ending; only undo is done.');
  if (step.state === 'FAILED' && !isGroup(step)) {
    return { events: [...resumeEvents(state, by), ...reopenEvents(state, [step], by, now)] };
  }
  const isWaiting = step.state === 'WAITING';
  const canWake = isWaiting && (step.wait?.for === 'time' || isUndo(step) || isRecovering(step));
  if (!canWake) return notNow(`${command.step} is ${step.state}; only what failed can be retried.`);
  return { events: [wokenBy(step, by), ...parkUnapproved(state, step, now)] };
}

/** What failed is reopened first, by a retry in the same commit. */
export function decideSkip(state: RunState, command: CommandOf<'skip'>, now: number): Decision {
  const { by } = command;
  const step = state.steps.get(command.step);
  if (!step) return reject('INVALID_ARGUMENTS', `There is no step ${command.step}.`);
  if (runIsOver(state.status)) return notNow(`The run is ${state.status}.`);
  if (state.ending && !isUndo(step)) return notNow('The run is ending; only undo is done.');
  if (isJudge(step)) {
    return notNow(`${command.step} is a check: accept ${step.def.judges} instead, with a reason.`);
  }
  if (isRescuer(step)) return notNow(`${command.step} helps: skip ${step.def.rescues} instead.`);
  if (isGroup(step) || !stepIsOpen(step.state)) {
    return notNow(`${command.step} is ${step.state} and cannot be skipped.`);
  }
  const cascade = new Cascade(state, now);
  if (stepIsHeld(step.state)) {
    addAttemptEnd(cascade, step, { as: 'revoked', class: 'cancelled', to: 'READY' });
  }
  cascade.settle({ step, as: 'SKIPPED', cause: 'person', by });
  return { events: cascade.finish() };
}
