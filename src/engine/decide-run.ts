// Commands on the run as a whole: create it, pause it, end it, note things in it.
import { addAttemptEnd } from './attempt-end.ts';
import { budgetProblem } from './budget.ts';
import { Cascade } from './cascade.ts';
import type { CommandOf } from './commands.ts';
import { reopenEvents, resumeEvents } from './decide-step.ts';
import { type Decision, notNow, reject } from './decision.ts';
import type { EventDraft, GraphStep, Waiting } from './event-types.ts';
import { firstWait, newStep } from './first-wait.ts';
import { checkGraph } from './graph.ts';
import {
  type Ending,
  isChangeRequest,
  isGroup,
  isJudge,
  type RunState,
  runIsOver,
  type Step,
  stepIsHeld,
  stepIsOpen,
} from './state.ts';
import { uncompensatedSteps } from './undo.ts';

/** Nothing of it leaves the run: the engine itself does it, and there is nothing to undo. */
const isHarmless = ({ performer, reversibility }: GraphStep): boolean =>
  performer === 'engine' && reversibility === undefined;

export function decideCreate(
  state: RunState,
  command: CommandOf<'create'>,
  machine: number,
  now: number,
): Decision {
  if (state.seq !== 0) return reject('conflict', `${state.id} exists already.`);
  const problem = checkGraph(command.steps);
  if (problem) return reject(problem.code, problem.message);
  if (command.forkOf !== undefined && !command.steps.every(isHarmless)) {
    return reject('INVALID_ARGUMENTS', 'A fork has no steps that act: the engine plays them all.');
  }
  const { kind, plan, tenant, by, steps, specs, budget, purse, forkOf } = command;
  const wrong = budget ? budgetProblem(budget) : null;
  if (wrong !== null) return reject('INVALID_ARGUMENTS', wrong);
  const first = steps.filter((step) => step.needs.length === 0);
  const waiting = first.flatMap((step): Waiting[] => {
    const wait = firstWait(state.id, newStep(step, specs[step.id]), now);
    return wait ? [wait] : [];
  });
  const waits = new Set(waiting.map(({ step }) => step));
  const ready = first.map((step) => step.id).filter((id) => !waits.has(id));
  const opened = waiting.length > 0 ? { ready, waiting } : { ready };
  return {
    events: [
      {
        type: 'run.created',
        data: {
          ...{ kind, plan, tenant, by, machine },
          ...(budget ? { budget } : {}),
          ...(purse === undefined ? {} : { purse }),
          ...(forkOf === undefined ? {} : { fork_of: forkOf }),
        },
      },
      {
        type: 'graph.patched',
        data: { base_rev: 0, rev: 1, by, cause: 'created', added: steps, ...opened },
        refs: specs,
      },
      { type: 'run.admitted', data: {} },
    ],
  };
}

export function decideInherit(
  state: RunState,
  command: CommandOf<'inherit'>,
  now: number,
): Decision {
  const step = state.steps.get(command.step);
  if (!step) return reject('INVALID_ARGUMENTS', `There is no step ${command.step}.`);
  const mayInherit = state.forkOf !== '' || state.kind === 'generation';
  if (!mayInherit || state.startedAt > 0 || isGroup(step)) {
    return notNow(`${command.step} inherits nothing: only a new run that follows another does.`);
  }
  // What was inherited before has settled it: a branch not taken, a group that does without it.
  if (!stepIsOpen(step.state)) return { events: [] };
  const { output, choice } = command;
  const cascade = new Cascade(state, now);
  const chosen = choice === undefined ? {} : { choice };
  cascade.settle({ step, as: 'VERIFIED', check: 'fork', by: '', refs: { output }, ...chosen });
  return { events: cascade.finish() };
}

export function decideHold(state: RunState, { by }: CommandOf<'hold'>): Decision {
  if (runIsOver(state.status))
    return notNow(`The run is ${state.status}; there is nothing to pause.`);
  if (state.ending) return notNow('The run is ending; only kill stops the undo.');
  return { events: state.hold ? [] : [{ type: 'run.held', data: { by } }] };
}

export function decideUnhold(state: RunState, { by, isOne }: CommandOf<'unhold'>): Decision {
  if (!state.hold) return notNow('The run is not paused.');
  return { events: [{ type: 'run.released', data: { by, ...(isOne ? { one: 1 } : {}) } }] };
}

/** Whether something above it is settled without it. */
function isDispensable(state: RunState, step: Step): boolean {
  for (let parent = step.def.parent; parent !== undefined; ) {
    const group = state.steps.get(parent);
    if (!group) return false;
    if (!stepIsOpen(group.state) && group.state !== 'FAILED') return true;
    parent = group.def.parent;
  }
  return false;
}

