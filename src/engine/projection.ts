// From the events of one commit and the state after them to the rows that claim, lists and faces
// read, and the timers that must ring.
import type { DueRow, DueWrite, RowWrite } from '../store/store.ts';
import type { MovedStep, Rows } from '../store/tables.ts';
import { wakesAt } from './approvals.ts';
import type { EventData, EventDraft, GraphStep } from './event-types.ts';
import { livesByPulse } from './lease.ts';
import { inboxDueAt, personDue } from './person-wait.ts';
import { isGroup, isJudge, isUndo, type Lease, type RunState, type Step } from './state.ts';

const topPriority = 9;
const usualPriority = 4;

/** What cannot be taken back is done after all else that could be done now. */
const priorityOf = ({ reversibility }: GraphStep): number =>
  reversibility === 'irreversible' ? 0 : usualPriority;

export const leaseDueId = (run: string, step: string): string => `${run}/${step}/lease`;
export const wakeDueId = (run: string, step: string): string => `${run}/${step}/wake`;
export const overdueDueId = (run: string, step: string): string => `${run}/${step}/overdue`;
/** The note that the engine itself makes when a person's time is over. */
export const overdueNote = { by: '', kind: 'overdue' } as const;

export function runRow(state: RunState): Rows['runs'] {
  return {
    id: state.id,
    tenant: state.tenant,
    kind: state.kind,
    plan: state.planId,
    status: state.status,
    head_seq: state.seq,
    head_hash: state.hash,
    created_by: state.createdBy,
    created_at: state.createdAt,
    started_at: state.startedAt,
    ended_at: state.endedAt,
    changed_at: state.at,
    steps_total: state.leavesTotal,
    steps_done: state.leavesDone,
    held_at: state.hold?.at ?? 0,
    held_by: state.hold?.by ?? '',
    ending: state.ending?.as ?? '',
    rev: state.rev,
    progress: state.progress,
    stored_bytes: state.stored.bytes,
  };
}

export function stepRow(state: RunState, step: Step): Rows['steps'] {
  const { def } = step;
  return {
    run: state.id,
    step: def.id,
    tenant: state.tenant,
    position: step.position,
    parent: def.parent ?? '',
    performer: def.performer,
    purpose: def.purpose,
    action: def.action,
    tier: def.tier,
    state: step.state,
    wait_for: step.wait?.for ?? '',
    wait_until: step.wait?.until ?? 0,
    attempt: step.attempt,
    attempts_max: def.attempts_max,
    holder: step.lastHolder,
    spec: step.spec?.id ?? '',
    output: step.output?.id ?? '',
    error: step.error?.id ?? '',
    changed_at: step.changedAt,
    urgency: topPriority - (def.priority ?? priorityOf(def)),
    turn_at: step.turnAt,
    failures: step.failures,
    slot: def.slot ?? '',
    wait_key: step.wait?.key ?? '',
    choice: step.choice,
    undoes: def.undoes ?? '',
    person_due: inboxDueAt(state, step),
  };
}

/** What changes of it while its place in the graph stays. */
export const movedStep = (state: RunState, step: Step): MovedStep => ({
  run: state.id,
  step: step.def.id,
  state: step.state,
  wait_for: step.wait?.for ?? '',
  wait_until: step.wait?.until ?? 0,
  attempt: step.attempt,
  holder: step.lastHolder,
  output: step.output?.id ?? '',
  error: step.error?.id ?? '',
  changed_at: step.changedAt,
  turn_at: step.turnAt,
  failures: step.failures,
  wait_key: step.wait?.key ?? '',
  choice: step.choice,
  person_due: inboxDueAt(state, step),
});

const nothing: readonly string[] = [];

const openedBy = (data: {
  readonly ready: readonly string[];
  readonly waiting?: readonly { readonly step: string }[];
}): readonly string[] =>
  data.waiting ? [...data.ready, ...data.waiting.map(({ step }) => step)] : data.ready;

function touchedByPatch(data: EventData['graph.patched']): readonly string[] {
  const { added, changed = [], cancelled = [], superseded = [] } = data;
  const ids = [...added, ...changed].map((step) => step.id);
  return [...ids, ...cancelled, ...superseded];
}

