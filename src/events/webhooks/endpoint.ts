// What the deliverer remembers of one webhook: whose turn it is, what is under way, and whether the
// endpoint is being left alone after a failure. All of it can be lost; the rows are the truth.
import type { PendingOutbox } from '../../store/store.ts';
import type { Hook } from './hook-list.ts';

export const maxInFlight = 4;
/**
 * Steps of a run that go on their way gather so long for one message: with forty runs at once on
 * PostgreSQL, and messages as they came, a webhook to everything took a quarter of the throughput.
 */
export const spacingMs = 250;
/** Any more wait as long as those that nobody hurries. */
const hurriedMax = 10_000;

interface PageRead {
  readonly isLast: boolean;
  /** By the store's clock. */
  readonly at: number;
  /** By performance.now(). */
  readonly nowMs: number;
}

export class Endpoint {
  hook: Hook;
  /** Failures in a row, over all runs. */
  failures = 0;
  /** Nothing is sent before, by the store's clock. */
  heldUntil = 0;
  /** There may be rows that were not looked at. */
  isDirty = true;
  /** When the newest round through its rows began, by performance.now(). */
  #roundMs = Number.NEGATIVE_INFINITY;
  /** The first of the rows that it left gathering is due then; 0 where it left none. */
  #gatheredMs = 0;
  /** When the newest message of a run began, the oldest first; what is long ago is forgotten. */
  readonly #sentMs = new Map<string, number>();
  /** Rounds through its rows that were begun. */
  #round = 0;
  /** When the row of a run that was told nothing of was first seen, from when on it gathers; and last. */
  readonly #first = new Map<string, { readonly ms: number; round: number }>();
  /**
   * Runs with more to tell than that steps go on their way, until their message begins, and the round in
   * which that was heard: it may have been past their rows.
   */
  readonly #urgent = new Map<string, number>();
  /** Somebody waits for whatever there is, since that round; -1 if nobody does. */
  #allUrgentIn = -1;
  /** When rows were last made for it, by performance.now(); those may not be committed yet. */
  #markedMs: number;
  readonly #inFlight = new Set<string>();
  /** Runs whose message was answered and whose row does not say so yet. */
  readonly #unnoted = new Set<string>();
  readonly #endedSince = new Set<string>();
  /** Runs with more to tell than the rows that were read say. */
  readonly #hurriedSince = new Set<string>();
  #queue: PendingOutbox[] = [];
  #filledAt = 0;
  /** Pages go round the rows, so that a busy run cannot starve the others. */
  #cursor = '';

  /** What was made before it was known here counts as made now. */
  constructor(hook: Hook, nowMs: number) {
    this.hook = hook;
    this.#markedMs = nowMs;
  }

  get markedMs(): number {
    return this.#markedMs;
  }

  mark(nowMs: number): void {
    this.#markedMs = nowMs;
  }

  get inFlight(): number {
    return this.#inFlight.size;
  }

  /** After a failure one message at a time tells whether it is well again. */
  get hasRoom(): boolean {
    return this.#inFlight.size < (this.failures > 0 ? 1 : maxInFlight);
  }

  get cursor(): string {
    return this.#cursor;
  }

  get isEmpty(): boolean {
    return this.#queue.length === 0;
  }

