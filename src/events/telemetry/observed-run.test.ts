// What is counted and traced of runs of a real engine.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { seriesOf } from '../../../test/support/exposition.ts';
import { leaf } from '../../../test/support/run-driver.ts';
import {
  callOf,
  createRun,
  openTempEngine,
  type TempEngine,
  take,
  until,
} from '../../../test/support/temp-engine.ts';
import { Metrics, metricsText } from '../../base/metrics.ts';
import { startInlineWorker } from '../../engine/inline-worker.ts';
import { runMetrics } from './run-metrics.ts';
import { RunSpans } from './run-spans.ts';
import type { Span } from './span.ts';

const run = 'exec_seen1';
const ackMs = 10_000;
const leaseMs = 60_000;

let temp: TempEngine;
let metrics: Metrics;
beforeEach(async () => {
  temp = await openTempEngine();
  metrics = new Metrics();
  temp.engine.observer = runMetrics(metrics);
});
afterEach(() => temp.close());

const counted = (series: string): number => seriesOf(metricsText(metrics.samples()), series) ?? 0;

/** Timers go by the real clock: one that rings soon has everything looked at that is due by then. */
async function ringAfter(ms: number): Promise<void> {
  const now = temp.clock.now();
  const wait = { for: 'time', until: now + 5 } as const;
  await createRun(temp.engine, `exec_due${now}`, [leaf('task_1', [], { wait })]);
  temp.clock.advance(ms);
}

const own = (id: string, needs: string[] = []) => leaf(id, needs, { performer: 'tool' });

describe('what is counted of a run', () => {
  it('[OB11] every step that is handed out, also in the commit that makes it ready', async () => {
    const worker = startInlineWorker(temp.engine, {
      holder: 'worker_test1',
      handle: () => Promise.resolve({ output: {} }),
      onError: (error) => temp.errors.push(error),
    });
    await createRun(temp.engine, run, [
      own('task_1'),
      own('task_2', ['task_1']),
      own('task_3', ['task_2']),
    ]);
    const isOver = async () => (await temp.store.run(run))?.status === 'COMPLETED';
    await until(isOver);
    await worker.stop();
    expect(counted('planwright_handout_seconds_count{performer="tool"}')).toBe(3);
    expect(temp.errors).toEqual([]);
  });

  it('[OB11] leases that ran out, and those that nobody acknowledged', async () => {
    await createRun(temp.engine, run, [leaf('task_1')]);
    const losses = (): number => counted('planwright_lease_losses_total{performer="agent"}');
    await take(temp.engine, { run, leaseMs, ackMs });
    await ringAfter(ackMs);
    await until(() => losses() === 1);
    await take(temp.engine, { run, leaseMs });
    await ringAfter(leaseMs);
    await until(() => losses() === 2);
    expect(temp.errors).toEqual([]);
  });
});

describe('the span of an attempt', () => {
  it('[OB12] begins with its lease, also where another server has leased it', async () => {
    const other = await temp.beside();
    const spans: Span[] = [];
    const seen = new RunSpans((span) => spans.push(span));
    seen.readsFrom(temp.store);
    temp.engine.observer = { ...temp.engine.observer, committed: (...of) => seen.committed(...of) };
    await createRun(other, run, [leaf('task_1')]);
    const first = await take(other);
    temp.clock.advance(1_000);
    await other.fail({ ...callOf(first), class: 'logic', message: 'No.' });
    const leasedAt = temp.clock.now();
    const second = await take(other);
    temp.clock.advance(5_000);
    await temp.engine.complete({ ...callOf(second), output: {} });
    const attempts = () => spans.filter(({ parentId }) => parentId !== '');
    await until(() => attempts().length === 1);
    expect(attempts()).toMatchObject([{ startMs: leasedAt, endMs: leasedAt + 5_000 }]);
  });
});
