// What the demo knows about the execution: the first snapshot, and then the stream folded onto it.
// Pure; told of each event, it answers with the lines a watcher should read.
import type { ExecutionTask, PublicEvent, StepTelemetry, TaskState } from '../../../sdk/index.ts';
import { safeText } from '../safe-text.ts';

export interface BoardTask {
  readonly id: string;
  readonly parent: string | null;
  readonly title: string;
  readonly isGroup: boolean;
  readonly isHuman: boolean;
  /** Done or approved by one. */
  readonly needsPerson: boolean;
  state: TaskState;
  attempt: number;
  holder: string | null;
  progress: number;
  note: string;
}

export interface Tally {
  readonly done: number;
  readonly total: number;
}

const maxTitleChars = 90;
const maxReasonChars = 120;

export class Board {
  readonly tasks: ReadonlyMap<string, BoardTask>;
  /** Newest last. */
  readonly activity: string[] = [];
  runState = 'QUEUED';
  retries = 0;
  failures = 0;
  /** Who finished what, by name. */
  readonly doneBy = new Map<string, number>();

  constructor(tasks: readonly ExecutionTask[]) {
    this.tasks = new Map(tasks.map((task) => [task.step_id, toBoardTask(task)]));
  }

  get roots(): BoardTask[] {
    return [...this.tasks.values()].filter((task) => task.parent === null);
  }

  childrenOf(id: string): BoardTask[] {
    return [...this.tasks.values()].filter((task) => task.parent === id);
  }

  /** Steps that somebody does; groups only add them up. */
  tallyOf(id: string | null = null): Tally {
    const leaves = [...this.tasks.values()].filter(
      (task) => !task.isGroup && (id === null || this.#isWithin(task, id)),
    );
    return { done: leaves.filter(isDone).length, total: leaves.length };
  }

  apply(event: PublicEvent): string[] {
    if (event.run_state) this.runState = event.run_state;
    const lines = event.changes.flatMap(({ step_id, state }) => {
      const task = this.tasks.get(step_id);
      return task ? this.#change(task, state, event) : [];
    });
    this.activity.push(...lines);
    return lines;
  }

  hear(telemetry: StepTelemetry): void {
    const task = this.tasks.get(telemetry.step_id);
    if (task?.state !== 'RUNNING') return;
    task.progress = telemetry.progress;
    task.note = safeText(telemetry.note, maxReasonChars);
  }

  #isWithin(task: BoardTask, id: string): boolean {
    for (let at: BoardTask | undefined = task; at; at = this.tasks.get(at.parent ?? '')) {
      if (at.id === id) return true;
    }
    return false;
  }

  #change(task: BoardTask, state: TaskState, event: PublicEvent): string[] {
    const before = task.state;
    task.state = state;
    switch (state) {
      case 'RUNNING':
        return this.#taken(task, before, event);
      case 'COMPLETE':
        return this.#finished(task);
      case 'QUEUED':
        return before === 'RUNNING' ? this.#returned(task, event) : [];
      case 'ERROR':
        this.failures += 1;
        return [`"${task.title}" failed for good${reasonOf(task, event)}`];
      case 'BLOCKED':
        return [`"${task.title}" waits${task.isHuman ? ' for a person' : reasonOf(task, event)}`];
      case 'SKIPPED':
      case 'CANCELLED':
        return [`"${task.title}" is ${state.toLowerCase()}`];
    }
  }

  #taken(task: BoardTask, before: TaskState, event: PublicEvent): string[] {
    if (task.isGroup || before === 'RUNNING') return [];
    task.holder = safeText(event.actor_name ?? event.actor ?? 'Somebody', 40);
    task.attempt = event.attempt ?? task.attempt + 1;
    task.progress = 0;
    task.note = '';
    if (task.attempt > 1) this.retries += 1;
    const again = task.attempt > 1 ? `, attempt ${task.attempt}` : '';
    return [`${task.holder} takes "${task.title}"${again}`];
  }

  #finished(task: BoardTask): string[] {
    task.progress = 100;
    if (task.isGroup) return [];
    const who = task.holder ?? 'Somebody';
    this.doneBy.set(who, (this.doneBy.get(who) ?? 0) + 1);
    const { done, total } = this.tallyOf();
    return [`${who} finished "${task.title}" (${done} of ${total})`];
  }

  #returned(task: BoardTask, event: PublicEvent): string[] {
    if (task.isGroup) return [];
    const who = task.holder ?? 'Its agent';
    task.holder = null;
    task.progress = 0;
    if (event.text === null) return [`The lease of ${who} ran out: "${task.title}" is free again`];
    this.failures += 1;
    return [`${who} failed at "${task.title}"${reasonOf(task, event)}; it will be tried again`];
  }
}

function toBoardTask(task: ExecutionTask): BoardTask {
  return {
    id: task.step_id,
    parent: task.parent,
    title: safeText(task.title, maxTitleChars),
    isGroup: task.purpose === 'group',
    isHuman: task.performer === 'human',
    needsPerson: task.performer === 'human' || task.risk_tier !== 'T1',
    state: task.state,
    attempt: task.attempt,
    holder: task.holder_name,
    progress: task.progress,
    note: '',
  };
}

export const isDone = (task: BoardTask): boolean => task.state === 'COMPLETE';

/** An event may change other tasks too; its text is about its own. */
const reasonOf = (task: BoardTask, event: PublicEvent): string =>
  event.text === null || event.step_id !== task.id
    ? ''
    : `: ${safeText(event.text, maxReasonChars)}`;
