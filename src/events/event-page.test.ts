import { describe, expect, it } from 'vitest';
import { emptyHead, encodeEvent, type Head, type StoredEvent } from '../engine/log-header.ts';
import type { ContentRow, Reader } from '../store/store.ts';
import { eventPage } from './event-page.ts';

const run = 'exec_00000001';
const ids = Array.from({ length: 9_000 }, (_, index) => `task_${index}`);

/** So many verified steps, each of which opened these. */
function logOf(count: number, ready: readonly string[]): StoredEvent[] {
  const log: StoredEvent[] = [];
  let head: Head = emptyHead;
  for (let nth = 1; nth <= count; nth += 1) {
    const refs = { output: { id: `ct_${nth}`, size: 1, digest: 'a'.repeat(64) } };
    const data = { step: `task_${nth}`, attempt: 1, by: '', ready };
    const event = encodeEvent(run, head, 0, { type: 'step.verified', data, refs } as never);
    log.push(event);
    head = event;
  }
  return log;
}

/** Tells how many contents were in hand at a time. */
function readerOf(log: readonly StoredEvent[]) {
  const seen = { atOnce: 0, most: 0 };
  const reader = {
    events: async (_: string, after: number, limit: number) => log.slice(after, after + limit),
    run: async () => ({ head_seq: log.length }),
    humanSteps: async () => [],
    content: async () => {
      seen.atOnce += 1;
      seen.most = Math.max(seen.most, seen.atOnce);
      await new Promise((resolve) => setImmediate(resolve));
      seen.atOnce -= 1;
      return { bytes: Buffer.from('"done"') } as unknown as ContentRow;
    },
  } as unknown as Reader;
  return { reader, seen };
}

const request = { tenant: 'tenant_a', run, after: 0, limit: 500 };

describe('a page of events', () => {
  it('[EV7] reads 25 outputs at a time, and gives as many events as were asked for', async () => {
    const { reader, seen } = readerOf(logOf(130, []));
    const page = await eventPage(reader, { ...request, after: 10, limit: 110 });
    expect(page.map(({ seq }) => seq)).toEqual(Array.from({ length: 110 }, (_, n) => n + 11));
    expect(seen.most).toBe(25);
    expect(await eventPage(reader, { ...request, after: 130 })).toEqual([]);
    expect(await eventPage(reader, request)).toHaveLength(130);
  });

  it('[EV7] ends with the event that makes it 20,000 changes', async () => {
    const { reader } = readerOf(logOf(10, ids));
    const page = await eventPage(reader, request);
    expect(page.map(({ seq }) => seq)).toEqual([1, 2, 3]);
    const next = await eventPage(reader, { ...request, after: 9 });
    expect(next.map(({ seq }) => seq)).toEqual([10]);
  });
});
