import { describe, expect, it } from 'vitest';
import { emptyHead, encodeEvent, type Head, type StoredEvent } from '../engine/log-header.ts';
import type { Reader } from '../store/store.ts';
import { streamRun } from './event-stream.ts';
import { RunWatch } from './run-watch.ts';

const run = 'exec_00000001';

function logOf(count: number): StoredEvent[] {
  const log: StoredEvent[] = [];
  let head: Head = emptyHead;
  for (let nth = 1; nth <= count; nth += 1) {
    const data = { by: 'person_a', step: '', kind: 'remark', reported_at: 0 };
    const event = encodeEvent(run, head, 0, { type: 'note.recorded', data });
    log.push(event);
    head = event;
  }
  return log;
}

describe('streams of a long log', () => {
  it('[EV9] read one page at a time together, so that others have their turn between', async () => {
    const log = logOf(300);
    let events = 0;
    const reader = {
      run: async () => ({ status: 'COMPLETED', head_seq: log.length }),
      events: async (_: string, after: number, limit: number) => {
        const page = log.slice(after, after + limit);
        events += page.length;
        return page;
      },
      telemetry: async () => [],
    } as unknown as Reader;
    let isDone = false;
    const readAll = async (): Promise<number> => {
      let count = 0;
      const { signal } = new AbortController();
      const request = { run, tenant: 'tenant_a', after: 0, signal };
      for await (const item of streamRun(reader, new RunWatch(), request)) {
        if (item.kind === 'event') count += 1;
      }
      return count;
    };
    const perTurn: number[] = [];
    const watching = (async () => {
      while (!isDone) {
        const before = events;
        await new Promise((resolve) => setImmediate(resolve));
        perTurn.push(events - before);
      }
    })();
    const counts = await Promise.all(Array.from({ length: 20 }, readAll));
    isDone = true;
    await watching;
    expect(counts).toEqual(Array.from({ length: 20 }, () => 300));
    // Two pages where one turn of the streams falls on each side of ours.
    expect(Math.max(...perTurn)).toBeLessThanOrEqual(50);
  });
});
