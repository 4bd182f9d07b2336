// Which command a piece of the log came from. A log holds what followed and not what was asked, but
// every event says enough to ask the same again. Where more than one command may stand behind the
// same first event, all of them are given; the one that leads to what is written is the right one.
import type { Command, CommandOf } from './commands.ts';
import { familyWarning } from './decide-family.ts';
import type { Amounts, EventData, EventType, RunEvent } from './event-types.ts';
import { isFamilyKey, purseKinds } from './purse.ts';
import type { RunState } from './state.ts';

/** The events to come; 0 is the next one. */
export type Ahead = (offset: number) => RunEvent | undefined;

type EventOf<Type extends EventType> = Extract<RunEvent, { type: Type }>;

const settle: readonly Command[] = [{ type: 'settle' }];
/** Nothing begins with it: it is always a consequence. */
const none: readonly Command[] = [];

function creation(event: EventOf<'run.created'>, ahead: Ahead): readonly Command[] {
  const patched = ahead(1);
  if (patched?.type !== 'graph.patched') return none;
  const { kind, plan, tenant, by, budget, purse, fork_of: forkOf } = event.data;
  const { added: steps } = patched.data;
  const create = { type: 'create', kind, plan, tenant, by, steps } as const;
  const of = forkOf === undefined ? {} : { forkOf };
  const paid = { ...(budget ? { budget } : {}), ...(purse === undefined ? {} : { purse }) };
  return [{ ...create, specs: patched.refs ?? {}, ...paid, ...of }];
}

/** Helpers go with the step that they help, and cannot be asked for. */
function cancelledIn(state: RunState, { cancelled }: EventData['graph.patched']) {
  const asked = cancelled?.filter((id) => state.steps.get(id)?.def.rescues === undefined);
  return asked && asked.length > 0 ? { cancelled: asked } : {};
}

/** Consequences stand in the event too; asked for again by name they come out the same. */
function patches(state: RunState, event: EventOf<'graph.patched'>): readonly Command[] {
  const { by, base_rev: baseRev, cause, added, changed, round_of: roundOf } = event.data;
  if (cause === 'created' || cause === 'check' || cause === 'rescue') return none;
  if (cause === 'undo') return settle;
  const patch: CommandOf<'patch'> = {
    type: 'patch',
    by,
    baseRev,
    cause,
    added,
    ...(changed ? { changed } : {}),
    ...cancelledIn(state, event.data),
    ...(roundOf === undefined ? {} : { roundOf }),
    specs: event.refs ?? {},
  };
  return [patch, { ...patch, letFinish: true }];
}

/** A lease may start the run and wake the step first. */
function leases(ahead: Ahead): readonly Command[] {
  for (let offset = 0; offset <= 2; offset += 1) {
    const event = ahead(offset);
    if (event?.type === 'step.leased') {
      const { step, attempt, holder, lease_ms: leaseMs, ack_ms: ackMs } = event.data;
      if (event.data.late) return [{ type: 'retake', step, attempt: attempt - 1, holder }];
      return [{ type: 'lease', step, holder, leaseMs, ...(ackMs === undefined ? {} : { ackMs }) }];
    }
    if (event?.type !== 'run.started' && event?.type !== 'step.woken') return none;
  }
  return none;
}

function starts(state: RunState, data: EventData['step.started']): readonly Command[] {
  const { step, attempt, reported_at: reportedAt } = data;
  const holder = state.steps.get(step)?.lease?.holder ?? '';
  return [{ type: 'start', step, attempt, holder, reportedAt }];
}

/** What was said to be used; or what was reserved, which comes to the same. */
const usageIn = ({ spent }: { readonly spent?: Amounts }) => (spent ? { usage: spent } : {});

function completions(event: EventOf<'step.verified' | 'step.done'>): readonly Command[] {
  const { output, ...files } = event.refs ?? {};
  if (!output) return none;
  const { step, attempt, by: holder } = event.data;
  const choice = event.type === 'step.verified' ? event.data.choice : undefined;
  const chosen = choice === undefined ? {} : { choice };
  const usage = usageIn(event.data);
  return [{ type: 'complete', step, attempt, holder, output, files, ...chosen, ...usage }];
}