/** Steps whose rows an event changes. */
function touchedBy(state: RunState, event: EventDraft): readonly string[] {
  switch (event.type) {
    case 'graph.patched':
      return touchedByPatch(event.data);
    case 'step.verified':
      return [event.data.step, ...(event.data.cancelled ?? []), ...openedBy(event.data)];
    case 'step.skipped':
      return [event.data.step, ...openedBy(event.data)];
    case 'attempt.ended':
      return [event.data.step, ...(event.data.cancelled ?? [])];
    case 'step.leased':
    case 'step.done':
    case 'step.parked':
    case 'recovery.chosen':
    case 'approval.given':
    case 'approval.refused':
    case 'step.woken':
    case 'step.compensated':
    case 'group.failed':
      return [event.data.step];
    case 'step.reopened':
      return [event.data.step, ...event.data.groups];
    case 'run.ending':
      // A failed run that is undone is open again.
      return [...event.data.cancelled, ...heldSteps(state), ...failedSteps(state)];
    case 'run.ended':
      return [...event.data.cancelled, ...failedSteps(state)];
    case 'run.resumed':
      return failedSteps(state);
    case 'step.started':
    case 'run.created':
    case 'run.admitted':
    case 'run.started':
    case 'run.held':
    case 'run.released':
    case 'budget.set':
    case 'budget.warned':
    case 'note.recorded':
    case 'message.sent':
    case 'content.erased':
      return nothing;
  }
}

/** Those who still work when a run begins to end: their timers come sooner. */
const heldSteps = (state: RunState): string[] =>
  [...state.steps.values()].filter((step) => step.lease).map((step) => step.def.id);

/** They wait for a person while the run is open, and for nobody when it is over. */
const failedSteps = (state: RunState): string[] =>
  [...state.steps.values()].filter((step) => step.state === 'FAILED').map((step) => step.def.id);

/** Whether a claim and its failed checks wait for a person depends on both. */
function judgedWith(state: RunState, step: Step): readonly string[] {
  if (isJudge(step)) return [step.def.judges ?? ''];
  if (!step.def.checks) return nothing;
  return step.children.filter((id) => {
    const child = state.steps.get(id);
    return child?.state === 'FAILED' && child.def.judges === step.def.id;
  });
}

/** The steps that a commit touches, once each. */
function touchedSteps(state: RunState, events: readonly EventDraft[]): Step[] {
  const ids = new Set<string>();
  for (const event of events) for (const id of touchedBy(state, event)) ids.add(id);
  const steps: Step[] = [];
  // What is added on the way is looked at too, and adds only what is there already.
  for (const id of ids) {
    const step = state.steps.get(id);
    if (!step) continue;
    steps.push(step);
    for (const other of judgedWith(state, step)) ids.add(other);
  }
  return steps;
}

/** Steps that are new, or are something else than before. */
function defined(events: readonly EventDraft[]): ReadonlySet<string> {
  const ids = new Set<string>();
  for (const event of events) {
    if (event.type !== 'graph.patched') continue;
    for (const { id } of event.data.added) ids.add(id);
    for (const { id } of event.data.changed ?? []) ids.add(id);
  }
  return ids;
}

function projectRows(
  state: RunState,
  events: readonly EventDraft[],
  touched: readonly Step[],
): RowWrite[] {
  const rows: RowWrite[] = [{ table: 'runs', put: runRow(state) }];
  const whole = defined(events);
  for (const step of touched) {
    rows.push(
      whole.has(step.def.id)
        ? { table: 'steps', put: stepRow(state, step) }
        : { table: 'steps', move: movedStep(state, step) },
    );
  }
  return rows;
}

/**
 * When a lease ends unless it is renewed; null for an assignment, which does not, and for a worker
 * that lives by its pulse.
 */
export function leaseEndsAt(state: RunState, step: Step, lease: Lease, now: number): number | null {
  const { leasedAt, leaseMs, holder } = lease;
  const drained = state.ending && !isUndo(step) ? state.ending.drainUntil : null;
  if (leaseMs === 0 || livesByPulse(holder)) return drained;
  const at = Math.min(now + leaseMs, leasedAt + step.def.timeout_ms);
  return drained === null ? at : Math.min(at, drained);
}

/** Whether its holder was to show that it knows of the lease; an end to a run lets it finish. */
export const mustBeAcknowledged = (state: RunState, step: Step, { ackMs }: Lease): boolean =>
  ackMs > 0 && (!state.ending || isUndo(step));

type LeaseEnd = Pick<DueRow, 'at' | 'kind'>;

