// A batch of write sets as waves for `pw_commit`. The sets of a wave are written together, table by
// table, so none of them may build on another: one that does begins the next wave.
import type { PurseMove } from '../../engine/purse.ts';
import type { DueWrite, OutboxNote, OutboxRow, Requirement, RowWrite, WriteSet } from '../store.ts';
import { columnsOf, keyOf, movingOfRuns, movingOfSteps } from '../tables.ts';
import {
  dueKey,
  type Keyed,
  keyed,
  movedRun,
  outboxKey,
  type Row,
  rowOf,
  runKey,
  slotKey,
} from './keyed-set.ts';

/** Lists by table, of entries that begin with the number of their set; `-table` lists what goes. */
type Wave = Record<string, unknown[][]>;

export interface Batch {
  readonly waves: readonly Wave[];
  /** Slots and purses that are asked for, to be locked first. */
  readonly slots?: readonly string[];
  readonly purses?: readonly string[];
}

export interface Message {
  readonly batch: Batch;
  /** The contents' bytes, one after the other. */
  readonly blobs: Uint8Array;
}

const base64 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');

/** What the set looks at or writes beside its lists. */
function otherKeys({ run, require, freeSlots, snapshot, outboxSent, outboxRemove }: WriteSet) {
  const keys: string[] = [];
  if (run !== undefined) keys.push(runKey(run));
  for (const requirement of require ?? []) {
    if ('due' in requirement) keys.push(dueKey(requirement.due));
    else if ('slot' in requirement) keys.push(slotKey(requirement.place));
  }
  for (const place of freeSlots ?? []) keys.push(slotKey(place));
  for (const { id } of outboxSent ?? []) keys.push(outboxKey(id));
  for (const id of outboxRemove ?? []) keys.push(outboxKey(id));
  if (snapshot) keys.push(`snapshots ${snapshot.run}`);
  return keys;
}

const asksForSlot = ({ require = [] }: WriteSet): boolean =>
  require.some((requirement) => 'slot' in requirement);

const purseEntry = ({ purse, tenant, run, asks, spent, reserved }: PurseMove): unknown[] => [
  ...['purse', purse, tenant, run, asks],
  ...[spent, reserved].flatMap(({ money, tokens, calls }) => [money, tokens, calls]),
];

function requirementEntry(requirement: Requirement): unknown[] {
  if ('unique' in requirement) {
    const { unique, value, until, owner = '' } = requirement;
    return ['unique', unique, value, until, owner];
  }
  if ('slot' in requirement) {
    const { slot, max, place, tenant, run } = requirement;
    return ['slot', slot, max, place, tenant, run];
  }
  if ('purse' in requirement) return purseEntry(requirement);
  if ('warn' in requirement) return ['warn', requirement.warn, requirement.tenant, requirement.of];
  return ['due', requirement.due, requirement.at ?? null, requirement.attempt ?? null];
}

/** Places that give their slot back, and do not ask for one again. */
function freedBy({ require = [], freeSlots = [] }: WriteSet): readonly string[] {
  if (freeSlots.length === 0) return freeSlots;
  const taken = new Set(require.map((one) => ('slot' in one ? one.place : '')));
  return freeSlots.filter((place) => !taken.has(place));
}

function rowEntry(number: number, columns: readonly string[], row: Row): unknown[] {
  const entry: unknown[] = new Array(columns.length + 1);
  entry[0] = number;
  for (let index = 0; index < columns.length; index += 1) {
    entry[index + 1] = row[columns[index] as string];
  }
  return entry;
}

/** As `pw_commit` reads them. */
const moveColumns = [...keyOf('steps'), ...movingOfSteps];
const moveRunColumns = ['id', 'status', ...movingOfRuns];

/** Bytes that go beside the batch. */
class Blobs {
  readonly #parts: Uint8Array[] = [];
  #size = 0;

  /** Gives its place, as PostgreSQL counts: from one. */
  add(...parts: readonly Uint8Array[]): number {
    const place = this.#size + 1;
    for (const part of parts) {
      this.#parts.push(part);
      this.#size += part.byteLength;
    }
    return place;
  }

  all(): Uint8Array {
    return Buffer.concat(this.#parts, this.#size);
  }
}

/**
 * A webhook's row of a run ("webhook/run") is written by who moves the run and by who notes deliveries.
 * Both take rows by run and then by webhook, or each would wait for what the other has.
 */
function inLockOrder(ids: readonly string[]): string[] {
  const keyOf = (id: string): string => `${id.slice(id.indexOf('/') + 1)} ${id}`;
  if (ids.length < 2) return [...ids];
  return [...ids].sort((left, right) => (keyOf(left) < keyOf(right) ? -1 : 1));
}

class Waves {
  readonly all: Wave[] = [];
  readonly blobs = new Blobs();
  #wave: Wave = {};
  #keys = new Set<string>();

