// Commands of those who do the work: take a step, finish it, fail it, ask, lose it, give it back.
import { isApproved } from './approvals.ts';
import { addAttemptEnd, nextAfter, spentBy } from './attempt-end.ts';
import { areAmounts, overBudget, reserveFor, unpaid } from './budget.ts';
import { Cascade } from './cascade.ts';
import { addDone, isOwnWork, judge } from './checks.ts';
import type { CommandOf } from './commands.ts';
import { type Decision, leaseLost, notNow, reject } from './decision.ts';
import {
  type Amounts,
  type ContentRef,
  type EventDraft,
  type FailureClass,
  verdicts,
} from './event-types.ts';
import { needsApproval } from './first-wait.ts';
import { isHeld } from './held.ts';
import { isBeside, isJudge, isUndo, type RunState, runIsOver, type Step } from './state.ts';

/** More would be a worker that asks or gives back without end. */
const maxAttemptNumber = 10_000;
const choicePattern = /^[A-Za-z0-9_.:-]{1,64}$/;

/** Why nothing of this step may be handed out now; null if it may. */
function whyNot(state: RunState, step: Step | undefined, id: string): string | null {
  if (runIsOver(state.status)) return `The run is ${state.status}.`;
  if (state.hold) return 'The run is paused.';
  if (state.ending && !(step && isUndo(step))) return 'The run is ending; only undo is done.';
  const isFree =
    step?.state === 'READY' || (step?.state === 'WAITING' && step.wait?.for === 'capability');
  if (!isFree) return `${id} is not ready to be taken.`;
  return step.attempt >= maxAttemptNumber ? `${id} was taken too often.` : null;
}

export function decideLease(state: RunState, command: CommandOf<'lease'>, now: number): Decision {
  const step = state.steps.get(command.step);
  const why = whyNot(state, step, command.step);
  if (!step || why !== null) return notNow(why ?? `${command.step} is not there.`);
  if (!isApproved(state, step, now)) return notNow(`${command.step} is not approved any more.`);
  const short = overBudget(state, step, now);
  if (short !== null) return reject('over_budget', `${command.step} would go over the budget.`);
  const { barred } = step;
  if (barred?.holder === command.holder && now < barred.until) {
    return reject('forbidden', `${command.step} is for somebody else than before.`);
  }
  if (isOwnWork(state, step, command.holder)) {
    return reject('forbidden', 'Nobody checks what it did itself.');
  }
  // Whoever takes it is the one that was missing.
  const woken: EventDraft = { type: 'step.woken', data: { step: command.step } };
  const events: EventDraft[] = step.state === 'WAITING' ? [woken] : [];
  if (state.status === 'QUEUED') events.unshift({ type: 'run.started', data: {} });
  const { performer, timeout_ms: timeoutMs } = step.def;
  // A person's assignment does not run out.
  const leaseMs = performer === 'human' ? 0 : Math.min(command.leaseMs, timeoutMs);
  const { ackMs = 0 } = command;
  events.push({
    type: 'step.leased',
    // In the order of the log's header, as every step has one.
    data: {
      ...(ackMs > 0 && ackMs < leaseMs ? { ack_ms: ackMs } : {}),
      ...approvedFor(step),
      attempt: step.attempt + 1,
      holder: command.holder,
      lease_ms: leaseMs,
      ...reservedFor(state, step),
      step: command.step,
    },
  });
  // One at a time: whoever wants that lets it go on again.
  if (state.stepper !== '' && !isBeside(step)) {
    events.push({ type: 'run.held', data: { by: state.stepper } });
  }
  return { events };
}

const approvedFor = (step: Step): { approved?: string } =>
  needsApproval(step) && step.approval ? { approved: step.approval.digest } : {};

function reservedFor(state: RunState, { def }: Step): { reserve?: Amounts } {
  const reserve = reserveFor(state, def);
  return reserve ? { reserve } : {};
}

/** It is completed in the same commit. */
const lateLeaseMs = 1;

/**
 * The lease on an attempt ran out while its holder worked on, and nothing has happened to the step
 * since: the same holder has it again to complete it. What the lost attempt was charged is not
 * reserved a second time, and no budget stands in the way of work that is done.
 */
export function decideRetake(state: RunState, command: CommandOf<'retake'>, now: number): Decision {
  const { step: id, attempt, holder } = command;
  const step = state.steps.get(id);
  const lapsed = step?.lapsed;
  if (!step || lapsed?.attempt !== attempt || step.lastHolder !== holder) return leaseLost(id);
  if (whyNot(state, step, id) !== null || !isApproved(state, step, now)) return leaseLost(id);
  const reserve = unpaid(reserveFor(state, step.def) ?? {}, lapsed.spent);
  const data = {
    ...approvedFor(step),
    attempt: step.attempt + 1,
    holder,
    late: 1,
    lease_ms: lateLeaseMs,
    ...(Object.keys(reserve).length > 0 ? { reserve } : {}),
    step: id,
  } as const;
  return { events: [{ type: 'step.leased', data }] };
}