/** Every failed step is tried once more; attempts count on. */
export function decideResume(state: RunState, { by }: CommandOf<'resume'>, now: number): Decision {
  if (state.status !== 'FAILED') {
    return notNow(`The run is ${state.status}; only a failed or paused run can be resumed.`);
  }
  const failed = [...state.steps.values()].filter(
    (step) =>
      step.state === 'FAILED' &&
      !isGroup(step) &&
      !isChangeRequest(step) &&
      !isDispensable(state, step),
  );
  if (failed.length === 0) return notNow('Nothing failed that could be tried again.');
  return { events: [...resumeEvents(state, by), ...reopenEvents(state, failed, by, now)] };
}

const openSteps = (state: RunState): Step[] =>
  [...state.steps.values()].filter((step) => stepIsOpen(step.state));

/** Nothing but undo is handed out after this. Those who work may finish within the drain time. */
export function decideCancel(state: RunState, command: CommandOf<'cancel'>, now: number): Decision {
  if (state.status === 'COMPLETED') return notNow('The run is COMPLETED; it cannot be cancelled.');
  // Asked twice: it is so already.
  if (state.status === 'CANCELLED' || state.ending) return { events: [] };
  const { by, compensate, drainMs } = command;
  const drainUntil = now + drainMs;
  const cancelled = openSteps(state).filter((step) => !stepIsHeld(step.state));
  const ending: Ending = { as: 'CANCELLED', by, compensate, drainUntil, isPlanned: false };
  const cascade = new Cascade(state, now, ending);
  cascade.add({
    type: 'run.ending',
    data: {
      as: 'CANCELLED',
      by,
      compensate: compensate ? 1 : 0,
      cancelled: cancelled.map((step) => step.def.id),
      drain_until: drainUntil,
    },
  });
  for (const step of cancelled) cascade.note(step, 'CANCELLED');
  for (const step of openSteps(state)) {
    // Nobody works on what is claimed, and its checks are not handed out any more.
    const isOver = drainMs <= 0 || step.state === 'DONE' || isJudge(step);
    if (!stepIsHeld(step.state) || !isOver || cascade.stateOf(step) === 'CANCELLED') continue;
    addAttemptEnd(cascade, step, { as: 'revoked', class: 'cancelled', to: 'CANCELLED' });
  }
  return { events: cascade.finish() };
}

/** At once, without undo; what stands is listed. */
function killEvents(state: RunState): EventDraft[] {
  const open = openSteps(state);
  const willBe = new Set(open);
  const uncompensated = uncompensatedSteps(state, (step) =>
    willBe.has(step) ? 'CANCELLED' : step.state,
  );
  const data = {
    as: 'CANCELLED',
    cancelled: open.map((step) => step.def.id),
    ...(uncompensated.length > 0 ? { uncompensated } : {}),
  } as const;
  return [{ type: 'run.ended', data }];
}

export function decideKill(state: RunState): Decision {
  if (state.status === 'COMPLETED')
    return notNow('The run is COMPLETED; there is nothing to stop.');
  return { events: state.status === 'CANCELLED' ? [] : killEvents(state) };
}

/** What is erased goes no further: an open run ends, so that nothing writes its text again. */
export function decideErase(state: RunState, { count }: CommandOf<'erase'>): Decision {
  const erased: EventDraft = { type: 'content.erased', data: { count } };
  return { events: runIsOver(state.status) ? [erased] : [...killEvents(state), erased] };
}

/** A header cannot be erased: only ids of this run's own steps may stand in it. */
const ownStep = (state: RunState, id: string): string => (state.steps.has(id) ? id : '');

export function decideNote(state: RunState, command: CommandOf<'note'>): Decision {
  if (state.erased > 0)
    return reject('plan_erased', 'This plan was erased; it takes no more notes.');
  const { by, kind, reportedAt, note } = command;
  const data = { by, step: ownStep(state, command.step), kind, reported_at: reportedAt };
  return { events: [{ type: 'note.recorded', data, refs: { note, ...command.files } }] };
}

export function decideMessage(state: RunState, command: CommandOf<'message'>): Decision {
  if (state.erased > 0)
    return reject('plan_erased', 'This plan was erased; it takes no more messages.');
  const { by, to, thread, message } = command;
  const data = { by, to, step: ownStep(state, command.step), thread };
  return { events: [{ type: 'message.sent', data, refs: { message } }] };
}
