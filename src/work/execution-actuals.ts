// What the log of an execution says of the tasks of its plan: when each began, how far it is, when
// it was over. Steps that were added later belong to the task they lie under.
import type { Amounts, EventData, GraphStep, RunEvent } from '../engine/event-types.ts';
import type { Actual, Minute } from '../schedule/project.ts';

interface StepTrack {
  readonly task: string | null;
  /** Part of the work of its task; not a group, a check, a helper or an undo. */
  readonly counts: boolean;
  state: 'open' | 'running' | 'done' | 'skipped' | 'dropped';
  /** When it came to that state, in milliseconds. */
  at: number;
  /** 0…100, of this attempt; null without a report. */
  progress: number | null;
  /** It waits for that moment, in milliseconds; 0 without one. */
  waitsUntil: number;
}

interface TaskTrack {
  readonly steps: StepTrack[];
  startedAt: number | null;
}

export interface StepReport {
  readonly step: string;
  readonly at: number;
  /** 0…100. */
  readonly progress: number;
}

/** A moment that is given; a span from when it is its turn is not known before. */
const waitsUntil = ({ wait }: GraphStep): number => (wait?.for === 'time' ? (wait.until ?? 0) : 0);

/** A report of 100 % is not the end: that is said by the step itself. */
const MOST_PROGRESS = 0.99;

export const minuteOf = (ms: number): Minute => Math.floor(ms / 60_000);

export class ExecutionActuals {
  readonly #tasks: ReadonlyMap<string, TaskTrack>;
  readonly #steps = new Map<string, StepTrack>();
  readonly #running = new Set<string>();
  readonly #changed = new Set<string>();
  #hasNewWaits = false;
  #usedMicros = 0;

  /** `tasks` are those of the plan that have dates. */
  constructor(tasks: Iterable<string>) {
    const fresh = (): TaskTrack => ({ steps: [], startedAt: null });
    this.#tasks = new Map(Array.from(tasks, (id) => [id, fresh()]));
  }

  /** Tasks of which something has become known since the last call. */
  takeChanged(): string[] {
    const changed = [...this.#changed];
    this.#changed.clear();
    return changed;
  }

  /** Whether something waits for another moment than at the last call. */
  takeNewWaits(): boolean {
    const hasNew = this.#hasNewWaits;
    this.#hasNewWaits = false;
    return hasNew;
  }

  /** What models and agents used in all, in US dollars. */
  get usedUsd(): number {
    return this.#usedMicros / 1e6;
  }

  get hasRunning(): boolean {
    return this.#running.size > 0;
  }

  apply(event: RunEvent): void {
    const { at } = event;
    switch (event.type) {
      case 'graph.patched':
        this.#patched(event.data, at);
        break;
      case 'step.leased':
        this.#leased(event.data.step, at);
        break;
      case 'step.done':
        this.#paid(event.data);
        break;
      case 'step.verified':
        this.#paid(event.data);
        this.#set(event.data.step, 'done', at);
        this.#drop(event.data.cancelled, at);
        break;
      case 'step.skipped':
        this.#set(event.data.step, 'skipped', at);
        break;
      case 'attempt.ended':
        this.#paid(event.data);
        this.#set(event.data.step, event.data.to === 'CANCELLED' ? 'dropped' : 'open', at);
        this.#drop(event.data.cancelled, at);
        break;
      case 'step.reopened':
        for (const id of [event.data.step, ...event.data.groups]) this.#set(id, 'open', at);
        break;
      case 'step.compensated':
        this.#drop([event.data.step], at);
        break;
      case 'run.ending':
      case 'run.ended':
        this.#drop(event.data.cancelled, at);
        break;
      default:
    }
  }

  /** The newest word of those who work; one from an earlier attempt is history. */
  report(rows: Iterable<StepReport>): void {
    for (const { step, progress, at } of rows) {
      const track = this.#steps.get(step);
      if (track?.state !== 'running' || track.progress === progress || at < track.at) continue;
      track.progress = progress;
      this.#touch(track);
    }
  }

  /** Undefined while nothing has happened. */
  actualOf(id: string): Actual | undefined {
    const task = this.#tasks.get(id);
    if (task === undefined) return undefined;
    const end = endOf(task, this.#steps.get(id));
    if (end !== null) return finishedActual(task, end);
    if (task.startedAt === null) return undefined;
    const progress = progressOf(task.steps);
    const done = progress === null ? {} : { progress };
    return { started: minuteOf(task.startedAt), ...done };
  }

  /** Before which it does not begin, or go on; null where nothing is waited for. */
  waitOf(id: string): Minute | null {
    return waitOf(this.#tasks.get(id)?.steps ?? []);
  }

  #patched(data: EventData['graph.patched'], at: number): void {
    for (const def of data.added) this.#add(def, at);
    for (const def of data.changed ?? []) {
      this.#setWait(this.#steps.get(def.id), waitsUntil(def));
      this.#set(def.id, 'open', at);
    }
    this.#drop(data.cancelled, at);
    this.#drop(data.superseded, at);
  }

  #add(def: GraphStep, at: number): void {
    const task = this.#taskOf(def);
    const isHelper = def.rescues !== undefined || def.judges !== undefined;
    const isAside = isHelper || def.purpose === 'check' || def.purpose === 'compensation';
    const counts = task !== null && def.purpose !== 'group' && !isAside;
    const track: StepTrack = { task, counts, state: 'open', at, progress: null, waitsUntil: 0 };
    this.#steps.set(def.id, track);
    this.#setWait(track, waitsUntil(def));
    if (!counts) return;
    this.#tasks.get(task)?.steps.push(track);
    this.#touch(track);
  }

  #setWait(track: StepTrack | undefined, until: number): void {
    if (track === undefined || track.waitsUntil === until) return;
    track.waitsUntil = until;
    this.#hasNewWaits ||= track.counts;
  }

