// Group commit: whatever queued while the last statement ran goes as one. Two statements may be on
// their way at once, but never two with the same run, which would only make one of them wait. Notes of
// deliveries go beside them: in a commit of runs they would make it wait for rows of other runs.
import { PlanwrightError } from '../../base/errors.ts';
import { checkValues } from '../check-values.ts';
import type { CommitResult, WriteSet } from '../store.ts';
import { isRefusedInput, postgresError } from './postgres-error.ts';

/** Sends write sets as one atomic statement; throws the driver's errors as they are. */
export type Send = (sets: readonly WriteSet[], lane: Lane) => Promise<CommitResult[]>;

/** A crash of the database may take back the newest notes: what they tell of is then sent again. */
export type Lane = 'work' | 'notes';

interface Waiting {
  readonly sets: readonly WriteSet[];
  readonly lane: Lane;
  readonly runs: readonly string[];
  /** About how much it writes: in rows, and in large bytes. */
  readonly rows: number;
  readonly bytes: number;
  resolve(results: CommitResult[]): void;
  reject(error: Error): void;
}

const setsMax = 256;
const bytesMax = 8 * 1024 * 1024;
/**
 * So many rows are sent without waiting for more: of forty runs that are created at once the database
 * would have nothing to do until the last of them was thought through.
 */
const rowsMax = 1_000;

const largeBytes = ({ content = [], snapshot }: WriteSet): number =>
  content.reduce((sum, row) => sum + row.bytes.byteLength, snapshot?.bytes.byteLength ?? 0);

const rowsOf = ({ events = [], content = [], rows = [] }: WriteSet): number =>
  events.length + content.length + rows.length;

const sum = (sets: readonly WriteSet[], of: (set: WriteSet) => number): number =>
  sets.reduce((total, set) => total + of(set), 0);

const runsOf = (sets: readonly WriteSet[]): string[] =>
  sets.flatMap((set) => (set.run === undefined ? [] : [set.run]));

const isEmpty = (list: readonly unknown[] = []): boolean => list.length === 0;

/** Says how far deliveries came, and nothing else. */
function isNote({ outboxSent, outboxRemove, rows = [], ...rest }: WriteSet): boolean {
  if (Object.keys(rest).length > 0 || (isEmpty(outboxSent) && isEmpty(outboxRemove))) return false;
  return rows.every((write) => write.table === 'deliveries' && 'put' in write);
}

/** By run, so that two servers lock rows in the same order; the order within a run stays. */
function inLockOrder(sets: readonly WriteSet[]): number[] {
  const runOf = (index: number): string => sets[index]?.run ?? '';
  const byRun = (a: number, b: number): number =>
    runOf(a) === runOf(b) ? a - b : runOf(a) < runOf(b) ? -1 : 1;
  return sets.map((_, index) => index).sort(byRun);
}

async function sendInLockOrder(
  send: Send,
  sets: readonly WriteSet[],
  lane: Lane,
): Promise<CommitResult[]> {
  const order = inLockOrder(sets);
  const inOrder = order.map((index) => sets[index] as WriteSet);
  const sorted = await send(inOrder, lane);
  const results: CommitResult[] = new Array(sets.length);
  order.forEach((index, place) => {
    results[index] = sorted[place] as CommitResult;
  });
  return results;
}

export class GroupCommit {
  readonly #send: Send;
  readonly #inFlightMax: Readonly<Record<Lane, number>>;
  readonly #busyRuns = new Set<string>();
  readonly #flights = new Map<Promise<void>, Lane>();
  #queue: Waiting[] = [];
  #queuedRows = 0;
  #isScheduled = false;
  #wasAlone = false;
  #isClosed = false;

  constructor(send: Send, inFlightMax: number) {
    this.#send = send;
    this.#inFlightMax = { work: inFlightMax, notes: 1 };
  }

