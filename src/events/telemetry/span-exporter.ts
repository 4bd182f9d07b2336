// Sends spans to a collector in batches. A collector that is away costs spans, never anything else: the
// queue is bounded, and a batch that is refused twice is dropped and counted.
import type { Counting } from '../../base/metrics.ts';
import type { SafePost } from '../../base/safe-fetch-post.ts';
import { otlpTraces, type Resource } from './otlp.ts';
import type { Span } from './span.ts';

export interface SpanExporterOptions {
  /** Of the collector, up to /v1/traces. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly resource: Resource;
  readonly post: SafePost;
  readonly metrics: Counting;
  /** Told once until a batch arrives again. */
  onTrouble(reason: string): void;
}

const queueMax = 4_096;
const batchMax = 512;
const flushEveryMs = 1_000;
const timeoutMs = 5_000;
const triesMax = 2;

export class SpanExporter {
  readonly #options: SpanExporterOptions;
  readonly #timer: NodeJS.Timeout;
  #queue: Span[] = [];
  #sending: Promise<void> | null = null;
  #isInTrouble = false;

  constructor(options: SpanExporterOptions) {
    this.#options = options;
    this.#timer = setInterval(() => this.#start(), flushEveryMs).unref();
  }

  add(spans: readonly Span[]): void {
    const room = queueMax - this.#queue.length;
    this.#queue.push(...spans.slice(0, room));
    this.#count('dropped', Math.max(0, spans.length - room));
    if (this.#queue.length >= batchMax) this.#start();
  }

  /** Sends what is left; no longer than one batch may take for each. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#sending;
    this.#start();
    await this.#sending;
    await this.#options.post.close();
  }

  #start(): void {
    if (this.#queue.length === 0) return;
    this.#sending ??= this.#sendAll().finally(() => {
      this.#sending = null;
    });
  }

  async #sendAll(): Promise<void> {
    while (this.#queue.length > 0) {
      const batch = this.#queue.splice(0, batchMax);
      const isSent = await this.#send(batch);
      this.#count(isSent ? 'exported' : 'dropped', batch.length);
      if (!isSent) return;
    }
  }

  async #send(batch: readonly Span[]): Promise<boolean> {
    const { url, headers, resource, post } = this.#options;
    const body = JSON.stringify(otlpTraces(resource, batch));
    const init = { headers: { 'content-type': 'application/json', ...headers }, body, timeoutMs };
    let reason = '';
    for (let tries = 0; tries < triesMax; tries += 1) {
      try {
        const status = await post(url, init);
        if (status >= 200 && status < 300) {
          this.#isInTrouble = false;
          return true;
        }
        reason = `it answered with status ${status}`;
        // What it refuses it refuses again.
        if (status < 500 && status !== 429) break;
      } catch (error) {
        reason = error instanceof Error ? error.message : String(error);
      }
    }
    if (!this.#isInTrouble) this.#options.onTrouble(reason);
    this.#isInTrouble = true;
    return false;
  }

  #count(outcome: string, spans: number): void {
    if (spans > 0) this.#options.metrics.add('planwright_spans_total', [outcome], spans);
  }
}
