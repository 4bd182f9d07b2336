// Keeps one lease alive: when to show its token next, what to report with it, and the server's word
// (pause, cancel, lost) passed on to the work. The server decides who holds a lease; when it cannot
// be asked for a whole lease, the keeper assumes the worst.
import type { Heard, HeldLeases, KeptLease } from './held-leases.ts';
import type { DeliveredMessage, Signal } from './wire.ts';

export const keeperEnds = ['lease_lost', 'cancelled', 'stopping'] as const;
export type KeeperEnd = (typeof keeperEnds)[number];

/** Why the work was told to stop; the reason of its signal. */
export class WorkStopped extends Error {
  readonly why: KeeperEnd;

  constructor(why: KeeperEnd) {
    super(`The work was stopped: ${why}.`);
    this.name = 'WorkStopped';
    this.why = why;
  }
}

interface Report {
  readonly progress?: number;
  readonly note?: string;
}

export interface KeeperOptions {
  readonly token: string;
  readonly leaseMs: number;
  /** 0 where nothing was promised. */
  readonly acknowledgeMs?: number;
  /** All that this agent has in hand. */
  readonly held: HeldLeases;
  readonly onPause: (paused: boolean) => void;
  readonly onMessage?: (message: DeliveredMessage) => void;
}

const maxNoteChars = 500;
/** A handler may report in a tight loop; the server hears the newest word a few times a second. */
const leastGapMs = 200;
/** Claims that are answered together are acknowledged together. */
const gatherMs = 1;

export class LeaseKeeper implements KeptLease {
  readonly #options: KeeperOptions;
  readonly #work = new AbortController();
  readonly #acknowledged = Promise.withResolvers<void>();
  readonly #beatMs: number;
  #everyMs: number;
  #dueMs: number;
  #heardMs = performance.now();
  #reportedMs = Number.NEGATIVE_INFINITY;
  #pending: Report | null = null;
  #resumed: PromiseWithResolvers<void> | null = null;
  #isClosed = false;

  constructor(options: KeeperOptions) {
    this.#options = options;
    this.#beatMs = options.leaseMs / 3;
    const { acknowledgeMs = 0 } = options;
    const mustShow = acknowledgeMs > 0;
    this.#everyMs = mustShow ? Math.min(acknowledgeMs / 3, this.#beatMs) : this.#beatMs;
    this.#dueMs = this.#heardMs + (mustShow ? gatherMs : this.#beatMs);
    if (!mustShow) this.#acknowledged.resolve();
    // Whoever awaits checkpoint() sees the abort; without one it must not count as unhandled.
    this.#work.signal.addEventListener('abort', () =>
      this.#resumed?.reject(this.#work.signal.reason),
    );
  }

  get token(): string {
    return this.#options.token;
  }

  get signal(): AbortSignal {
    return this.#work.signal;
  }

  get end(): KeeperEnd | null {
    const { reason } = this.#work.signal as { reason: unknown };
    return reason instanceof WorkStopped ? reason.why : null;
  }

  get hasReport(): boolean {
    return this.#pending !== null;
  }

  /** Sooner until the lease is acknowledged. */
  get everyMs(): number {
    return this.#everyMs;
  }

  get nextBeatAtMs(): number {
    if (this.signal.aborted) return Number.POSITIVE_INFINITY;
    if (!this.#pending) return this.#dueMs;
    return Math.min(this.#dueMs, this.#reportedMs + Math.min(leastGapMs, this.#beatMs));
  }

  /**
   * Resolves when the server has seen the token, or will not: work that blocks the thread must not
   * begin before that.
   */
  start(): Promise<void> {
    this.#options.held.add(this);
    return this.#acknowledged.promise;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#acknowledged.resolve();
    await this.#options.held.remove(this);
  }

  stop(why: KeeperEnd): void {
    this.#acknowledged.resolve();
    if (!this.#isClosed && !this.signal.aborted) this.#work.abort(new WorkStopped(why));
  }

  report(percent: number, note?: string): void {
    const progress = Math.round(Math.min(100, Math.max(0, percent)));
    const text = note ?? this.#pending?.note;
    this.#pending =
      text === undefined ? { progress } : { progress, note: text.slice(0, maxNoteChars) };
    this.#options.held.wake();
  }

  takeReport(): Report {
    const report = this.#pending ?? {};
    this.#pending = null;
    this.#reportedMs = performance.now();
    return report;
  }

  async checkpoint(): Promise<void> {
    this.signal.throwIfAborted();
    await this.#resumed?.promise;
  }

  tell(message: DeliveredMessage): void {
    this.#options.onMessage?.(message);
  }

  hear({ state, signal }: Heard): void {
    if (this.#isClosed) return;
    if (state === 'lost') {
      this.stop('lease_lost');
      return;
    }
    this.#acknowledged.resolve();
    this.#heardMs = performance.now();
    this.#everyMs = this.#beatMs;
    this.#dueMs = this.#heardMs + this.#beatMs;
    this.#obey(signal);
  }

  missed(): void {
    const now = performance.now();
    if (now - this.#heardMs >= this.#options.leaseMs) this.stop('lease_lost');
    else this.#dueMs = now + this.#everyMs / 4;
  }

  #obey(signal: Signal): void {
    switch (signal) {
      case 'cancel':
        this.stop('cancelled');
        break;
      case 'pause':
        this.#setPaused(true);
        break;
      case 'continue':
        this.#setPaused(false);
        break;
    }
  }

  #setPaused(paused: boolean): void {
    if (paused === (this.#resumed !== null)) return;
    if (paused) {
      this.#resumed = Promise.withResolvers<void>();
      this.#resumed.promise.catch(() => undefined);
    } else {
      this.#resumed?.resolve();
      this.#resumed = null;
    }
    this.#options.onPause(paused);
  }
}