  add(number: number, set: WriteSet): void {
    const next = keyed(set);
    const keys = [...next.rows.keys(), ...next.due.keys(), ...next.outbox.keys()];
    keys.push(...otherKeys(set));
    if (this.all.length === 0 || this.#buildsOn(set, keys)) this.#begin();
    for (const key of keys) this.#keys.add(key);
    this.#write(number, next);
  }

  #begin(): void {
    this.#wave = {};
    this.#keys = new Set();
    this.all.push(this.#wave);
  }

  #buildsOn(set: WriteSet, keys: readonly string[]): boolean {
    if (set.erase || this.#wave.erase) return true;
    if (asksForSlot(set) && this.#changesSlots()) return true;
    // Requirements see what is put by earlier waves only; among themselves they go in order.
    if (this.#wave.purses && pursesOf([set]).length > 0) return true;
    return keys.some((key) => this.#keys.has(key));
  }

  #changesSlots(): boolean {
    const { freeSlots, slots, '-slots': removed } = this.#wave;
    return (freeSlots ?? slots ?? removed) !== undefined;
  }

  #list(table: string): unknown[][] {
    const list = this.#wave[table] ?? [];
    this.#wave[table] = list;
    return list;
  }

  #write(number: number, keyed: Keyed): void {
    const { set, rows, due, outbox } = keyed;
    const moved = movedRun(keyed);
    if (moved) this.#writeMove(number, rowOf(moved), set.expectedSeq);
    else this.#writeChecks(number, set);
    this.#freeSlots(number, set);
    for (const { seq, header, hash } of set.events ?? []) {
      this.#list('events').push([number, set.run ?? '', seq, header, hash]);
    }
    for (const { id, tenant, owner, salt, bytes } of set.content ?? []) {
      const place = this.blobs.add(salt, bytes);
      const entry = [number, id, tenant, owner, place, salt.byteLength, bytes.byteLength];
      this.#list('contents').push(entry);
    }
    for (const write of rows.values()) {
      if (write !== moved) this.#writeRow(number, write);
    }
    for (const write of due.values()) this.#writeDue(number, write);
    for (const key of inLockOrder([...outbox.keys()])) {
      const { id, tenant, run, seq, topic, sent } = outbox.get(key) as OutboxRow;
      this.#list('outbox').push([number, id, tenant, run, seq, topic, sent]);
    }
    this.#writeRest(number, set);
  }

  #writeMove(number: number, row: Row, expectedSeq: number | undefined): void {
    const entry = rowEntry(number, moveRunColumns, row);
    entry.push(expectedSeq);
    this.#list('moves').push(entry);
  }

  #writeChecks(number: number, set: WriteSet): void {
    const { run, expectedSeq, require = [] } = set;
    if (run !== undefined) this.#list('heads').push([number, run, expectedSeq ?? null]);
    if (require.length === 0) return;
    this.#list('require').push([number, require.map(requirementEntry), freedBy(set)]);
  }

  #freeSlots(number: number, set: WriteSet): void {
    for (const place of freedBy(set)) this.#list('freeSlots').push([number, place]);
  }

  #writeRow(number: number, write: RowWrite): void {
    const { table } = write;
    const row = rowOf(write);
    if ('put' in write) this.#list(table).push(rowEntry(number, columnsOf(table), row));
    else if ('move' in write) this.#list('steps~').push(rowEntry(number, moveColumns, row));
    else this.#list(`-${table}`).push(rowEntry(number, keyOf(table), row));
  }

  #writeDue(number: number, write: DueWrite): void {
    if ('clear' in write) {
      this.#list('-due').push([number, write.clear]);
      return;
    }
    const { id, at, kind, tenant, run, step, attempt } = write.set;
    this.#list('due').push([number, id, at, kind, tenant, run, step, attempt]);
  }

  #writeRest(number: number, set: WriteSet): void {
    const { outboxSent = [], outboxRemove = [], snapshot, erase } = set;
    const notes = new Map(outboxSent.map((note) => [note.id, note]));
    for (const id of inLockOrder([...notes.keys()])) {
      const { sent, nextAt, tries } = notes.get(id) as OutboxNote;
      this.#list('outboxSent').push([number, id, sent, nextAt, tries]);
    }
    for (const id of inLockOrder(outboxRemove)) this.#list('-outbox').push([number, id]);
    if (snapshot) {
      const { run, seq, hash, machine, bytes } = snapshot;
      this.#list('snapshots').push([number, run, seq, hash, machine, base64(bytes)]);
    }
    for (const owner of erase?.owners ?? []) this.#list('erase').push([number, owner, erase?.at]);
  }
}

function pursesOf(sets: readonly WriteSet[]): string[] {
  const ids = sets.flatMap(({ require = [] }) =>
    require.flatMap((requirement) => {
      if ('purse' in requirement) return [requirement.purse];
      return 'warn' in requirement ? [requirement.warn] : [];
    }),
  );
  return [...new Set(ids)];
}

function slotsOf(sets: readonly WriteSet[]): string[] {
  const names = sets.flatMap(({ require = [] }) =>
    require.flatMap((requirement) => ('slot' in requirement ? [requirement.slot] : [])),
  );
  return [...new Set(names)];
}

export function toMessage(sets: readonly WriteSet[]): Message {
  const waves = new Waves();
  sets.forEach((set, number) => {
    waves.add(number, set);
  });
  const slots = slotsOf(sets);
  const purses = pursesOf(sets);
  const batch = {
    waves: waves.all,
    ...(slots.length === 0 ? {} : { slots }),
    ...(purses.length === 0 ? {} : { purses }),
  };
  return { batch, blobs: waves.blobs.all() };
}
