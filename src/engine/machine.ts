// The machine: decide(state, command, {now}) → events or a rejection. No clock, no randomness, no
// I/O. Every consequence of a command is written into its events, so that `apply` has nothing to
// think about.
//
//   CREATED ─admit─▶ QUEUED ─first lease─▶ RUNNING ─last step─▶ COMPLETED | FAILED
//   step: PENDING ─▶ READY ─lease─▶ LEASED ─complete─▶ VERIFIED
//                      ▲              ├─ fail, lost ─▶ READY | WAITING(time) ─wake─▶ READY
//                      └──────────────┘└─ out of attempts ─▶ FAILED
import type { ErrorCode } from '../base/errors.ts';
import type { ContentRef, EventDraft, FailureClass, GraphStep, RunKind } from './event-types.ts';
import { checkGraph } from './graph.ts';
import { backoffMs, isPermanent } from './recovery.ts';
import { isGroup, type RunState, runIsOver, type Step } from './state.ts';
import { stepTransitions } from './transitions.ts';

export const machineVersion = 1;

type Refs = Readonly<Record<string, ContentRef>>;

export type Command =
  | {
      readonly type: 'create';
      readonly kind: RunKind;
      readonly plan: string;
      readonly tenant: string;
      readonly by: string;
      readonly steps: readonly GraphStep[];
      readonly specs: Readonly<Record<string, ContentRef>>;
    }
  | {
      readonly type: 'lease';
      readonly step: string;
      readonly holder: string;
      readonly leaseMs: number;
    }
  | ({ readonly type: 'start'; readonly reportedAt: number } & Held)
  | ({ readonly type: 'complete'; readonly output: ContentRef; readonly files?: Refs } & Held)
  | ({ readonly type: 'fail'; readonly class: FailureClass; readonly error: ContentRef } & Held)
  | { readonly type: 'expire'; readonly step: string; readonly attempt: number }
  | { readonly type: 'wake'; readonly step: string }
  | ({ readonly type: 'release' } & Held)
  | {
      readonly type: 'note';
      readonly by: string;
      readonly step: string;
      readonly kind: string;
      readonly reportedAt: number;
      readonly note: ContentRef;
    }
  | { readonly type: 'erase'; readonly count: number };

/** What the holder of a lease shows: which attempt of which step, and who it is. */
export interface Held {
  readonly step: string;
  readonly attempt: number;
  readonly holder: string;
}

export interface Rejection {
  readonly code: ErrorCode;
  readonly message: string;
}

export type Decision =
  | { readonly events: readonly EventDraft[]; readonly rejection?: undefined }
  | { readonly rejection: Rejection; readonly events?: undefined };

export interface Circumstances {
  readonly now: number;
}

const reject = (code: ErrorCode, message: string): Decision => ({ rejection: { code, message } });

const leaseLost = (step: string): Decision =>
  reject('lease_lost', `The lease on ${step} is not yours any more. Claim new work.`);

function isHeld(state: RunState, held: Held): boolean {
  const step = state.steps.get(held.step);
  const lease = step?.lease;
  return (
    step?.state === 'LEASED' && lease?.attempt === held.attempt && lease.holder === held.holder
  );
}

function decideCreate(state: RunState, command: Command & { type: 'create' }): Decision {
  if (state.seq !== 0) return reject('conflict', `${state.id} exists already.`);
  const problem = checkGraph(command.steps);
  if (problem) return reject(problem.code, problem.message);
  const { kind, plan, tenant, by, steps, specs } = command;
  const ready = steps.filter((step) => step.needs.length === 0).map((step) => step.id);
  return {
    events: [
      { type: 'run.created', data: { kind, plan, tenant, by, machine: machineVersion } },
      {
        type: 'graph.patched',
        data: { base_rev: 0, rev: 1, added: steps, ready, cause: 'created' },
        refs: specs,
      },
      { type: 'run.admitted', data: {} },
    ],
  };
}

function decideLease(state: RunState, command: Command & { type: 'lease' }): Decision {
  const step = state.steps.get(command.step);
  if (step?.state !== 'READY' || runIsOver(state.status)) {
    return reject('not_allowed_now', `${command.step} is not ready to be taken.`);
  }
  const leaseMs = Math.min(command.leaseMs, step.def.timeout_ms);
  const data = {
    step: command.step,
    attempt: step.attempt + 1,
    holder: command.holder,
    lease_ms: leaseMs,
  };
  const started: EventDraft[] =
    state.status === 'QUEUED' ? [{ type: 'run.started', data: {} }] : [];
  return { events: [...started, { type: 'step.leased', data }] };
}

/** Verifying a step satisfies a need of each successor; full groups are verified along with it. */
function verifyCascade(state: RunState, first: Step, refs: Refs): EventDraft[] {
  const events: EventDraft[] = [];
  const missing = new Map<string, number>();
  const queue: Step[] = [first];
  for (let step = queue.shift(); step; step = queue.shift()) {
    const ready: string[] = [];
    for (const id of step.successors) {
      const next = state.steps.get(id);
      if (!next) continue;
      const left = (missing.get(id) ?? next.missing) - 1;
      missing.set(id, left);
      if (left > 0 || next.state !== 'PENDING') continue;
      if (isGroup(next)) queue.push(next);
      else ready.push(id);
    }
    const check = step === first ? 'schema' : 'join';
    const by = step.lease?.holder ?? '';
    const data = { step: step.def.id, attempt: step.attempt, by, check, ready } as const;
    events.push(
      step === first ? { type: 'step.verified', data, refs } : { type: 'step.verified', data },
    );
  }
  return events;
}

