import { describe, expect, it } from 'vitest';
import { sampleRows } from '../../../test/contract/sample-rows.ts';
import type { DueRow, WriteSet } from '../store.ts';
import { movingStatement } from './moving-set.ts';

const { runs, steps } = sampleRows;
const run = { table: 'runs', put: runs } as const;
const move = (step: string) => ({ table: 'steps', move: { ...steps, step } }) as const;
const event = (seq: number) => ({ seq, header: `{"seq":${seq}}`, hash: `hash ${seq}` });
const bytes = new Uint8Array([1, 2]);
const content = { id: 'c', tenant: 't', owner: runs.id, salt: bytes, bytes };
const due: DueRow = { ...{ id: 'd', at: 7, kind: 'lease', attempt: 1 }, ...steps };
const outbox = { id: 'h/r', tenant: 't', run: runs.id, seq: 6, topic: 'h', sent: 4 };

const typical: WriteSet = {
  run: runs.id,
  expectedSeq: 4,
  events: [event(5), event(6)],
  content: [content],
  rows: [run, move('a'), move('b')],
  due: [{ set: due }, { clear: 'gone' }],
  outbox: [outbox],
};

describe('movingStatement', () => {
  it('[ST14] has a place for every value, and a value for every place', () => {
    const { name, text = '', values = [] } = movingStatement(typical) ?? {};
    expect(name).toBe('pw_move_2_1_2_1_1_1');
    const places = new Set(text.match(/\$\d+/g));
    expect(places.size).toBe(values.length);
    expect(values.slice(0, 4)).toEqual([runs.id, 4, runs.status, runs.head_seq]);
    expect(values.slice(-6)).toEqual(['h/r', 't', runs.id, 6, 'h', 4]);
    expect(values).not.toContain(undefined);
  });

  it('[ST14] is the same for all sets of a kind, and another for another', () => {
    const rows = [{ ...run, put: { ...runs, id: 'exec_2' } }, move('c'), move('d')];
    const other = { ...typical, run: 'exec_2', events: [event(8), event(9)], rows };
    expect(movingStatement(other)?.text).toBe(movingStatement(typical)?.text);
    const more = { ...typical, events: [event(5), event(6), event(7)] };
    expect(movingStatement(more)?.name).toBe('pw_move_3_1_2_1_1_1');
    expect(movingStatement(more)?.text).not.toBe(movingStatement(typical)?.text);
  });

  it('[ST30] keeps of several writes of one key the last', () => {
    const set = { ...typical, due: [{ set: due }, { clear: 'd' }] };
    expect(movingStatement(set)?.name).toBe('pw_move_2_1_2_0_1_1');
  });

  it.each<[string, WriteSet]>([
    ['makes its run', { ...typical, expectedSeq: 0 }],
    ['has no run', { rows: [run] }],
    ['does not move its run', { ...typical, rows: [move('a')] }],
    ['puts a step', { ...typical, rows: [run, { table: 'steps', put: steps }] }],
    ['removes a row', { ...typical, rows: [run, { table: 'agents', remove: { id: 'a' } }] }],
    ['requires something', { ...typical, require: [{ due: 'd' }] }],
    ['frees a slot', { ...typical, freeSlots: ['p'] }],
    ['notes a delivery', { ...typical, outboxRemove: ['o'] }],
    ['erases', { ...typical, erase: { owners: ['r'], at: 1 } }],
    ['has a snapshot', { ...typical, snapshot: { run: 'r', seq: 1, hash: '', machine: 1, bytes } }],
    ['is large', { ...typical, rows: [run, move('a'), move('b'), move('c')] }],
  ])('[ST14] is none for a set that %s', (_, set) => {
    expect(movingStatement(set)).toBeNull();
  });
});