/** As it is first written, or when its run begins to end. */
function firstEndOf(state: RunState, step: Step, lease: Lease): LeaseEnd | null {
  const { leasedAt, ackMs } = lease;
  if (mustBeAcknowledged(state, step, lease)) return { at: leasedAt + ackMs, kind: 'unheard' };
  // Signs of life may have moved its end: it is not cut short by more than the time to finish.
  const at = leaseEndsAt(state, step, lease, state.ending ? state.at : leasedAt);
  return at === null ? null : { at, kind: 'lease' };
}

const leaseDue = (state: RunState, step: Step, lease: Lease, end: LeaseEnd): DueRow => ({
  id: leaseDueId(state.id, step.def.id),
  ...end,
  tenant: state.tenant,
  run: state.id,
  step: step.def.id,
  attempt: lease.attempt,
});

const wakeDue = (state: RunState, step: Step, at: number): DueRow => ({
  id: wakeDueId(state.id, step.def.id),
  at,
  kind: 'wake',
  tenant: state.tenant,
  run: state.id,
  step: step.def.id,
  attempt: step.attempt,
});

/**
 * A held step has a timer for the end of its lease, a step that waits for time one to wake it, and an
 * approved one for the end of its approval.
 */
export function stepDue(state: RunState, step: Step): DueWrite[] {
  const { lease } = step;
  const end = lease ? firstEndOf(state, step, lease) : null;
  if (lease && end) return [{ set: leaseDue(state, step, lease, end) }];
  const wakeAt = wakesAt(step);
  if (wakeAt !== null) {
    return [...timerOver(state, step), { set: wakeDue(state, step, wakeAt) }];
  }
  return lease ? [] : timerOver(state, step);
}

function timerOver(state: RunState, step: Step): DueWrite[] {
  const hadTimer = step.attempt > 0 && (state.ending !== null || !livesByPulse(step.lastHolder));
  return hadTimer ? [{ clear: leaseDueId(state.id, step.def.id) }] : [];
}

/** When it should have been looked at by a person. */
export function overdueDue(state: RunState, step: Step): DueWrite[] {
  const due = personDue(state, step);
  if (!due) return [];
  const { id, tenant } = state;
  const { attempt, def } = step;
  const row = { id: overdueDueId(id, def.id), at: due.dueAt, kind: 'overdue' } as const;
  return [{ set: { ...row, tenant, run: id, step: def.id, attempt } }];
}

/** The step that a person has looked at by this, or that it is told of; null for all other events. */
function settledBy(state: RunState, event: EventDraft): string | null {
  switch (event.type) {
    case 'approval.given':
    case 'approval.refused':
    case 'step.woken':
    case 'step.skipped':
    case 'step.reopened':
      return event.data.step;
    case 'step.leased':
      // All other steps were not waiting for a person.
      return state.steps.get(event.data.step)?.def.performer === 'human' ? event.data.step : null;
    case 'note.recorded': {
      const { by, kind, step } = event.data;
      return by === overdueNote.by && kind === overdueNote.kind ? step : null;
    }
    default:
      return null;
  }
}

/** Others that are left over are cleared when they ring. */
function overduesOver(state: RunState, events: readonly EventDraft[]): DueWrite[] {
  return events.flatMap((event): DueWrite[] => {
    const step = settledBy(state, event);
    return step === null ? [] : [{ clear: overdueDueId(state.id, step) }];
  });
}

/** Timers of waits that are over; what is left over by accident is cleared when it rings. */
function wakesOver(state: RunState, events: readonly EventDraft[]): DueWrite[] {
  const over: DueWrite[] = [];
  for (const event of events) {
    if (event.type !== 'step.woken' && event.type !== 'step.skipped') continue;
    const { step } = event.data;
    if (state.steps.get(step)?.wait) continue;
    over.push({ clear: wakeDueId(state.id, step) });
  }
  return over;
}

export interface Projection {
  /** The steps that these events touched, once each. */
  readonly touched: readonly Step[];
  readonly rows: RowWrite[];
  readonly due: DueWrite[];
}

export function project(state: RunState, events: readonly EventDraft[]): Projection {
  const touched = touchedSteps(state, events);
  const due = [...wakesOver(state, events), ...overduesOver(state, events)];
  for (const step of touched) {
    if (!isGroup(step)) due.push(...stepDue(state, step), ...overdueDue(state, step));
  }
  return { touched, rows: projectRows(state, events, touched), due };
}
