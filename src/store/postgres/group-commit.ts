// Group commit: whatever queued while the last statement ran goes as one. Two statements may be on
// their way at once, but never two with the same run, which would only make one of them wait.
import { PlanwrightError } from '../../base/errors.ts';
import { checkValues } from '../check-values.ts';
import type { CommitResult, WriteSet } from '../store.ts';
import { isRefusedInput, postgresError } from './postgres-error.ts';

/** Sends write sets as one atomic statement; throws the driver's errors as they are. */
export type Send = (sets: readonly WriteSet[]) => Promise<CommitResult[]>;

interface Waiting {
  readonly sets: readonly WriteSet[];
  readonly runs: readonly string[];
  resolve(results: CommitResult[]): void;
  reject(error: Error): void;
}

const setsMax = 256;
const bytesMax = 8 * 1024 * 1024;

const largeBytes = ({ content = [], snapshot }: WriteSet): number =>
  content.reduce((sum, row) => sum + row.bytes.byteLength, snapshot?.bytes.byteLength ?? 0);

const runsOf = (sets: readonly WriteSet[]): string[] =>
  sets.flatMap((set) => (set.run === undefined ? [] : [set.run]));

/** By run, so that two servers lock rows in the same order; the order within a run stays. */
function inLockOrder(sets: readonly WriteSet[]): number[] {
  const runOf = (index: number): string => sets[index]?.run ?? '';
  const byRun = (a: number, b: number): number =>
    runOf(a) === runOf(b) ? a - b : runOf(a) < runOf(b) ? -1 : 1;
  return sets.map((_, index) => index).sort(byRun);
}

async function sendInLockOrder(send: Send, sets: readonly WriteSet[]): Promise<CommitResult[]> {
  const order = inLockOrder(sets);
  const sorted = await send(order.map((index) => sets[index] as WriteSet));
  const results: CommitResult[] = new Array(sets.length);
  order.forEach((index, place) => {
    results[index] = sorted[place] as CommitResult;
  });
  return results;
}

export class GroupCommit {
  readonly #send: Send;
  readonly #inFlightMax: number;
  readonly #busyRuns = new Set<string>();
  readonly #flights = new Set<Promise<void>>();
  #queue: Waiting[] = [];
  #isScheduled = false;
  #isClosed = false;

  constructor(send: Send, inFlightMax: number) {
    this.#send = send;
    this.#inFlightMax = inFlightMax;
  }

  commit(sets: readonly WriteSet[]): Promise<CommitResult[]> {
    if (this.#isClosed) {
      return Promise.reject(new PlanwrightError('stopping', 'The store is closed.'));
    }
    const bad = checkValues(sets);
    if (bad) return Promise.reject(bad);
    return new Promise((resolve, reject) => {
      this.#queue.push({ sets, runs: runsOf(sets), resolve, reject });
      this.#schedule();
    });
  }

  /** Refuses new work, and waits for what was taken. */
  async close(): Promise<void> {
    this.#isClosed = true;
    while (this.#queue.length > 0 || this.#flights.size > 0) {
      this.#pump();
      await Promise.race(this.#flights);
    }
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#pump();
    });
  }

  #pump(): void {
    while (this.#flights.size < this.#inFlightMax) {
      const group = this.#take();
      if (group.length === 0) return;
      const flight = this.#fly(group).finally(() => this.#flights.delete(flight));
      this.#flights.add(flight);
    }
  }

  /** The callers that fit and touch no run on its way; one that must wait keeps its place. */
  #take(): Waiting[] {
    const taken: Waiting[] = [];
    const left: Waiting[] = [];
    const blocked = new Set(this.#busyRuns);
    let sets = 0;
    let bytes = 0;
    for (const waiting of this.#queue) {
      const size = waiting.sets.reduce((sum, set) => sum + largeBytes(set), 0);
      const isFull = sets + waiting.sets.length > setsMax || bytes + size > bytesMax;
      if ((isFull && taken.length > 0) || waiting.runs.some((run) => blocked.has(run))) {
        for (const run of waiting.runs) blocked.add(run);
        left.push(waiting);
        continue;
      }
      taken.push(waiting);
      sets += waiting.sets.length;
      bytes += size;
    }
    this.#queue = left;
    return taken;
  }

  async #fly(group: readonly Waiting[]): Promise<void> {
    const runs = group.flatMap((waiting) => waiting.runs);
    for (const run of runs) this.#busyRuns.add(run);
    try {
      await this.#sendGroup(group);
    } finally {
      for (const run of runs) this.#busyRuns.delete(run);
      if (this.#queue.length > 0) this.#schedule();
    }
  }

  async #sendGroup(group: readonly Waiting[]): Promise<void> {
    try {
      const results = await sendInLockOrder(
        this.#send,
        group.flatMap((waiting) => waiting.sets),
      );
      let place = 0;
      for (const { sets, resolve } of group) {
        resolve(results.slice(place, place + sets.length));
        place += sets.length;
      }
    } catch (error) {
      await this.#afterFailure(group, error);
    }
  }

  /** One caller's bad input must not fail the others: each is tried alone. */
  async #afterFailure(group: readonly Waiting[], error: unknown): Promise<void> {
    if (group.length > 1 && isRefusedInput(error)) {
      for (const waiting of group) await this.#sendGroup([waiting]);
      return;
    }
    for (const waiting of group) waiting.reject(postgresError(error));
  }
}
