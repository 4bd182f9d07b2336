// A write set with the keys of what it writes: of several writes of one key only the last counts, and
// two sets that have a key in common build on each other.
import type { DueWrite, OutboxRow, RowWrite, WriteSet } from '../store.ts';
import { keyOf, movingOfSteps } from '../tables.ts';

export type Row = Readonly<Record<string, string | number>>;

export interface Keyed {
  readonly set: WriteSet;
  readonly rows: ReadonlyMap<string, RowWrite>;
  readonly due: ReadonlyMap<string, DueWrite>;
  readonly outbox: ReadonlyMap<string, OutboxRow>;
}

export function rowOf(write: RowWrite): Row {
  if ('put' in write) return write.put as unknown as Row;
  return 'move' in write ? write.move : write.remove;
}

function keyOfRow(write: RowWrite): string {
  const row = rowOf(write);
  const [first = '', second] = keyOf(write.table);
  const key = `${write.table} ${row[first]}`;
  return second === undefined ? key : `${key} ${row[second]}`;
}

/** Of two writes of one key the last counts; a move changes what the one before it put. */
function onto(before: RowWrite | undefined, write: RowWrite): RowWrite {
  if (!before || !('move' in write) || 'move' in before) return write;
  if (!('put' in before)) return before;
  const moved = movingOfSteps.map((column) => [column, write.move[column]]);
  return { ...before, put: { ...before.put, ...Object.fromEntries(moved) } } as RowWrite;
}

export const dueKey = (id: string): string => `due ${id}`;
export const outboxKey = (id: string): string => `outbox ${id}`;
export const slotKey = (place: string): string => `slots ${place}`;
export const runKey = (run: string): string => `runs ${run}`;

export function keyed(set: WriteSet): Keyed {
  const rows = new Map<string, RowWrite>();
  for (const write of set.rows ?? []) {
    const key = keyOfRow(write);
    rows.set(key, onto(rows.get(key), write));
  }
  const due = new Map<string, DueWrite>();
  for (const write of set.due ?? []) {
    due.set(dueKey('clear' in write ? write.clear : write.set.id), write);
  }
  const outbox = new Map<string, OutboxRow>();
  for (const row of set.outbox ?? []) {
    const key = outboxKey(row.id);
    const before = outbox.get(key);
    outbox.set(key, before ? { ...before, seq: Math.max(before.seq, row.seq) } : row);
  }
  return { set, rows, due, outbox };
}

/** The write of a set that only moves its run on: one statement checks its head and writes it. */
export function movedRun({ set, rows }: Keyed): RowWrite | null {
  const { run = '', expectedSeq = 0, require, erase } = set;
  if (require || erase || expectedSeq === 0) return null;
  const write = rows.get(runKey(run));
  return write && 'put' in write ? write : null;
}
