// What the page knows of one execution: the tasks as of a sequence, and the events around it.
// Values are never changed in place, and a task that did not change keeps its identity, so that
// only the rows that moved are drawn again.
import type {
  ExecutionStatus,
  ExecutionTask,
  PublicEvent,
  TaskState,
} from '../../../src/contract/executions.ts';
import type { Output } from '../api/endpoints.ts';
import type { Telemetry } from './wire.ts';

export interface RunModel {
  readonly tasks: readonly ExecutionTask[];
  /** The tasks hold everything up to this event. */
  readonly tasksSeq: number;
  /** Ascending, each sequence once. */
  readonly events: readonly PublicEvent[];
}

export const emptyModel: RunModel = { tasks: [], tasksSeq: 0, events: [] };

/** The state of the run by whichever is newer, the status that was read or the events since. */
export function runStateOf(
  model: RunModel,
  status: Pick<ExecutionStatus, 'state' | 'last_event_seq'>,
): ExecutionStatus['state'] {
  const change = model.events.findLast((event) => event.run_state !== null);
  if (change === undefined || change.seq <= status.last_event_seq) return status.state;
  return change.run_state ?? status.state;
}

/** The same for whether it is paused. */
export function isHeldNow(
  model: RunModel,
  status: Pick<ExecutionStatus, 'held' | 'last_event_seq'>,
): boolean {
  // Servers of an older version do not send the field.
  const change = model.events.findLast((event) => (event.held ?? null) !== null);
  if (change === undefined || change.seq <= status.last_event_seq) return status.held;
  return change.held ?? status.held;
}

/** A fresh snapshot. One that is older than what was seen gets the later events on top. */
export function withSnapshot(model: RunModel, snapshot: Output<'execution_tasks'>): RunModel {
  const fresh = keepIdentity(model.tasks, withDoers(snapshot.tasks, model.events));
  const later = model.events.filter((event) => event.seq > snapshot.seq);
  return { ...model, ...foldTasks(fresh, snapshot.seq, later) };
}

/** Events from the stream or from a page; what is known already is dropped. */
export function withEvents(model: RunModel, arrived: readonly PublicEvent[]): RunModel {
  const known = new Set(model.events.map((event) => event.seq));
  const fresh = arrived.filter((event) => !known.has(event.seq));
  if (fresh.length === 0) return model;
  const events = [...model.events, ...fresh].sort((a, b) => a.seq - b.seq);
  const later = fresh.filter((event) => event.seq > model.tasksSeq);
  const tasks = later.length === fresh.length ? model.tasks : withDoers(model.tasks, events);
  return { events, ...foldTasks(tasks, model.tasksSeq, later) };
}

/** The newest word about each task; it counts only while the task runs. */
export function withTelemetry(model: RunModel, news: ReadonlyMap<string, Telemetry>): RunModel {
  if (news.size === 0) return model;
  const tasks = model.tasks.map((task) => {
    const word = news.get(task.step_id);
    if (word === undefined || task.state !== 'RUNNING') return task;
    const note = word.note === '' ? task.note : word.note;
    return { ...task, progress: word.progress, note, changed_at: word.at || task.changed_at };
  });
  return { ...model, tasks };
}

function foldTasks(
  tasks: readonly ExecutionTask[],
  seq: number,
  events: readonly PublicEvent[],
): Pick<RunModel, 'tasks' | 'tasksSeq'> {
  if (events.length === 0) return { tasks, tasksSeq: seq };
  const byId = new Map(tasks.map((task) => [task.step_id, task]));
  for (const event of events) applyEvent(byId, event);
  const last = events.reduce((most, event) => Math.max(most, event.seq), seq);
  return { tasks: tasks.map((task) => byId.get(task.step_id) ?? task), tasksSeq: last };
}

function applyEvent(byId: Map<string, ExecutionTask>, event: PublicEvent): void {
  const own = event.step_id === null ? undefined : byId.get(event.step_id);
  if (own !== undefined) byId.set(own.step_id, { ...own, ...ownChange(own, event) });
  for (const change of event.changes) {
    const task = byId.get(change.step_id);
    if (task === undefined) continue;
    const state = stateAfter(task, change.state, event);
    const progress = state === 'COMPLETE' ? 100 : task.progress;
    byId.set(task.step_id, { ...task, state, progress, changed_at: event.at });
  }
}

/** Work for a person that another task has just made ready waits for that person: it is blocked. */
function stateAfter(task: ExecutionTask, state: TaskState, event: PublicEvent): TaskState {
  const wasReleased = state === 'QUEUED' && event.step_id !== task.step_id;
  return wasReleased && task.performer === 'human' ? 'BLOCKED' : state;
}

/** What an event says about the very task it names, besides its state. */
function ownChange(task: ExecutionTask, event: PublicEvent): Partial<ExecutionTask> {
  const base = { changed_at: event.at, attempt: event.attempt ?? task.attempt };
  const holder = { holder: event.actor, holder_name: event.actor_name };
  switch (event.type) {
    case 'step.leased':
      return { ...base, ...holder, progress: 0, note: '' };
    case 'step.started':
      return event.actor === null ? base : { ...base, ...holder };
    case 'step.verified':
      return { ...base, result: event.text ?? task.result, error: null };
    case 'attempt.ended':
      return { ...base, error: errorAfter(task, event), progress: 0, note: '' };
    case 'note.recorded':
      return { changed_at: event.at, note: event.text ?? task.note };
    default:
      return base;
  }
}

/** A question is no error: the task waits for its answer. */
function errorAfter(task: ExecutionTask, event: PublicEvent): string | null {
  const isQuestion = event.changes.some(
    (change) => change.step_id === task.step_id && change.state === 'BLOCKED',
  );
  return isQuestion ? task.error : (event.text ?? task.error);
}

/** A finished task has no holder any more; whoever took it last did it. */
function withDoers(
  tasks: readonly ExecutionTask[],
  events: readonly PublicEvent[],
): readonly ExecutionTask[] {
  const leases = events.filter((event) => event.type === 'step.leased');
  const doers = new Map(leases.map((event) => [event.step_id, event]));
  return tasks.map((task) => {
    const doer = doers.get(task.step_id);
    if (doer === undefined || task.holder !== null || task.state === 'QUEUED') return task;
    return { ...task, holder: doer.actor, holder_name: doer.actor_name };
  });
}

function keepIdentity(
  old: readonly ExecutionTask[],
  fresh: readonly ExecutionTask[],
): readonly ExecutionTask[] {
  const byId = new Map(old.map((task) => [task.step_id, task]));
  return fresh.map((task) => {
    const before = byId.get(task.step_id);
    return before !== undefined && isSame(before, task) ? before : task;
  });
}

function isSame(a: ExecutionTask, b: ExecutionTask): boolean {
  const keys = Object.keys(b) as (keyof ExecutionTask)[];
  return keys.every((key) => a[key] === b[key]);
}