  /** When the next round through its rows is due. */
  nextRoundMs(apartMs: number): number {
    return Math.max(this.#roundMs + apartMs, this.#gatheredMs);
  }

  beginRound(nowMs: number): void {
    this.#roundMs = nowMs;
    this.#round += 1;
    this.#gatheredMs = 0;
    for (const [run, sentMs] of this.#sentMs) {
      if (sentMs > nowMs - spacingMs) break;
      this.#sentMs.delete(run);
    }
  }

  /**
   * The next message of a run does not wait for others to gather. Tells whether it waits for the note of
   * the one before.
   */
  hurry(run: string): boolean {
    if (this.#hurriedSince.size < hurriedMax) this.#hurriedSince.add(run);
    if (this.#urgent.size < hurriedMax) this.#urgent.set(run, this.#round);
    this.#sentMs.delete(run);
    this.#gatheredMs = 0;
    return this.#unnoted.has(run);
  }

  /** Since its rows were last read. */
  isHurried(run: string): boolean {
    return this.#hurriedSince.has(run);
  }

  hurryAll(): void {
    this.#allUrgentIn = this.#round;
    this.#sentMs.clear();
    this.#gatheredMs = 0;
  }

  /** To be called before a page is read: what ends meanwhile is newer than the page. */
  beginRead(): void {
    this.#endedSince.clear();
    this.#hurriedSince.clear();
    // What an earlier page of the same round left gathering is to be looked at again.
    this.isDirty = this.#gatheredMs > 0;
  }

  /** The next page of its rows; after the last one it starts over. */
  fill(page: readonly PendingOutbox[], { isLast, at, nowMs }: PageRead): void {
    this.#filledAt = at;
    this.#queue = page.filter(
      ({ run, ...row }) =>
        !this.#isBusy(run) &&
        !this.#endedSince.has(run) &&
        !this.#gathers(row.tries > 0 ? null : this.#dueMs(run, row.sent, nowMs), nowMs),
    );
    this.#cursor = isLast ? '' : (page.at(-1)?.id ?? '');
    if (isLast) this.#endRound();
    for (const row of page) this.failures = Math.max(this.failures, row.tries);
  }

  /** What was urgent before the round and has no row is not for this endpoint; nor is what has none. */
  #endRound(): void {
    const queued = new Set(this.#queue.map(({ run }) => run));
    for (const [run, round] of this.#urgent) {
      const isOver = round < this.#round && !queued.has(run) && !this.#isBusy(run);
      if (isOver && !this.#endedSince.has(run)) this.#urgent.delete(run);
    }
    for (const [run, { round }] of this.#first) if (round < this.#round) this.#first.delete(run);
    if (this.#allUrgentIn < this.#round) this.#allUrgentIn = -1;
    else this.isDirty = true;
  }

  /** When the page that it works on was read. */
  get filledAt(): number {
    return this.#filledAt;
  }

  /** What waits in memory is read again: another server may have sent it meanwhile. */
  dropPage(): void {
    this.#queue = [];
    this.#cursor = '';
    this.isDirty = true;
  }

  /** A row whose run has nothing under way; the others stay for a later page. */
  next(): PendingOutbox | null {
    for (let row = this.#queue.shift(); row; row = this.#queue.shift()) {
      if (!this.#isBusy(row.run)) return row;
    }
    return null;
  }

  putBack(row: PendingOutbox): void {
    this.#queue.unshift(row);
  }

  begin(row: PendingOutbox, nowMs: number): void {
    this.#inFlight.add(row.run);
    this.#first.delete(row.run);
    this.#sentMs.delete(row.run);
    // What is hurried since its row was read is more than the message has.
    if (this.isHurried(row.run)) return;
    this.#urgent.delete(row.run);
    this.#sentMs.set(row.run, nowMs);
  }

  /** There is room for another run; this one waits for its note. */
  answered(row: PendingOutbox): void {
    this.#inFlight.delete(row.run);
    this.#unnoted.add(row.run);
  }

  /** A row of the run that was read before does not know what has been sent. */
  end({ run }: PendingOutbox): void {
    this.#inFlight.delete(run);
    this.#unnoted.delete(run);
    this.#endedSince.add(run);
    this.#queue = this.#queue.filter((row) => row.run !== run);
    this.isDirty = true;
  }

  hold(until: number, failures: number): void {
    this.failures = Math.max(this.failures, failures);
    this.heldUntil = Math.max(this.heldUntil, until);
    this.dropPage();
  }

  isWell(): void {
    this.failures = 0;
    this.heldUntil = 0;
  }

  /** When its next message may go; null for at once. */
  #dueMs(run: string, sent: number, nowMs: number): number | null {
    if (this.#allUrgentIn >= 0 || this.#urgent.has(run)) return null;
    const sentMs = this.#sentMs.get(run);
    if (sentMs !== undefined) return sentMs + spacingMs;
    if (sent > 0) return null;
    const known = this.#first.get(run);
    if (!known && this.#first.size >= hurriedMax) return null;
    const first = known ?? { ms: nowMs, round: 0 };
    first.round = this.#round;
    if (!known) this.#first.set(run, first);
    return first.ms + spacingMs;
  }

  /** Left for a later round. */
  #gathers(dueMs: number | null, nowMs: number): boolean {
    if (dueMs === null || dueMs <= nowMs) return false;
    if (this.#gatheredMs === 0 || dueMs < this.#gatheredMs) this.#gatheredMs = dueMs;
    this.isDirty = true;
    return true;
  }

  #isBusy(run: string): boolean {
    return this.#inFlight.has(run) || this.#unnoted.has(run);
  }
}