  #taskOf({ id, parent, replaces }: GraphStep): string | null {
    if (this.#tasks.has(id)) return id;
    const near = this.#steps.get(replaces ?? '') ?? this.#steps.get(parent ?? '');
    if (near !== undefined) return near.task;
    return parent !== undefined && this.#tasks.has(parent) ? parent : null;
  }

  #leased(id: string, at: number): void {
    const track = this.#steps.get(id);
    this.#set(id, 'running', at);
    const task = track?.counts === true ? this.#tasks.get(track.task ?? '') : undefined;
    if (task !== undefined) task.startedAt ??= at;
  }

  #paid({ spent }: { readonly spent?: Amounts }): void {
    this.#usedMicros += spent?.money ?? 0;
  }

  #drop(ids: readonly string[] | undefined, at: number): void {
    for (const id of ids ?? []) this.#set(id, 'dropped', at);
  }

  #set(id: string, state: StepTrack['state'], at: number): void {
    const track = this.#steps.get(id);
    if (track === undefined) return;
    track.state = state;
    track.at = at;
    track.progress = null;
    this.#hasNewWaits ||= track.waitsUntil > 0 && track.counts;
    if (state === 'running') this.#running.add(id);
    else this.#running.delete(id);
    this.#touch(track);
  }

  #touch({ task }: StepTrack): void {
    if (task !== null) this.#changed.add(task);
  }
}

interface End {
  readonly at: number;
  /** Nobody did it, and nobody will. */
  readonly isLeftOut: boolean;
}

const isOver = ({ state }: StepTrack): boolean => state === 'done' || state === 'skipped';

/** Over with its own step (a group may need only some of its members), or with all of its work. */
function endOf({ steps }: TaskTrack, own: StepTrack | undefined): End | null {
  if (own !== undefined && isOver(own)) return { at: own.at, isLeftOut: own.state === 'skipped' };
  if (steps.length === 0) return null;
  const left = steps.filter(({ state }) => state !== 'dropped');
  if (!left.every(isOver)) return null;
  const last = (left.length === 0 ? steps : left).reduce((at, step) => Math.max(at, step.at), 0);
  return { at: last, isLeftOut: left.every(({ state }) => state === 'skipped') };
}

/** What is left out takes no time, and what it was to cost is not paid. */
function finishedActual({ startedAt }: TaskTrack, { at, isLeftOut }: End): Actual {
  const finished = minuteOf(at);
  const started = Math.min(finished, minuteOf(startedAt ?? at));
  return { started, finished, ...(isLeftOut ? { cost: 0 } : {}) };
}

/**
 * The last moment that one of its steps waits for; null without one. What could be done of the task before is not
 * looked at, so that it is rather too late than too early.
 */
function waitOf(steps: readonly StepTrack[]): Minute | null {
  const open = steps.filter(({ counts, state }) => counts && state === 'open');
  const last = open.reduce((until, step) => Math.max(until, step.waitsUntil), 0);
  return last === 0 ? null : Math.ceil(last / 60_000);
}

/** Each step is an equal share; null when no step is over and none has a report. */
function progressOf(steps: readonly StepTrack[]): number | null {
  const left = steps.filter(({ state }) => state !== 'dropped');
  const isKnown = left.some((step) => isOver(step) || step.progress !== null);
  if (!isKnown) return null;
  const done = left.reduce((sum, step) => sum + (isOver(step) ? 1 : (step.progress ?? 0) / 100), 0);
  return Math.min(MOST_PROGRESS, done / left.length);
}
