// Keeps one lease alive: a beat at every third of it, progress in between, and the server's word
// (pause, cancel, lost) passed on to the work. The server decides who holds a lease; when it cannot
// be asked for a whole lease, the keeper assumes the worst.
import { isApiError, isLeaseLost } from './api-error.ts';
import type { PlanwrightClient } from './client.ts';
import { pauseQuietly } from './pause.ts';
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
  readonly client: PlanwrightClient;
  readonly token: string;
  readonly leaseMs: number;
  readonly onPause: (paused: boolean) => void;
  readonly onMessage?: (message: DeliveredMessage) => void;
}

const maxNoteChars = 500;
/** A handler may report in a tight loop; the server hears the newest word a few times a second. */
const leastGapMs = 200;

export class LeaseKeeper {
  readonly #options: KeeperOptions;
  readonly #work = new AbortController();
  readonly #closed = new AbortController();
  readonly #beatMs: number;
  #lastBeatMs = performance.now();
  #lastSentMs = Number.NEGATIVE_INFINITY;
  #pending: Report | null = null;
  #wake = new AbortController();
  #resumed: PromiseWithResolvers<void> | null = null;
  #loop: Promise<void> | null = null;

  constructor(options: KeeperOptions) {
    this.#options = options;
    this.#beatMs = options.leaseMs / 3;
    // Whoever awaits checkpoint() sees the abort; without one it must not count as unhandled.
    this.#work.signal.addEventListener('abort', () =>
      this.#resumed?.reject(this.#work.signal.reason),
    );
  }

  get signal(): AbortSignal {
    return this.#work.signal;
  }

  get end(): KeeperEnd | null {
    const { reason } = this.#work.signal as { reason: unknown };
    return reason instanceof WorkStopped ? reason.why : null;
  }

  start(): void {
    this.#loop = this.#beatUntilClosed();
  }

  /** No beat is under way once this resolves. */
  async close(): Promise<void> {
    this.#closed.abort();
    await this.#loop;
  }

  stop(why: KeeperEnd): void {
    if (!this.#work.signal.aborted) this.#work.abort(new WorkStopped(why));
  }

  report(percent: number, note?: string): void {
    const progress = Math.round(Math.min(100, Math.max(0, percent)));
    const text = note ?? this.#pending?.note;
    this.#pending =
      text === undefined ? { progress } : { progress, note: text.slice(0, maxNoteChars) };
    this.#wake.abort();
  }

  async checkpoint(): Promise<void> {
    this.#work.signal.throwIfAborted();
    await this.#resumed?.promise;
  }

  async #beatUntilClosed(): Promise<void> {
    while (!this.#closed.signal.aborted && !this.#work.signal.aborted) {
      await this.#rest();
      if (this.#closed.signal.aborted) return;
      await this.#beat();
    }
  }

  async #rest(): Promise<void> {
    const ended = AbortSignal.any([this.#closed.signal, this.#work.signal]);
    if (!this.#pending) {
      this.#wake = new AbortController();
      await pauseQuietly(this.#beatMs, AbortSignal.any([this.#wake.signal, ended]));
    }
    const gapMs = Math.min(leastGapMs, this.#beatMs) - (performance.now() - this.#lastSentMs);
    if (gapMs > 0) await pauseQuietly(gapMs, ended);
  }

  async #beat(): Promise<void> {
    const report = this.#pending ?? {};
    this.#pending = null;
    this.#lastSentMs = performance.now();
    try {
      const answer = await this.#options.client.heartbeat(
        { lease_token: this.#options.token, ...report },
        { signal: this.#closed.signal, ...this.#limits() },
      );
      this.#lastBeatMs = performance.now();
      for (const message of answer.messages ?? []) this.#options.onMessage?.(message);
      this.#obey(answer.signal);
    } catch (error) {
      await this.#afterFailedBeat(error);
    }
  }

  /** One beat must not outlast the next. */
  #limits() {
    const totalMs = this.#beatMs;
    return { timeoutMs: Math.max(1_000, totalMs), retry: { totalMs, maxMs: totalMs / 2 } };
  }

  async #afterFailedBeat(error: unknown): Promise<void> {
    if (this.#closed.signal.aborted) return;
    const silentMs = performance.now() - this.#lastBeatMs;
    const isRefused = isApiError(error) && error.retry !== 'later';
    if (isLeaseLost(error) || isRefused || silentMs >= this.#options.leaseMs)
      this.stop('lease_lost');
    else await pauseQuietly(this.#beatMs / 4, this.#closed.signal);
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
