// A batch of write sets as waves for `pw_commit_v2`. The sets of a wave are written together, table by
// table, so none of them may build on another: one that does begins the next wave.
import type { DueWrite, OutboxRow, Requirement, RowWrite, WriteSet } from '../store.ts';
import { columnsOf, tables } from '../tables.ts';

type Row = Readonly<Record<string, string | number>>;

/** Lists by table, of entries that begin with the number of their set; `-table` lists what goes. */
type Wave = Record<string, unknown[][]>;

export interface Batch {
  readonly waves: readonly Wave[];
  /** Slots that are asked for, to be locked first. */
  readonly slots?: readonly string[];
}

/** One write set with the keys of what it writes; of several writes of one key the last counts. */
interface Keyed {
  readonly set: WriteSet;
  readonly rows: ReadonlyMap<string, RowWrite>;
  readonly due: ReadonlyMap<string, DueWrite>;
  readonly outbox: ReadonlyMap<string, OutboxRow>;
}

const base64 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');

function keyOfRow(write: RowWrite): string {
  const row = ('put' in write ? write.put : write.remove) as unknown as Row;
  const [first = '', second] = tables[write.table].key;
  const key = `${write.table} ${row[first]}`;
  return second === undefined ? key : `${key} ${row[second]}`;
}

const dueKey = (id: string): string => `due ${id}`;
const outboxKey = (id: string): string => `outbox ${id}`;
const slotKey = (place: string): string => `slots ${place}`;
const runKey = (run: string): string => `runs ${run}`;

function keyed(set: WriteSet): Keyed {
  const rows = new Map<string, RowWrite>();
  for (const write of set.rows ?? []) rows.set(keyOfRow(write), write);
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

function requirementEntry(requirement: Requirement): unknown[] {
  if ('unique' in requirement) {
    const { unique, value, until, owner = '' } = requirement;
    return ['unique', unique, value, until, owner];
  }
  if ('slot' in requirement) {
    const { slot, max, place, tenant, run } = requirement;
    return ['slot', slot, max, place, tenant, run];
  }
  return ['due', requirement.due, requirement.at ?? null, requirement.attempt ?? null];
}

function rowEntry(number: number, columns: readonly string[], row: Row): unknown[] {
  const entry: unknown[] = new Array(columns.length + 1);
  entry[0] = number;
  for (let index = 0; index < columns.length; index += 1) {
    entry[index + 1] = row[columns[index] as string];
  }
  return entry;
}

class Waves {
  readonly all: Wave[] = [];
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

  #write(number: number, { set, rows, due, outbox }: Keyed): void {
    this.#writeChecks(number, set);
    for (const { seq, header, hash } of set.events ?? []) {
      this.#list('events').push([number, set.run ?? '', seq, header, hash]);
    }
    for (const { id, tenant, owner, salt, bytes } of set.content ?? []) {
      this.#list('content').push([number, id, tenant, owner, base64(salt), base64(bytes)]);
    }
    for (const write of rows.values()) this.#writeRow(number, write);
    for (const write of due.values()) this.#writeDue(number, write);
    for (const { id, tenant, run, seq, topic, sent } of outbox.values()) {
      this.#list('outbox').push([number, id, tenant, run, seq, topic, sent]);
    }
    this.#writeRest(number, set);
  }

  #writeChecks(number: number, { run, expectedSeq, require = [], freeSlots = [] }: WriteSet): void {
    if (run !== undefined) this.#list('heads').push([number, run, expectedSeq ?? null]);
    const taken = new Set(require.map((one) => ('slot' in one ? one.place : '')));
    const freed = freeSlots.filter((place) => !taken.has(place));
    if (require.length > 0) {
      this.#list('require').push([number, require.map(requirementEntry), freed]);
    }
    for (const place of freed) this.#list('freeSlots').push([number, place]);
  }

  #writeRow(number: number, write: RowWrite): void {
    const { table } = write;
    if ('put' in write) {
      const row = write.put as unknown as Row;
      this.#list(table).push(rowEntry(number, columnsOf(table), row));
    } else {
      this.#list(`-${table}`).push(rowEntry(number, tables[table].key, write.remove));
    }
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
    for (const { id, sent, nextAt, tries } of notes.values()) {
      this.#list('outboxSent').push([number, id, sent, nextAt, tries]);
    }
    for (const id of outboxRemove) this.#list('-outbox').push([number, id]);
    if (snapshot) {
      const { run, seq, hash, machine, bytes } = snapshot;
      this.#list('snapshots').push([number, run, seq, hash, machine, base64(bytes)]);
    }
    for (const owner of erase?.owners ?? []) this.#list('erase').push([number, owner, erase?.at]);
  }
}

function slotsOf(sets: readonly WriteSet[]): string[] {
  const names = sets.flatMap(({ require = [] }) =>
    require.flatMap((requirement) => ('slot' in requirement ? [requirement.slot] : [])),
  );
  return [...new Set(names)];
}

export function toBatch(sets: readonly WriteSet[]): Batch {
  const waves = new Waves();
  sets.forEach((set, number) => {
    waves.add(number, set);
  });
  const slots = slotsOf(sets);
  return slots.length === 0 ? { waves: waves.all } : { waves: waves.all, slots };
}
