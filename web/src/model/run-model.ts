// What the page knows of one execution: the tasks as of a sequence, and the events around it.
// Values are never changed in place, and a task that did not change keeps its identity, so that
// only the rows that moved are drawn again.
import type {
  ExecutionStatus,
  ExecutionTask,
  PublicEvent,
} from '../../../src/contract/executions.ts';
import type { TaskSnapshot } from '../api/endpoints.ts';
import type { Telemetry } from './wire.ts';

export interface RunModel {
  readonly tasks: readonly ExecutionTask[];
  /** The tasks hold everything up to this event. */
  readonly tasksSeq: number;
  /** Ascending, each sequence once. */
  readonly events: readonly PublicEvent[];
  readonly runState: ExecutionStatus['state'] | null;
}

export const emptyModel: RunModel = { tasks: [], tasksSeq: 0, events: [], runState: null };

/** A fresh snapshot. One that is older than what was seen gets the later events on top. */
export function withSnapshot(model: RunModel, snapshot: TaskSnapshot): RunModel {
  const fresh = keepIdentity(model.tasks, snapshot.tasks);
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
  const runState = later.findLast((event) => event.run_state !== null)?.run_state;
  return {
    events,
    runState: runState ?? model.runState,
    ...foldTasks(model.tasks, model.tasksSeq, later),
  };
}

export function withTelemetry(model: RunModel, news: Telemetry): RunModel {
  const tasks = model.tasks.map((task) => {
    if (task.step_id !== news.step_id || task.state !== 'RUNNING') return task;
    const note = news.note === '' ? task.note : news.note;
    return { ...task, progress: news.progress, note, changed_at: news.at || task.changed_at };
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
    const progress = change.state === 'COMPLETE' ? 100 : task.progress;
    byId.set(task.step_id, { ...task, state: change.state, progress, changed_at: event.at });
  }
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
      return { ...base, error: event.text ?? task.error, progress: 0, note: '' };
    case 'note.recorded':
      return { changed_at: event.at, note: event.text ?? task.note };
    default:
      return base;
  }
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
