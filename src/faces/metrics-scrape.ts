// What /metrics shows: what the threads have counted, the state of the process, and how much work waits.
// The store is asked at most once in five seconds, through its indexes, however often somebody scrapes.
import process from 'node:process';
import type { MetricName } from '../base/metric-table.ts';
import { type Metrics, metricsText, type Sample } from '../base/metrics.ts';
import type { ServerInfo } from '../contract/common.ts';
import { decodeEvent } from '../engine/log-header.ts';
import type { QueueDepth, Reader } from '../store/store.ts';
import type { HealthCheck } from './health.ts';

export interface ScrapeParts {
  readonly metrics: Metrics;
  readonly reader: Pick<Reader, 'events' | 'outboxPending' | 'queueDepths'>;
  /** The clock of the store, which dates events. */
  now(): number;
  readonly server: Pick<ServerInfo, 'version' | 'store'>;
  readonly health: HealthCheck;
}

const freshMs = 5_000;

/** Runs whose oldest undelivered event is looked at. */
const pendingMax = 64;

const metricOf: Readonly<Record<QueueDepth['what'], MetricName>> = {
  ready: 'planwright_steps_ready',
  leased: 'planwright_steps_leased',
  parked: 'planwright_steps_parked',
  runs: 'planwright_runs_open',
  outbox: 'planwright_webhook_pending',
};

const sample = (name: MetricName, value: number, ...labels: string[]): Sample => ({
  name,
  labels,
  value,
});

const depthSample = ({ what, performer, count }: QueueDepth): Sample =>
  sample(metricOf[what], count, ...(performer === '' ? [] : [performer]));

const microsPerSecond = 1_000_000;
const msPerSecond = 1_000;

function processSamples(): Sample[] {
  const { user, system } = process.cpuUsage();
  return [
    sample('process_resident_memory_bytes', process.memoryUsage.rss()),
    sample('process_heap_bytes', process.memoryUsage().heapUsed),
    sample('process_cpu_seconds_total', (user + system) / microsPerSecond),
    sample('process_start_time_seconds', Math.round(performance.timeOrigin / 1_000)),
  ];
}

export class Scrape {
  readonly #parts: ScrapeParts;
  #depths: Promise<readonly Sample[]> | null = null;
  #readMs = Number.NEGATIVE_INFINITY;

  constructor(parts: ScrapeParts) {
    this.#parts = parts;
  }

  async text(): Promise<string> {
    const { metrics, server, health } = this.#parts;
    const [{ status }, depths] = await Promise.all([health.report(), this.#queue()]);
    return metricsText([
      sample('planwright_build_info', 1, server.version, server.store),
      sample('planwright_up', status === 'unavailable' ? 0 : 1),
      ...depths,
      ...metrics.samples(),
      ...processSamples(),
    ]);
  }

  /** Empty while the store cannot be read: a number that is not known is better absent. */
  #queue(): Promise<readonly Sample[]> {
    const nowMs = performance.now();
    if (this.#depths && nowMs - this.#readMs < freshMs) return this.#depths;
    this.#readMs = nowMs;
    this.#depths = this.#readQueue().catch(() => []);
    return this.#depths;
  }

  async #readQueue(): Promise<Sample[]> {
    const depths = await this.#parts.reader.queueDepths();
    const age = sample('planwright_webhook_oldest_pending_seconds', await this.#oldestPending());
    return [...depths.map(depthSample), age];
  }

  /** An endpoint that never answers shows here, where nothing is delivered that could be observed. */
  async #oldestPending(): Promise<number> {
    const { reader, now } = this.#parts;
    const pending = await reader.outboxPending(Number.MAX_SAFE_INTEGER, pendingMax);
    const found = await Promise.all(pending.map(({ run, sent }) => reader.events(run, sent, 1)));
    const times = found.flat().map(({ header }) => decodeEvent(header).at);
    return times.length === 0 ? 0 : Math.max(0, now() - Math.min(...times)) / msPerSecond;
  }
}