function decideComplete(state: RunState, command: Command & { type: 'complete' }): Decision {
  const step = state.steps.get(command.step);
  if (!step || !isHeld(state, command)) return leaseLost(command.step);
  const events = verifyCascade(state, step, { output: command.output, ...command.files });
  if (state.leavesVerified + 1 === state.leavesTotal) {
    return { events: [...events, { type: 'run.ended', data: { as: 'COMPLETED', cancelled: [] } }] };
  }
  const opensMore = events.some(
    (event) => event.type === 'step.verified' && event.data.ready.length > 0,
  );
  return { events: opensMore ? events : [...events, ...endIfStuck(state)] };
}

/** Independent branches go on after a failure; with none left that can move, the run has failed. */
const endIfStuck = (state: RunState): EventDraft[] =>
  state.active > 1 ? [] : [{ type: 'run.ended', data: { as: 'FAILED', cancelled: [] } }];

function endAttempt(
  state: RunState,
  step: Step,
  as: 'failed' | 'lost',
  failure: FailureClass,
  now: number,
  error?: ContentRef,
): Decision {
  const isFinal = step.attempt >= step.def.attempts_max || isPermanent(failure);
  const delayMs = as === 'lost' ? 0 : backoffMs(failure, step.attempt);
  const to = isFinal ? 'FAILED' : delayMs > 0 ? 'WAITING' : 'READY';
  const until = to === 'WAITING' ? now + delayMs : 0;
  const data = {
    step: step.def.id,
    attempt: step.attempt,
    by: step.lease?.holder ?? '',
    as,
    class: failure,
    to,
    until,
  } as const;
  const ended: EventDraft = error
    ? { type: 'attempt.ended', data, refs: { error } }
    : { type: 'attempt.ended', data };
  return { events: isFinal ? [ended, ...endIfStuck(state)] : [ended] };
}

function decideExpire(
  state: RunState,
  command: Command & { type: 'expire' },
  now: number,
): Decision {
  const step = state.steps.get(command.step);
  if (step?.state !== 'LEASED' || step.lease?.attempt !== command.attempt) {
    return reject('not_allowed_now', `${command.step} has no such lease.`);
  }
  return endAttempt(state, step, 'lost', 'lost_worker', now);
}

function decideWake(state: RunState, command: Command & { type: 'wake' }, now: number): Decision {
  const step = state.steps.get(command.step);
  if (step?.state !== 'WAITING' || step.wait?.for !== 'time') {
    return reject('not_allowed_now', `${command.step} does not wait for a time.`);
  }
  // Early, if a clock was set back: not now, but its timer must stay.
  if (step.wait.until > now) return reject('conflict', `${command.step} waits longer.`);
  return { events: [{ type: 'step.woken', data: { step: command.step } }] };
}

/** A step that was given to somebody who had gone is free again at once; nothing was tried. */
function decideRelease(state: RunState, command: Command & { type: 'release' }): Decision {
  const { step, attempt, holder: by } = command;
  if (!isHeld(state, command)) return leaseLost(step);
  const data = {
    step,
    attempt,
    by,
    as: 'revoked',
    class: 'cancelled',
    to: 'READY',
    until: 0,
  } as const;
  return { events: [{ type: 'attempt.ended', data }] };
}

function decideNote(state: RunState, command: Command & { type: 'note' }): Decision {
  if (state.erased > 0)
    return reject('plan_erased', 'This plan was erased; it takes no more notes.');
  const { by, kind, reportedAt, note } = command;
  // A header cannot be erased: only ids of this run's own steps may stand in it.
  const step = state.steps.has(command.step) ? command.step : '';
  const data = { by, step, kind, reported_at: reportedAt };
  return { events: [{ type: 'note.recorded', data, refs: { note } }] };
}

/** What is erased goes no further: an open run ends, so that nothing writes its text again. */
function decideErase(state: RunState, count: number): Decision {
  const erased: EventDraft = { type: 'content.erased', data: { count } };
  if (runIsOver(state.status)) return { events: [erased] };
  const cancelled = [...state.steps.values()]
    .filter((step) => stepTransitions[step.state].cancelled !== null)
    .map((step) => step.def.id);
  return { events: [{ type: 'run.ended', data: { as: 'CANCELLED', cancelled } }, erased] };
}

export function decide(state: RunState, command: Command, { now }: Circumstances): Decision {
  if (command.type === 'create') return decideCreate(state, command);
  if (state.seq === 0) return reject('run_not_found', `There is no run ${state.id}.`);
  switch (command.type) {
    case 'lease':
      return decideLease(state, command);
    case 'start': {
      if (!isHeld(state, command)) return leaseLost(command.step);
      const { step, attempt, reportedAt } = command;
      return {
        events: [{ type: 'step.started', data: { step, attempt, reported_at: reportedAt } }],
      };
    }
    case 'complete':
      return decideComplete(state, command);
    case 'fail': {
      const step = state.steps.get(command.step);
      if (!step || !isHeld(state, command)) return leaseLost(command.step);
      return endAttempt(state, step, 'failed', command.class, now, command.error);
    }
    case 'expire':
      return decideExpire(state, command, now);
    case 'wake':
      return decideWake(state, command, now);
    case 'release':
      return decideRelease(state, command);
    case 'note':
      return decideNote(state, command);
    case 'erase':
      return decideErase(state, command.count);
  }
}
