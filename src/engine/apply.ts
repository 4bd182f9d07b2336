// The fold: one event onto the state. It trusts the log and decides nothing; an event that the
// transition tables do not allow means a broken log, and throws.
import { applyPatch, openSteps } from './apply-graph.ts';
import { impossible, moveRun, moveStep, stepOf, wholeProgress } from './apply-move.ts';
import { addTo, totalsOf } from './budget.ts';
import type { EventData, EventType, RunEvent } from './event-types.ts';
import { decodeEvent, emptyHead, type StoredEvent } from './log-header.ts';
import { isFamilyKey } from './purse.ts';
import { emptyRun, isBeside, nothingStored, type RunState, stepIsHeld } from './state.ts';
import { countStored } from './stored.ts';

const verifiedHappening = {
  schema: 'verified',
  checks: 'verified',
  join: 'joined',
  person: 'accepted',
  fork: 'inherited',
} as const;

function applyVerified(state: RunState, event: RunEvent, data: EventData['step.verified']): void {
  const step = moveStep(state, event, data.step, verifiedHappening[data.check]);
  // What a check or a helper did is not what the run is for.
  if (!isBeside(step)) {
    state.fruitless = 0;
    state.fruitfulAt = event.at;
  }
  step.output = event.refs?.output ?? null;
  step.choice = data.choice ?? '';
  for (const id of data.cancelled ?? []) moveStep(state, event, id, 'cancelled');
  openSteps(state, event, data.ready, data.waiting);
}

const attemptHappening = {
  READY: 'retried',
  WAITING: 'parked',
  FAILED: 'failed',
  CANCELLED: 'cancelled',
} as const;

const isFailure = { failed: 1, rejected: 1, lost: 1, parked: 0, revoked: 0 } as const;

function applyAttemptEnd(state: RunState, event: RunEvent, data: EventData['attempt.ended']): void {
  // A step that nobody holds may be parked too, but not by the end of an attempt.
  const isUnderWay = stepIsHeld(stepOf(state, event, data.step).state);
  if (!isUnderWay) throw impossible(state, event, 'nobody holds it');
  const reserve = stepOf(state, event, data.step).lease?.reserve ?? null;
  const step = moveStep(state, event, data.step, attemptHappening[data.to]);
  const isLapsed = data.as === 'lost' || data.as === 'revoked';
  if (isLapsed && data.class === 'lost_worker' && data.to === 'READY') {
    step.lapsed = { attempt: data.attempt, spent: data.spent ?? reserve };
  }
  const isUnheard = data.as === 'revoked' && data.class === 'lost_worker';
  step.unheard = isUnheard ? step.unheard + 1 : 0;
  step.failures += isFailure[data.as];
  state.fruitless += isFailure[data.as];
  for (const id of data.cancelled ?? []) moveStep(state, event, id, 'cancelled');
  if (data.as !== 'revoked') step.error = event.refs?.error ?? event.refs?.question ?? null;
  step.proposal = event.refs?.proposal ?? step.proposal;
  if (data.to !== 'WAITING') return;
  step.wait = { for: data.for ?? 'time', until: data.until, key: data.key ?? '' };
}

function applyLease(state: RunState, event: RunEvent, data: EventData['step.leased']): void {
  const step = moveStep(state, event, data.step, 'leased');
  const { holder, attempt, lease_ms: leaseMs, ack_ms: ackMs = 0 } = data;
  step.attempt = attempt;
  step.lastHolder = holder;
  const reserve = data.reserve ?? null;
  step.lease = { holder, attempt, leaseMs, ackMs, leasedAt: event.at, reserve };
  if (reserve) addTo(state.purse.reserved, totalsOf(reserve));
  if (step.firstLeasedSeq === 0) step.firstLeasedSeq = event.seq;
}

function applyCreated(state: RunState, event: RunEvent, data: EventData['run.created']): void {
  state.kind = data.kind;
  state.planId = data.plan;
  state.tenant = data.tenant;
  state.createdBy = data.by;
  state.createdAt = event.at;
  state.machine = data.machine;
  state.purse.limits = data.budget ?? {};
  if (data.purse !== undefined) state.purse.family = data.purse;
  state.forkOf = data.fork_of ?? '';
}

function applyReopened(state: RunState, event: RunEvent, data: EventData['step.reopened']): void {
  moveStep(state, event, data.step, 'reopened');
  for (const id of data.groups) moveStep(state, event, id, 'group_reopened');
}

function applyEnding(state: RunState, event: RunEvent, data: EventData['run.ending']): void {
  moveRun(state, event, 'ending');
  state.endedAt = 0;
  // A pause would hold up the undo.
  state.hold = null;
  const { as, by, drain_until: drainUntil } = data;
  state.ending = { as, by, drainUntil, compensate: data.compensate === 1, isPlanned: false };
  for (const id of data.cancelled) moveStep(state, event, id, 'cancelled');
}

