// Keeps one lease alive: a first beat that acknowledges it, one at every third of it, progress in
// between, and the server's word (pause, cancel, lost) passed on to the work. Each beat shows the other
// leases of the agent too. The server decides who holds a lease; when it cannot
// be asked for a whole lease, the keeper assumes the worst.
import { isApiError, isLeaseLost } from './api-error.ts';
import type { PlanwrightClient } from './client.ts';
import { pauseQuietly } from './pause.ts';
import type { DeliveredMessage, Output, Signal } from './wire.ts';

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
  /** 0 where nothing was promised. */
  readonly acknowledgeMs?: number;
  readonly held?: HeldLeases;
  readonly onPause: (paused: boolean) => void;
  readonly onMessage?: (message: DeliveredMessage) => void;
}

/** What an agent has in hand, by token. */
export class HeldLeases {
  readonly #keepers = new Map<string, LeaseKeeper>();

  add(token: string, keeper: LeaseKeeper): void {
    this.#keepers.set(token, keeper);
  }

  remove(token: string): void {
    this.#keepers.delete(token);
  }

  besides(token: string): string[] {
    return [...this.#keepers.keys()].filter((other) => other !== token);
  }

  /** What a beat of one of them brought for the others, in the order of their tokens. */
  hear(tokens: readonly string[], leases: Output<'work_heartbeat'>['leases']): void {
    for (const [index, token] of tokens.entries()) {
      const lease = leases?.[index];
      if (lease) this.#keepers.get(token)?.hear(lease);
    }
  }
}

const maxNoteChars = 500;
/** A handler may report in a tight loop; the server hears the newest word a few times a second. */
const leastGapMs = 200;

export class LeaseKeeper {
  readonly #options: KeeperOptions;
  readonly #work = new AbortController();
  readonly #closed = new AbortController();
  readonly #beatMs: number;
  /** Sooner until the lease is acknowledged. */
  #nextBeatMs: number;
  #lastBeatMs = performance.now();
  #lastSentMs = Number.NEGATIVE_INFINITY;
  #pending: Report | null = null;
  #wake = new AbortController();
  #resumed: PromiseWithResolvers<void> | null = null;
  #loop: Promise<void> | null = null;

  constructor(options: KeeperOptions) {
    this.#options = options;
    this.#beatMs = options.leaseMs / 3;
    const { acknowledgeMs = 0 } = options;
    this.#nextBeatMs = acknowledgeMs > 0 ? Math.min(acknowledgeMs / 3, this.#beatMs) : this.#beatMs;
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
    this.#options.held?.add(this.#options.token, this);
    this.#loop = this.#beatUntilClosed();
  }

  /** No beat is under way once this resolves. */
  async close(): Promise<void> {
    this.#options.held?.remove(this.#options.token);
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
      if (this.#closed.signal.aborted || this.#work.signal.aborted) return;
      await this.#beat();
    }
  }

  async #rest(): Promise<void> {
    const ended = AbortSignal.any([this.#closed.signal, this.#work.signal]);
    if (!this.#pending) {
      this.#wake = new AbortController();
      await pauseQuietly(this.#nextBeatMs, AbortSignal.any([this.#wake.signal, ended]));
    }
    const gapMs = Math.min(leastGapMs, this.#beatMs) - (performance.now() - this.#lastSentMs);
    if (gapMs > 0) await pauseQuietly(gapMs, ended);
  }

  async #beat(): Promise<void> {
    const report = this.#pending ?? {};
    this.#pending = null;
    this.#lastSentMs = performance.now();
    const { client, token, held } = this.#options;
    const others = held?.besides(token) ?? [];
    const more = others.length === 0 ? {} : { lease_tokens: others };
    try {
      const answer = await client.heartbeat(
        { lease_token: token, ...more, ...report },
        { signal: this.#closed.signal, ...this.#limits() },
      );
      this.#lastBeatMs = performance.now();
      this.#nextBeatMs = this.#beatMs;
      held?.hear(others, answer.leases);
      for (const message of answer.messages ?? []) this.#options.onMessage?.(message);
      this.#obey(answer.signal);
    } catch (error) {
      await this.#afterFailedBeat(error);
    }
  }

  /** One beat must not outlast the next. */
  #limits() {
    const totalMs = this.#nextBeatMs;
    return { timeoutMs: Math.max(1_000, totalMs), retry: { totalMs, maxMs: totalMs / 2 } };
  }

  /** By the beat of another lease of this agent. */
  hear({ state, signal }: Output<'work_heartbeat'>['leases'][number]): void {
    if (this.#closed.signal.aborted) return;
    if (state === 'lost') {
      this.stop('lease_lost');
      return;
    }
    this.#lastBeatMs = performance.now();
    this.#nextBeatMs = this.#beatMs;
    this.#obey(signal);
  }

  async #afterFailedBeat(error: unknown): Promise<void> {
    if (this.#closed.signal.aborted) return;
    const silentMs = performance.now() - this.#lastBeatMs;
    const isRefused = isApiError(error) && error.retry !== 'later';
    if (isLeaseLost(error) || isRefused || silentMs >= this.#options.leaseMs)
      this.stop('lease_lost');
    else await pauseQuietly(this.#nextBeatMs / 4, this.#closed.signal);
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
