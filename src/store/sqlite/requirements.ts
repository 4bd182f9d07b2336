// What must hold before a write set is written: its head, keys, timers, slots and purses. Nothing is
// written here.
import type { StatementSync } from 'node:sqlite';
import { emptyHead, type Head } from '../../engine/log-header.ts';
import { mustWarn, type PurseMove, shortOf, type WarnOf } from '../../engine/purse.ts';
import type {
  CommitResult,
  Requirement,
  SlotRequirement,
  UniqueRequirement,
  WriteSet,
} from '../store.ts';
import type { PurseRow } from '../tables.ts';

type Conflict = Extract<CommitResult, { ok: false }>;

export type RequireStatements = Readonly<
  Record<'head' | 'takenNow' | 'due' | 'slotOf' | 'slotCount' | 'purse', StatementSync>
>;

export function conflictOf(sql: RequireStatements, set: WriteSet, now: number): Conflict | null {
  const conflict = headConflict(sql, set);
  if (conflict || !set.require) return conflict;
  for (const requirement of set.require) {
    const unmet = unmetOf(sql, requirement, set, now);
    if (unmet) return unmet;
  }
  return null;
}

function headConflict(sql: RequireStatements, { run, expectedSeq }: WriteSet): Conflict | null {
  if (run === undefined) return null;
  const head = (sql.head.get(run) as Head | undefined) ?? emptyHead;
  if (head.seq === expectedSeq) return null;
  return { ok: false, conflict: 'seq', head: { seq: head.seq, hash: head.hash } };
}

function unmetOf(
  sql: RequireStatements,
  requirement: Requirement,
  set: WriteSet,
  now: number,
): Conflict | null {
  if ('unique' in requirement) {
    const { unique: key } = requirement;
    const taken = sql.takenNow.get(key, now) ?? earlierInSet(requirement, set);
    return taken ? { ok: false, conflict: 'unique', key, value: String(taken.value) } : null;
  }
  if ('slot' in requirement) {
    if (isSlotFree(sql, requirement, set)) return null;
    return { ok: false, conflict: 'slot', key: requirement.slot };
  }
  if ('purse' in requirement || 'warn' in requirement) {
    const key = unmetByPurse(sql, requirement);
    return key === null ? null : { ok: false, conflict: 'purse', key };
  }
  const row = sql.due.get(requirement.due) as { at: number; attempt: number } | undefined;
  const holds =
    row !== undefined &&
    (requirement.at ?? row.at) === row.at &&
    (requirement.attempt ?? row.attempt) === row.attempt;
  return holds ? null : { ok: false, conflict: 'due', key: requirement.due };
}

function unmetByPurse(sql: RequireStatements, wanted: PurseMove | WarnOf): string | null {
  const read = (id: string): PurseRow | undefined =>
    sql.purse.get(id, wanted.tenant) as PurseRow | undefined;
  if ('warn' in wanted) {
    const row = read(wanted.warn);
    return row && mustWarn(row, wanted.of) ? null : wanted.of;
  }
  if (wanted.asks === '') return null;
  const row = read(wanted.purse);
  return row ? shortOf(row, wanted.asks, wanted) : 'missing';
}

/** A set that asks for a key twice is in its own way. */
function earlierInSet(wanted: UniqueRequirement, set: WriteSet): UniqueRequirement | undefined {
  for (const earlier of set.require ?? []) {
    if (earlier === wanted) return undefined;
    if ('unique' in earlier && earlier.unique === wanted.unique) return earlier;
  }
  return undefined;
}

const slotAt = (sql: RequireStatements, place: string): unknown => sql.slotOf.get(place)?.name;

/** The slots of the set's own places when this requirement is looked at. */
function placesBefore(wanted: SlotRequirement, set: WriteSet): Map<string, string> {
  const places = new Map((set.freeSlots ?? []).map((place) => [place, '']));
  for (const asked of set.require ?? []) if ('slot' in asked) places.delete(asked.place);
  for (const earlier of set.require ?? []) {
    if (earlier === wanted) break;
    if ('slot' in earlier) places.set(earlier.place, earlier.slot);
  }
  return places;
}

function isSlotFree(sql: RequireStatements, wanted: SlotRequirement, set: WriteSet): boolean {
  const places = placesBefore(wanted, set);
  const { slot, place, max } = wanted;
  if ((places.get(place) ?? slotAt(sql, place)) === slot) return true;
  let count = Number(sql.slotCount.get(slot)?.count);
  for (const [own, name] of places) {
    if (slotAt(sql, own) === slot) count -= 1;
    if (name === slot) count += 1;
  }
  return count < max;
}
