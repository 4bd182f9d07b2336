import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chainHash, emptyHead, encodeEvent, type StoredEvent } from '../../engine/log-header.ts';
import {
  type Answer,
  Batch,
  judge,
  maxBodyBytes,
  maxEvents,
  retryDelaysMs,
  typeOf,
} from './delivery.ts';
import { messageId } from './sign.ts';

const run = 'exec_batch1';
const at = 1_700_000_000_000;

function notes(count: number, kind = 'remark'): StoredEvent[] {
  const events: StoredEvent[] = [];
  for (let index = 0; index < count; index += 1) {
    const data = { by: 'agent_a', step: '', kind, reported_at: 0 };
    const head = events.at(-1) ?? emptyHead;
    events.push(encodeEvent(run, head, at + index, { type: 'note.recorded', data }));
  }
  return events;
}

function fill(events: readonly StoredEvent[], types: ReadonlySet<string> | null = null): Batch {
  const batch = new Batch(run, 0, types);
  for (const event of events) if (!batch.add(event)) break;
  return batch;
}

interface Body {
  readonly type: string;
  readonly timestamp: string;
  readonly data: {
    readonly webhook_id: string;
    readonly run_id: string;
    readonly from_seq: number;
    readonly to_seq: number;
    readonly head_hash: string;
    readonly events: readonly (Record<string, unknown> & { hash: string; seq: number })[];
  };
}

const bodyOf = (batch: Batch): Body => JSON.parse(batch.message('hook_a').body) as Body;

/** Keys in order and no spaces: what a receiver does to get the bytes that were hashed. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
  return `{${fields.map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`).join(',')}}`;
}

describe('a message', () => {
  it('[WH2] says whose events it holds, from where to where, and where the chain is', () => {
    const events = notes(3);
    expect(bodyOf(fill(events))).toMatchObject({
      type: 'run.events',
      timestamp: new Date(at + 2).toISOString(),
      data: {
        ...{ webhook_id: 'hook_a', run_id: run, from_seq: 1, to_seq: 3 },
        head_hash: events[2]?.hash,
      },
    });
  });

  it('[WH2] holds records of the log that a receiver can check against their chain', () => {
    const { events } = bodyOf(fill(notes(20))).data;
    let previous = emptyHead.hash;
    for (const { hash, ...record } of events) {
      expect(chainHash(previous, canonical(record))).toBe(hash);
      previous = hash;
    }
    expect(events).toHaveLength(20);
  });

  it('[WH2] is full at its limits of events and bytes, and the next one goes on from there', () => {
    const many = notes(maxEvents + 5);
    expect(fill(many)).toMatchObject({ size: maxEvents, toSeq: maxEvents });
    const large = notes(200, 'k'.repeat(128)).map((event) => ({
      ...event,
      header: event.header.replace('"kind":"', `"kind":"${'k'.repeat(3_000)}`),
    }));
    const batch = fill(large);
    const { body } = batch.message('hook_a');
    expect(Buffer.byteLength(body)).toBeLessThanOrEqual(maxBodyBytes);
    expect(batch.size).toBeGreaterThan(70);
    expect(batch.toSeq).toBe(batch.size);
  });

  it('[WH2] a record that is too large goes without its data', () => {
    const [event] = notes(1);
    if (!event) throw new Error('no event');
    const header = event.header.replace('"kind":"', `"kind":"${'k'.repeat(400_000)}`);
    const batch = fill([{ ...event, header }, ...notes(2).slice(1)]);
    const [first, second] = bodyOf(batch).data.events;
    const hash = event.hash;
    expect(first).toEqual({ hash, at, omitted: true, run, seq: 1, type: 'note.recorded' });
    expect(second).toMatchObject({ seq: 2, data: { kind: 'remark' } });
  });

  it('[WH3] events of other types are passed over and count as seen', () => {
    const batch = fill(notes(5), new Set(['run.ended']));
    expect(batch).toMatchObject({ size: 0, fromSeq: 1, toSeq: 5 });
  });

  it('[WH3] the type is read from the record itself, whatever else it holds', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Za-z0-9_.:-]{0,40}$/), (kind) => {
        const [event] = notes(1, kind);
        expect(typeOf(event?.header ?? '')).toBe('note.recorded');
      }),
    );
    const refs = { output: { id: 'ct_type', size: 1, digest: 'ab' } };
    const draft = { type: 'step.woken', data: { step: 'type' }, refs } as const;
    expect(typeOf(encodeEvent(run, emptyHead, at, draft).header)).toBe('step.woken');
  });

  it('[WH4] the same range is the same message, byte for byte; another has another id', () => {
    const events = notes(4);
    expect(fill(events).message('hook_a')).toEqual(fill(events).message('hook_a'));
    const ids = [
      ...[messageId('hook_a', run, 1, 4), messageId('hook_b', run, 1, 4)],
      ...[messageId('hook_a', run, 1, 3), messageId('hook_a', 'exec_b', 1, 4)],
    ];
    expect(new Set(ids).size).toBe(4);
    expect(fill(events).message('hook_a').id).toBe(ids[0]);
  });
});

describe('what an answer leads to', () => {
  const answered = (status: number): Answer => ({ status, error: '' });

  it.each([200, 201, 202, 204, 299])('[WH6] %d is success', (status) => {
    expect(judge(answered(status), 3, 0.5)).toEqual({ kind: 'delivered' });
  });

  it.each([100, 301, 307, 400, 401, 404, 429, 500, 503])('[WH6] %d is tried again', (status) => {
    expect(judge(answered(status), 1, 0)).toMatchObject({ kind: 'retry', afterMs: 5_000 });
  });

  it('[WH6] the waits are 5 s, 5 min, 30 min, 2 h, 5 h and 10 h, and a tenth more at most', () => {
    const lost: Answer = { status: 0, error: 'It broke.' };
    const seconds = [5, 300, 1_800, 7_200, 18_000, 36_000];
    expect(retryDelaysMs.map((delayMs) => delayMs / 1_000)).toEqual(seconds);
    for (const [index, delayMs] of retryDelaysMs.entries()) {
      for (const random of [0, 0.5, 1]) {
        const afterMs = Math.round(delayMs * (1 + random / 10));
        const verdict = { kind: 'retry', afterMs, why: 'It broke.' };
        expect(judge(lost, index + 1, random)).toEqual(verdict);
      }
    }
  });

  it('[WH7] the seventh failure disables, and 410 at once, with a reason', () => {
    expect(judge(answered(500), 6, 0).kind).toBe('retry');
    expect(judge(answered(500), 7, 0)).toEqual({
      kind: 'disable',
      why: '7 attempts failed. It answered with status 500.',
    });
    expect(judge(answered(410), 1, 0).kind).toBe('disable');
    const long = judge({ status: 0, error: 'x'.repeat(5_000) }, 7, 0);
    expect(long.kind === 'disable' && long.why.length).toBe(300);
  });
});