export function decideStart(state: RunState, command: CommandOf<'start'>): Decision {
  if (!isHeld(state, command)) return leaseLost(command.step);
  const { step, attempt, reportedAt } = command;
  return { events: [{ type: 'step.started', data: { step, attempt, reported_at: reportedAt } }] };
}

function verdictProblem(choice: string | undefined): string | null {
  const isVerdict = verdicts.some((verdict) => verdict === choice);
  return isVerdict ? null : 'A check ends with the choice accept or reject.';
}

function choiceProblem(step: Step, choice: string | undefined): string | null {
  if (isJudge(step)) return verdictProblem(choice);
  const isDecision = step.def.purpose === 'decision';
  if (!isDecision) return choice === undefined ? null : `${step.def.id} is not a decision.`;
  if (choice === undefined) return `${step.def.id} is a decision: say what was chosen.`;
  return choicePattern.test(choice) ? null : 'A choice is a plain name.';
}

export function decideComplete(
  state: RunState,
  command: CommandOf<'complete'>,
  now: number,
): Decision {
  const step = state.steps.get(command.step);
  if (!step || !isHeld(state, command)) return leaseLost(command.step);
  const problem = choiceProblem(step, command.choice);
  if (problem !== null) return reject('INVALID_ARGUMENTS', problem);
  const wrong = usageProblem(command.usage);
  if (wrong) return wrong;
  const cascade = new Cascade(state, now);
  if (step.def.checks) addDone(cascade, state, step, command);
  else {
    const { output, files, choice, holder: by } = command;
    const chosen = choice === undefined ? {} : { choice };
    const refs = { output, ...files };
    const spent = spentBy(step, command.usage);
    cascade.settle({ step, as: 'VERIFIED', check: 'schema', by, refs, ...chosen, ...spent });
    if (isJudge(step)) judge(cascade, state, step, command, now);
  }
  return { events: cascade.finish() };
}

const usageProblem = (usage: Amounts | undefined): Decision | null =>
  usage === undefined || areAmounts(usage)
    ? null
    : reject('INVALID_ARGUMENTS', 'What was used is told in whole numbers.');

function endAttempt(
  state: RunState,
  step: Step,
  now: number,
  as: 'failed' | 'lost',
  failure: FailureClass,
  {
    error,
    errorId,
    usage,
  }: {
    readonly error?: ContentRef;
    readonly errorId?: string;
    readonly usage?: Amounts;
  } = {},
): Decision {
  const cascade = new Cascade(state, now);
  addAttemptEnd(cascade, step, {
    as,
    class: failure,
    ...nextAfter(state, step, failure, now),
    ...(error ? { refs: { error } } : {}),
    ...(usage ? { usage } : {}),
    errorId,
  });
  return { events: cascade.finish() };
}

export function decideFail(state: RunState, command: CommandOf<'fail'>, now: number): Decision {
  const step = state.steps.get(command.step);
  if (!step || !isHeld(state, command)) return leaseLost(command.step);
  const problem = usageProblem(command.usage);
  return problem ?? endAttempt(state, step, now, 'failed', command.class, command);
}

/** A step that takes down each agent that gets it must not go round without end. */
const maxUnheard = 5;

export function decideExpire(state: RunState, command: CommandOf<'expire'>, now: number): Decision {
  const step = state.steps.get(command.step);
  if (step?.state !== 'LEASED' || step.lease?.attempt !== command.attempt) {
    return notNow(`${command.step} has no such lease.`);
  }
  const isUntouched = command.isUnacknowledged === true && step.unheard + 1 < maxUnheard;
  if (!isUntouched) return endAttempt(state, step, now, 'lost', 'lost_worker');
  const cascade = new Cascade(state, now);
  addGivenBack(cascade, state, step, 'lost_worker', {});
  return { events: cascade.finish() };
}

export function decideAsk(state: RunState, command: CommandOf<'ask'>, now: number): Decision {
  const step = state.steps.get(command.step);
  if (!step || !isHeld(state, command)) return leaseLost(command.step);
  if (state.ending && !isUndo(step)) return notNow('The run is ending: nobody will answer.');
  const cascade = new Cascade(state, now);
  const { question, usage } = command;
  addAttemptEnd(cascade, step, {
    as: 'parked',
    class: 'external',
    to: 'WAITING',
    for: 'answer',
    ...(usage ? { usage } : {}),
    refs: { question },
  });
  return { events: cascade.finish() };
}

/** A step that was given to somebody who had gone is free again at once; nothing was tried. */
export function decideRelease(
  state: RunState,
  command: CommandOf<'release'>,
  now: number,
): Decision {
  const step = state.steps.get(command.step);
  if (!step || !isHeld(state, command)) return leaseLost(command.step);
  const cascade = new Cascade(state, now);
  addGivenBack(cascade, state, step, 'cancelled', command.usage ?? {});
  return { events: cascade.finish() };
}

function addGivenBack(
  cascade: Cascade,
  state: RunState,
  step: Step,
  failure: Extract<FailureClass, 'cancelled' | 'lost_worker'>,
  usage: Amounts,
): void {
  const to = state.ending && !isUndo(step) ? 'CANCELLED' : 'READY';
  addAttemptEnd(cascade, step, { as: 'revoked', class: failure, to, usage });
}