const endHappening = { COMPLETED: 'completed', FAILED: 'failed', CANCELLED: 'cancelled' } as const;

function applyEnd(state: RunState, event: RunEvent, data: EventData['run.ended']): void {
  moveRun(state, event, endHappening[data.as]);
  state.endedAt = event.at;
  state.hold = null;
  // What a group could do without does not count against the whole.
  if (data.as === 'COMPLETED') state.progress = wholeProgress;
  for (const id of data.cancelled) moveStep(state, event, id, 'cancelled');
}

function applyParked(state: RunState, event: RunEvent, data: EventData['step.parked']): void {
  const { for: reason, key = '' } = data;
  moveStep(state, event, data.step, 'parked').wait = { for: reason, until: 0, key };
  if (reason === 'budget' && !isFamilyKey(key)) state.purse.waiting += 1;
}

function applyWoken(state: RunState, event: RunEvent, data: EventData['step.woken']): void {
  const step = moveStep(state, event, data.step, 'woken');
  const answer = event.refs?.answer;
  if (!answer) return;
  step.answer = answer;
  // The question is answered.
  step.error = null;
}

function applyRecovery(state: RunState, event: RunEvent, data: EventData['recovery.chosen']): void {
  const step = stepOf(state, event, data.step);
  step.recoveries = data.rung;
  if (data.strategy === 'other_worker') {
    const { barred = '', barred_until: until = 0 } = data;
    step.barred = { holder: barred, until };
    step.grants += 1;
    moveStep(state, event, data.step, 'woken');
  }
  if (data.strategy === 'person') moveStep(state, event, data.step, 'refused');
}

function applyApproval(state: RunState, event: RunEvent, data: EventData['approval.given']): void {
  const { digest, by, until } = data;
  moveStep(state, event, data.step, 'woken').approval = { digest, by, until };
}

type Applier<Data> = (state: RunState, event: RunEvent, data: Data) => void;

/** Total: a new type of event does not compile until it is said what it does. */
const appliers: { readonly [Type in EventType]: Applier<EventData[Type]> } = {
  'run.created': applyCreated,
  'graph.patched': applyPatch,
  'run.admitted': (state, event) => moveRun(state, event, 'admitted'),
  'run.started': (state, event) => {
    moveRun(state, event, 'started');
    state.startedAt = event.at;
    state.fruitfulAt = event.at;
  },
  'step.leased': applyLease,
  'step.started': (state, event, { step }) => void moveStep(state, event, step, 'started'),
  'step.done': (state, event, { step }) => {
    moveStep(state, event, step, 'done').claim = event.refs?.output ?? null;
  },
  'step.verified': applyVerified,
  'step.skipped': (state, event, { step, ready, waiting }) => {
    moveStep(state, event, step, 'skipped');
    openSteps(state, event, ready, waiting);
  },
  'group.failed': (state, event, { step }) => void moveStep(state, event, step, 'unjoinable'),
  'attempt.ended': applyAttemptEnd,
  'step.parked': applyParked,
  'recovery.chosen': applyRecovery,
  'budget.set': (state, _event, { limits }) => {
    state.purse.limits = limits;
    state.purse.warned = [];
  },
  'budget.warned': (state, _event, { of }) => void state.purse.warned.push(of),
  'approval.given': applyApproval,
  'approval.refused': (state, event, { step }) => {
    moveStep(state, event, step, 'refused').error = event.refs?.reason ?? null;
  },
  'step.woken': applyWoken,
  'step.reopened': applyReopened,
  'step.compensated': (state, event, { step }) => void moveStep(state, event, step, 'compensated'),
  'note.recorded': (state, { refs }, data) => countStored(state, data, refs),
  'message.sent': (state, { refs }, data) => countStored(state, data, refs),
  'content.erased': (state, _event, { count }) => {
    state.erased += count;
    Object.assign(state.stored, nothingStored());
  },
  'run.held': (state, event, { by }) => {
    state.stepper = '';
    state.hold = { by, at: event.at };
  },
  'run.released': (state, event, { by, one }) => {
    state.hold = null;
    state.stepper = one ? by : '';
    state.fruitless = 0;
    state.fruitfulAt = event.at;
  },
  'run.resumed': (state, event) => {
    moveRun(state, event, 'resumed');
    state.endedAt = 0;
  },
  'run.ending': applyEnding,
  'run.ended': applyEnd,
};

/** The next event of the run onto its state; `hash` is the chain's new end. */
export function apply(state: RunState, event: RunEvent, hash: string): void {
  if (event.seq !== state.seq + 1) throw impossible(state, event, `follows ${state.seq}`);
  (appliers[event.type] as Applier<unknown>)(state, event, event.data);
  state.seq = event.seq;
  state.at = event.at;
  state.hash = hash;
}

export function fold(run: string, events: Iterable<StoredEvent>): RunState {
  const state = emptyRun(run, emptyHead.hash);
  for (const stored of events) apply(state, decodeEvent(stored.header), stored.hash);
  return state;
}
