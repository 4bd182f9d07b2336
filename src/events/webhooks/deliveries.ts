// Keeps the thread that delivers: it starts with the first webhook, so that a server without any pays
// nothing, hears what moved, and is started again when it dies. Nothing is lost by that: what it had
// not noted is sent again.
import type { Advance } from '../../engine/engine-api.ts';
import type { HookNews } from './hook-news.ts';
import type { HookOutbox } from './hook-outbox.ts';

export interface DeliveryThread {
  tell(news: HookNews): void;
  /** Settles when it is gone, with the reason. */
  readonly ended: Promise<Error>;
  /** What is under way is sent again after the next start. */
  stop(): Promise<void>;
  /** At once, whatever it does. */
  end(): Promise<void>;
}

export interface DeliveriesOptions {
  readonly hooks: HookOutbox;
  readonly engine: { onAdvance(listener: (advance: Advance) => void): () => void };
  startThread(): DeliveryThread;
  readonly onError: (error: unknown) => void;
}

/** The pause before it is started again, doubled from death to death. */
const firstPauseMs = 100;
const longestPauseMs = 30_000;
/** One that lived so long was well. */
const wellMs = 60_000;

export class Deliveries {
  readonly #options: DeliveriesOptions;
  readonly #stopListening: readonly (() => void)[];
  #thread: DeliveryThread | null = null;
  #pauseMs = firstPauseMs;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(options: DeliveriesOptions) {
    const { hooks, engine } = options;
    this.#options = options;
    this.#stopListening = [
      hooks.on((news) => this.#heard(news)),
      engine.onAdvance(({ run, isTelemetry, isRoutine = false }) => {
        // Commits of others are heard of through the news.
        if (this.#thread && run !== '' && !isTelemetry) hooks.advanced(run, isRoutine);
      }),
    ];
    if (hooks.hooks.size > 0) this.start();
  }

  /** Null while there is none. */
  get thread(): DeliveryThread | null {
    return this.#thread;
  }

  /** Without a webhook too, where there are rows to clean away. */
  start(): void {
    if (this.#isStopped || this.#thread || this.#timer) return;
    const startedMs = performance.now();
    const thread = this.#options.startThread();
    this.#thread = thread;
    void thread.ended.then((error) => this.#ended(error, performance.now() - startedMs));
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    for (const stop of this.#stopListening) stop();
    await this.#thread?.stop();
  }

  #heard(news: HookNews): void {
    if (this.#thread) this.#thread.tell(news);
    else if (this.#options.hooks.hooks.size > 0) this.start();
  }

  #ended(error: Error, livedMs: number): void {
    this.#thread = null;
    if (this.#isStopped) return;
    this.#options.onError(error);
    if (livedMs >= wellMs) this.#pauseMs = firstPauseMs;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.start();
    }, this.#pauseMs).unref();
    this.#pauseMs = Math.min(longestPauseMs, this.#pauseMs * 2);
  }
}
