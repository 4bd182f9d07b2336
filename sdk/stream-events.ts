// Live events as an async iterator. The cursor is the sequence of the last event that was handed
// out: a new connection asks for what comes after it, and what comes twice is dropped.
import { PlanwrightApiError } from './api-error.ts';
import { type BackoffLimits, backoffMs } from './backoff.ts';
import { pauseQuietly } from './pause.ts';
import { readConnection } from './sse-connection.ts';
import type { SseMessage } from './sse-parser.ts';
import type { PublicEvent, StepTelemetry } from './wire.ts';

export interface StreamOptions {
  /** Sequence of the last event already seen; 0 for all. */
  readonly after?: number;
  readonly key?: string;
  /** Ends the iteration quietly. */
  readonly signal?: AbortSignal;
  readonly onTelemetry?: (telemetry: StepTelemetry) => void;
  /** Connections in a row that bring no event before it gives up. */
  readonly maxFailures?: number;
  readonly backoff?: BackoffLimits;
  readonly idleMs?: number;
}

const defaults = {
  maxFailures: 12,
  backoff: { firstMs: 150, maxMs: 5_000 },
  /** Three comment heartbeats of the server. */
  idleMs: 45_000,
} as const;

/** A connection that held this long counts as good, even without an event. */
const steadyMs = 10_000;
const maxAskedMs = 60_000;

export async function* streamEvents(
  url: string,
  options: StreamOptions = {},
): AsyncGenerator<PublicEvent, void, void> {
  const reader = new StreamReader(url, options);
  yield* reader.read();
}

class StreamReader {
  readonly #url: string;
  readonly #options: StreamOptions;
  readonly #signal: AbortSignal;
  #cursor: number;
  #failures = 0;
  #hintMs: number | null = null;

  constructor(url: string, options: StreamOptions) {
    this.#url = url;
    this.#options = options;
    this.#signal = options.signal ?? new AbortController().signal;
    this.#cursor = options.after ?? 0;
  }

  async *read(): AsyncGenerator<PublicEvent, void, void> {
    while (!this.#signal.aborted) {
      let failure: unknown = null;
      const openedMs = performance.now();
      try {
        for await (const message of this.#connect()) {
          if (message.event === 'end') return;
          const event = this.#accept(message);
          if (event) yield event;
        }
      } catch (error) {
        failure = error;
      }
      if (this.#signal.aborted) return;
      // A proxy that cuts quiet streams once a minute is no reason to give up.
      if (performance.now() - openedMs > steadyMs) this.#failures = 0;
      await this.#waitBeforeNext(failure);
    }
  }

  #connect(): AsyncGenerator<SseMessage, void, void> {
    return readConnection({
      url: this.#url,
      after: this.#cursor,
      key: this.#options.key,
      signal: this.#signal,
      idleMs: this.#options.idleMs ?? defaults.idleMs,
      onRetryHint: (ms) => {
        this.#hintMs = ms;
      },
    });
  }

  /** The event, when it is one and has not been handed out before. */
  #accept(message: SseMessage): PublicEvent | null {
    if (message.event === 'telemetry') {
      this.#options.onTelemetry?.(JSON.parse(message.data) as StepTelemetry);
      return null;
    }
    const seq = message.id === null ? Number.NaN : Number(message.id);
    if (message.event !== 'message' || !Number.isSafeInteger(seq) || seq <= this.#cursor)
      return null;
    const event = JSON.parse(message.data) as PublicEvent;
    this.#cursor = seq;
    this.#failures = 0;
    return event;
  }

  async #waitBeforeNext(failure: unknown): Promise<void> {
    this.#failures += 1;
    const isFinal = failure instanceof PlanwrightApiError && failure.retry !== 'later';
    if (isFinal) throw failure;
    if (this.#failures >= (this.#options.maxFailures ?? defaults.maxFailures)) {
      throw failure instanceof PlanwrightApiError ? failure : streamLost(failure);
    }
    const asked = failure instanceof PlanwrightApiError ? failure.retryAfterMs : this.#hintMs;
    const limits = this.#options.backoff ?? defaults.backoff;
    const waitMs = asked ?? backoffMs(this.#failures, limits, Math.random);
    await pauseQuietly(Math.min(waitMs, maxAskedMs), this.#signal);
  }
}

function streamLost(cause: unknown): PlanwrightApiError {
  const detail = 'The stream broke off again and again.';
  return new PlanwrightApiError({ code: 'unreachable', status: 0, detail, retry: 'later' }, cause);
}