function inheritances(event: EventOf<'step.verified'>): readonly Command[] {
  const { step, choice } = event.data;
  const output = event.refs?.output;
  if (!output) return none;
  return [{ type: 'inherit', step, output, ...(choice === undefined ? {} : { choice }) }];
}

function verifications(event: EventOf<'step.verified'>): readonly Command[] {
  const { step, by, check } = event.data;
  switch (check) {
    case 'join':
      return settle;
    case 'schema':
      return completions(event);
    case 'person':
      return event.refs?.reason ? [{ type: 'accept', step, by, reason: event.refs.reason }] : none;
    case 'fork':
      return inheritances(event);
    // A consequence of its last check.
    case 'checks':
      return none;
  }
}

/** Taken away by a patch or a skip that follows, or given back. */
function revocations(
  state: RunState,
  event: EventOf<'attempt.ended'>,
  ahead: Ahead,
): readonly Command[] {
  const { step, attempt, by: holder } = event.data;
  if (event.data.class === 'lost_worker') {
    return [{ type: 'expire', step, attempt, isUnacknowledged: true }];
  }
  const usage = usageIn(event.data);
  const released: Command = { type: 'release', step, attempt, holder, ...usage };
  let offset = 1;
  for (; ; offset += 1) {
    const next = ahead(offset);
    if (next?.type !== 'attempt.ended' || next.data.as !== 'revoked') break;
  }
  const cause = ahead(offset);
  if (cause?.type === 'graph.patched') return [...patches(state, cause), released];
  if (cause?.type === 'step.skipped') return [...skips(cause.data), released];
  return [released];
}

const named = ({ error_id: errorId }: EventData['attempt.ended']) =>
  errorId === undefined ? {} : { errorId };

function attemptEnds(
  state: RunState,
  event: EventOf<'attempt.ended'>,
  ahead: Ahead,
): readonly Command[] {
  const { step, attempt, by: holder, class: failure } = event.data;
  const { error, question, proposal } = event.refs ?? {};
  const held = { step, attempt, holder, ...usageIn(event.data) };
  switch (event.data.as) {
    case 'failed':
      return error
        ? [{ type: 'fail', ...held, class: failure, error, ...named(event.data) }]
        : none;
    case 'lost':
      return [{ type: 'expire', step, attempt }];
    case 'parked':
      if (proposal) return [{ type: 'propose', ...held, proposal }];
      return question ? [{ type: 'ask', ...held, question }] : none;
    case 'revoked':
      return revocations(state, event, ahead);
    case 'rejected':
      return none;
  }
}

const skips = ({ step, by, cause }: EventData['step.skipped']): readonly Command[] =>
  cause === 'branch' ? settle : [{ type: 'skip', step, by }];

/** By a timer or by whoever takes it; or by somebody, for one step or for all with the same key. */
function wakings(state: RunState, event: EventOf<'step.woken'>, ahead: Ahead): readonly Command[] {
  const { step, by } = event.data;
  if (by === undefined) {
    const wake: Command = { type: 'wake', step };
    const park = (reason: 'budget' | 'family'): Command => ({ type: 'park', step, for: reason });
    const pay: Command = { type: 'pay', step };
    return [...leases(ahead), wake, { type: 'account' }, park('budget'), park('family'), pay];
  }
  const wait = state.steps.get(step)?.wait;
  if (!wait) return none;
  const answer = event.refs?.answer;
  const resolve = {
    type: 'resolve' as const,
    for: wait.for,
    by,
    ...(answer ? { answer } : {}),
  };
  return [
    { ...resolve, step },
    { ...resolve, key: wait.key },
    resolve,
    { type: 'retry', step, by },
  ];
}

/** By itself, or because a step is tried again or the graph changes. */
function resumptions(
  state: RunState,
  { by }: EventData['run.resumed'],
  ahead: Ahead,
): readonly Command[] {
  const next = ahead(1);
  const resume: Command = { type: 'resume', by };
  if (next?.type === 'step.reopened') return [resume, { type: 'retry', step: next.data.step, by }];
  if (next?.type === 'graph.patched') return [resume, ...patches(state, next)];
  return [resume];
}

