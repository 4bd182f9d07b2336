// The fold: one event onto the state. It trusts the log and decides nothing; an event that the
// transition tables do not allow means a broken log, and throws.
import { PlanwrightError } from '../base/errors.ts';
import type { EventData, GraphStep, RunEvent } from './event-types.ts';
import { decodeEvent, emptyHead, type StoredEvent } from './log-header.ts';
import { emptyRun, isGroup, type RunState, type Step, stepIsActive } from './state.ts';
import {
  type RunHappening,
  runTransitions,
  type StepHappening,
  stepTransitions,
} from './transitions.ts';

function impossible(state: RunState, event: RunEvent, why: string): PlanwrightError {
  const facts = { run: state.id, seq: event.seq, type: event.type };
  return new PlanwrightError('log_corrupt', `Event ${event.seq} of ${state.id}: ${why}`, facts);
}

function stepOf(state: RunState, event: RunEvent, id: string): Step {
  const step = state.steps.get(id);
  if (!step) throw impossible(state, event, `unknown step ${id}`);
  return step;
}

function moveStep(state: RunState, event: RunEvent, id: string, happening: StepHappening): Step {
  const step = stepOf(state, event, id);
  const next = stepTransitions[step.state][happening];
  if (!next) throw impossible(state, event, `${id} is ${step.state} and cannot be ${happening}`);
  state.active += Number(stepIsActive(next)) - Number(stepIsActive(step.state));
  if (step.state !== next) step.changedAt = event.at;
  step.state = next;
  return step;
}

function moveRun(state: RunState, event: RunEvent, happening: RunHappening): void {
  const next = runTransitions[state.status][happening];
  if (!next) throw impossible(state, event, `the run is ${state.status}, cannot be ${happening}`);
  state.status = next;
}

function addStep(state: RunState, event: RunEvent, def: GraphStep): void {
  const satisfied = (id: string): boolean => {
    const need = state.steps.get(id)?.state;
    return need === 'VERIFIED' || need === 'SKIPPED';
  };
  const step: Step = {
    def,
    spec: event.refs?.[def.id] ?? null,
    successors: [],
    position: state.steps.size,
    missing: def.needs.filter((id) => !satisfied(id)).length,
    state: 'PENDING',
    wait: null,
    attempt: 0,
    lease: null,
    lastHolder: '',
    output: null,
    error: null,
    changedAt: event.at,
  };
  state.steps.set(def.id, step);
  if (!isGroup(step)) state.leavesTotal += 1;
}

function addGraph(state: RunState, event: RunEvent, data: EventData['graph.patched']): void {
  for (const def of data.added) addStep(state, event, def);
  for (const def of data.added) {
    for (const need of def.needs) stepOf(state, event, need).successors.push(def.id);
  }
  state.rev = data.rev;
  for (const id of data.ready) moveStep(state, event, id, 'made_ready');
}

function applyVerified(state: RunState, event: RunEvent, data: EventData['step.verified']): void {
  const step = moveStep(state, event, data.step, data.check === 'join' ? 'joined' : 'verified');
  step.lease = null;
  step.output = event.refs?.output ?? null;
  if (!isGroup(step)) state.leavesVerified += 1;
  for (const id of step.successors) stepOf(state, event, id).missing -= 1;
  for (const id of data.ready) moveStep(state, event, id, 'made_ready');
}

const attemptHappening = { READY: 'retried', WAITING: 'parked', FAILED: 'failed' } as const;

function applyAttemptEnd(state: RunState, event: RunEvent, data: EventData['attempt.ended']): void {
  const step = moveStep(state, event, data.step, attemptHappening[data.to]);
  step.lease = null;
  step.error = event.refs?.error ?? null;
  step.wait = data.to === 'WAITING' ? { for: 'time', until: data.until } : null;
}

function applyLease(state: RunState, event: RunEvent, data: EventData['step.leased']): void {
  const step = moveStep(state, event, data.step, 'leased');
  const { holder, attempt, lease_ms: leaseMs } = data;
  step.attempt = attempt;
  step.lastHolder = holder;
  step.lease = { holder, attempt, leaseMs, leasedAt: event.at };
}

function applyCreated(state: RunState, event: RunEvent, data: EventData['run.created']): void {
  state.kind = data.kind;
  state.planId = data.plan;
  state.tenant = data.tenant;
  state.createdBy = data.by;
  state.createdAt = event.at;
  state.machine = data.machine;
}

const endHappening = { COMPLETED: 'completed', FAILED: 'failed', CANCELLED: 'cancelled' } as const;

function applyEnd(state: RunState, event: RunEvent, data: EventData['run.ended']): void {
  moveRun(state, event, endHappening[data.as]);
  state.endedAt = event.at;
  for (const id of data.cancelled) {
    const step = moveStep(state, event, id, 'cancelled');
    step.lease = null;
    step.wait = null;
  }
}

function applyData(state: RunState, event: RunEvent): void {
  switch (event.type) {
    case 'run.created':
      applyCreated(state, event, event.data);
      break;
    case 'graph.patched':
      addGraph(state, event, event.data);
      break;
    case 'run.admitted':
      moveRun(state, event, 'admitted');
      break;
    case 'run.started':
      moveRun(state, event, 'started');
      state.startedAt = event.at;
      break;
    case 'step.leased':
      applyLease(state, event, event.data);
      break;
    case 'step.started':
      moveStep(state, event, event.data.step, 'started');
      break;
    case 'step.verified':
      applyVerified(state, event, event.data);
      break;
    case 'attempt.ended':
      applyAttemptEnd(state, event, event.data);
      break;
    case 'step.woken':
      moveStep(state, event, event.data.step, 'woken').wait = null;
      break;
    case 'note.recorded':
      break;
    case 'content.erased':
      state.erased += event.data.count;
      break;
    case 'run.ended':
      applyEnd(state, event, event.data);
      break;
  }
}

/** The next event of the run onto its state; `hash` is the chain's new end. */
export function apply(state: RunState, event: RunEvent, hash: string): void {
  if (event.seq !== state.seq + 1) throw impossible(state, event, `follows ${state.seq}`);
  applyData(state, event);
  state.seq = event.seq;
  state.at = event.at;
  state.hash = hash;
}

export function fold(run: string, events: Iterable<StoredEvent>): RunState {
  const state = emptyRun(run, emptyHead.hash);
  for (const stored of events) apply(state, decodeEvent(stored.header), stored.hash);
  return state;
}