  commit(sets: readonly WriteSet[]): Promise<CommitResult[]> {
    if (this.#isClosed) {
      return Promise.reject(new PlanwrightError('stopping', 'The store is closed.'));
    }
    const bad = checkValues(sets);
    if (bad) return Promise.reject(bad);
    return new Promise((resolve, reject) => {
      const lane = sets.length > 0 && sets.every(isNote) ? 'notes' : 'work';
      const [rows, bytes] = [sum(sets, rowsOf), sum(sets, largeBytes)];
      this.#queue.push({ sets, lane, runs: runsOf(sets), rows, bytes, resolve, reject });
      this.#queuedRows += rows;
      if (this.#queuedRows >= rowsMax && this.#inFlight('work') < this.#inFlightMax.work) {
        this.#pump();
      } else this.#schedule();
    });
  }

  /** Refuses new work, and waits for what was taken. */
  async close(): Promise<void> {
    this.#isClosed = true;
    while (this.#queue.length > 0 || this.#flights.size > 0) {
      this.#pump();
      await Promise.race(this.#flights.keys());
    }
  }

  /** Whoever was alone the last time, and finds nothing under way, does not wait for company. */
  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    const pump = (): void => {
      this.#isScheduled = false;
      this.#pump();
    };
    if (this.#wasAlone && this.#flights.size === 0) queueMicrotask(pump);
    else setImmediate(pump);
  }

  #inFlight(lane: Lane): number {
    return [...this.#flights.values()].filter((one) => one === lane).length;
  }

  #pump(): void {
    this.#pumpLane('work');
    this.#pumpLane('notes');
  }

  #pumpLane(lane: Lane): void {
    for (let count = this.#inFlight(lane); count < this.#inFlightMax[lane]; count += 1) {
      const group = this.#take(lane);
      if (group.length === 0) return;
      this.#wasAlone = group.length === 1;
      const flight = this.#fly(group, lane).finally(() => this.#flights.delete(flight));
      this.#flights.set(flight, lane);
    }
  }

  /** The callers that fit and touch no run on its way; one that must wait keeps its place. */
  #take(lane: Lane): Waiting[] {
    const taken: Waiting[] = [];
    const left: Waiting[] = [];
    const blocked = new Set(this.#busyRuns);
    let [sets, rows, bytes] = [0, 0, 0];
    for (const waiting of this.#queue) {
      if (waiting.lane !== lane) {
        left.push(waiting);
        continue;
      }
      const isFull =
        sets + waiting.sets.length > setsMax ||
        rows + waiting.rows > rowsMax ||
        bytes + waiting.bytes > bytesMax;
      if ((isFull && taken.length > 0) || waiting.runs.some((run) => blocked.has(run))) {
        for (const run of waiting.runs) blocked.add(run);
        left.push(waiting);
        continue;
      }
      taken.push(waiting);
      sets += waiting.sets.length;
      rows += waiting.rows;
      bytes += waiting.bytes;
    }
    this.#queue = left;
    this.#queuedRows -= rows;
    return taken;
  }

  async #fly(group: readonly Waiting[], lane: Lane): Promise<void> {
    const runs = group.flatMap((waiting) => waiting.runs);
    for (const run of runs) this.#busyRuns.add(run);
    try {
      await this.#sendGroup(group, lane);
    } finally {
      for (const run of runs) this.#busyRuns.delete(run);
      if (this.#queue.length > 0) this.#schedule();
    }
  }

  async #sendGroup(group: readonly Waiting[], lane: Lane): Promise<void> {
    try {
      const sets = group.flatMap((waiting) => waiting.sets);
      const results = await sendInLockOrder(this.#send, sets, lane);
      let place = 0;
      for (const { sets, resolve } of group) {
        resolve(results.slice(place, place + sets.length));
        place += sets.length;
      }
    } catch (error) {
      await this.#afterFailure(group, lane, error);
    }
  }

  /** One caller's bad input must not fail the others: each is tried alone. */
  async #afterFailure(group: readonly Waiting[], lane: Lane, error: unknown): Promise<void> {
    if (group.length > 1 && isRefusedInput(error)) {
      for (const waiting of group) await this.#sendGroup([waiting], lane);
      return;
    }
    for (const waiting of group) waiting.reject(postgresError(error));
  }
}