/** Nobody was there, the budget is short, or the time of its approval was over. */
function parkings({ step, for: reason, key }: EventData['step.parked']): readonly Command[] {
  if (key !== undefined && isFamilyKey(key)) return [{ type: 'park', step, for: 'family' }];
  const isParked = reason === 'capability' || reason === 'budget';
  return [isParked ? { type: 'park', step, for: reason } : { type: 'wake', step }];
}

/** Of the run's own budget, as a consequence; or of its family's purse. */
function warnings({ of }: EventData['budget.warned']): readonly Command[] {
  const kind = purseKinds.find((one) => of === familyWarning + one);
  return [kind ? { type: 'warn', of: kind } : { type: 'account' }];
}

function approvals(event: EventOf<'approval.given' | 'approval.refused'>): readonly Command[] {
  const { step, digest, by } = event.data;
  const reason = event.refs?.reason;
  const isApproved = event.type === 'approval.given';
  return [{ type: 'approve', step, digest, by, isApproved, ...(reason ? { reason } : {}) }];
}

function notes(event: EventOf<'note.recorded'>): readonly Command[] {
  const { by, step, kind, reported_at: reportedAt } = event.data;
  const note = event.refs?.note;
  return note ? [{ type: 'note', by, step, kind, reportedAt, note }] : none;
}

function messages(event: EventOf<'message.sent'>): readonly Command[] {
  const message = event.refs?.message;
  return message ? [{ type: 'message', ...event.data, message }] : none;
}

function endings(event: EventOf<'run.ending'>): readonly Command[] {
  const { by, compensate, drain_until: drainUntil } = event.data;
  const drainMs = drainUntil - event.at;
  return [{ type: 'cancel', by, compensate: compensate === 1, drainMs }];
}

function ends(ahead: Ahead): readonly Command[] {
  const next = ahead(1);
  const kill: Command = { type: 'kill', by: '' };
  if (next?.type !== 'content.erased') return [...settle, kill];
  return [{ type: 'erase', count: next.data.count }, ...settle, kill];
}

/** The commands that may have led to the next event and those behind it. */
export function commandsFor(state: RunState, ahead: Ahead): readonly Command[] {
  const event = ahead(0);
  switch (event?.type) {
    case 'run.created':
      return creation(event, ahead);
    case 'graph.patched':
      return patches(state, event);
    case 'run.started':
    case 'step.leased':
      return leases(ahead);
    case 'step.started':
      return starts(state, event.data);
    case 'step.done':
      return completions(event);
    case 'step.verified':
      return verifications(event);
    case 'step.skipped':
      return skips(event.data);
    case 'group.failed':
      return settle;
    case 'attempt.ended':
      return attemptEnds(state, event, ahead);
    case 'step.parked':
      return parkings(event.data);
    case 'recovery.chosen':
      return [{ type: 'recover', step: event.data.step }];
    case 'budget.set':
      return [{ type: 'fund', ...event.data }];
    case 'budget.warned':
      return warnings(event.data);
    case 'approval.given':
    case 'approval.refused':
      return approvals(event);
    case 'step.woken':
      return wakings(state, event, ahead);
    case 'step.reopened':
      return [{ type: 'retry', step: event.data.step, by: event.data.by }];
    case 'note.recorded':
      return notes(event);
    case 'message.sent':
      return messages(event);
    case 'content.erased':
      return [{ type: 'erase', count: event.data.count }];
    case 'run.held':
      return [{ type: 'hold', by: event.data.by }, { type: 'watch' }];
    case 'run.released':
      return [{ type: 'unhold', by: event.data.by, isOne: event.data.one === 1 }];
    case 'run.resumed':
      return resumptions(state, event.data, ahead);
    case 'run.ending':
      return endings(event);
    case 'run.ended':
      return ends(ahead);
    case 'run.admitted':
    case 'step.compensated':
    case undefined:
      return none;
  }
}
