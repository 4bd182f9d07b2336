// From the events of one commit and the state after them to the rows that claim, lists and faces
// read, and the timers that must ring.
import type { DueRow, DueWrite, RowWrite } from '../store/store.ts';
import type { Rows } from '../store/tables.ts';
import type { EventDraft } from './event-types.ts';
import { isGroup, type Lease, type RunState, type Step } from './state.ts';

export const leaseDueId = (run: string, step: string): string => `${run}/${step}/lease`;
export const wakeDueId = (run: string, step: string): string => `${run}/${step}/wake`;

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
    steps_done: state.leavesVerified,
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
  };
}

function touchedBy(event: EventDraft): readonly string[] {
  switch (event.type) {
    case 'graph.patched':
      return event.data.added.map((step) => step.id);
    case 'step.verified':
      return [event.data.step, ...event.data.ready];
    case 'step.leased':
    case 'attempt.ended':
    case 'step.woken':
      return [event.data.step];
    case 'step.started':
    case 'run.created':
    case 'run.admitted':
    case 'run.started':
    case 'note.recorded':
    case 'content.erased':
      return [];
    case 'run.ended':
      return event.data.cancelled;
  }
}

export function projectRows(state: RunState, events: readonly EventDraft[]): RowWrite[] {
  const touched = new Set(events.flatMap(touchedBy));
  const rows: RowWrite[] = [{ table: 'runs', put: runRow(state) }];
  for (const id of touched) {
    const step = state.steps.get(id);
    if (step) rows.push({ table: 'steps', put: stepRow(state, step) });
  }
  return rows;
}

const leaseDue = (state: RunState, step: Step, lease: Lease): DueRow => ({
  id: leaseDueId(state.id, step.def.id),
  at: lease.leasedAt + lease.leaseMs,
  kind: 'lease',
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

/** A held step has a timer for the end of its lease, a step that waits for time one to wake it. */
function stepDue(state: RunState, step: Step): DueWrite[] {
  const leaseId = leaseDueId(state.id, step.def.id);
  const wakeId = wakeDueId(state.id, step.def.id);
  const until = step.wait?.for === 'time' ? step.wait.until : null;
  return [
    step.lease ? { set: leaseDue(state, step, step.lease) } : { clear: leaseId },
    until === null ? { clear: wakeId } : { set: wakeDue(state, step, until) },
  ];
}

export function projectDue(state: RunState, events: readonly EventDraft[]): DueWrite[] {
  const touched = new Set(events.flatMap(touchedBy));
  const writes: DueWrite[] = [];
  for (const id of touched) {
    const step = state.steps.get(id);
    if (step && step.attempt > 0 && !isGroup(step)) writes.push(...stepDue(state, step));
  }
  return writes;
}
