// The log's bytes: a header is canonical JSON of ids, names, integers and digests, and
// hash = SHA-256(previous hash ‖ header bytes). Verification hashes what was stored and never
// serialises again, so a reader in another language needs nothing of ours but SHA-256.
import { PlanwrightError } from '../base/errors.ts';
import { sha256Hex, sha256HexOf } from '../base/hash.ts';
import { type EventDraft, type EventType, eventVersions, type RunEvent } from './event-types.ts';
import { packRefs, type StoredRefs, unpackRefs } from './packed-refs.ts';
import { upcast } from './upcasters.ts';

export interface StoredEvent {
  readonly seq: number;
  readonly header: string;
  readonly hash: string;
}

/** The chain's end: what the next event is hashed onto. */
export interface Head {
  readonly seq: number;
  readonly hash: string;
}

export const emptyHead: Head = { seq: 0, hash: '0'.repeat(64) };

/** Anything with a space, an @ or a slash is free text, and free text can never be erased. */
const plainText = /^[A-Za-z0-9_.:-]{0,128}$/;

const hashBytes = 32;
/** Every event is hashed here, and hardly any is longer than a third of this. */
const scratch = Buffer.allocUnsafeSlow(16 * 1024);
const bytesPerUnitMax = 3;

export function chainHash(previousHash: string, header: string): string {
  if (hashBytes + header.length * bytesPerUnitMax > scratch.length) {
    return sha256HexOf(Buffer.from(previousHash, 'hex'), header);
  }
  // As `Buffer.from` does it: what is no hex ends the bytes.
  const start = scratch.write(previousHash, 0, hashBytes, 'hex');
  return sha256Hex(scratch.subarray(0, start + scratch.write(header, start, 'utf8')));
}

/** The path is put together on the way out only: every event passes here, and none is refused. */
class NotPlain extends TypeError {
  readonly what: string;
  readonly path: readonly string[];
  constructor(what: string, path: readonly string[] = []) {
    super(`event header: ${path.join('.')} ${what}`);
    this.what = what;
    this.path = path;
  }
}

/** Names of fields come from our own code, a few dozen in all: each with what stands before its value. */
const plainKeys = new Map<string, string>();
const plainKeysMax = 1_000;

function keyText(key: string): string {
  const known = plainKeys.get(key);
  if (known !== undefined) return known;
  if (!plainText.test(key)) throw new NotPlain('has a key that is free text');
  const text = `"${key}":`;
  if (plainKeys.size < plainKeysMax) plainKeys.set(key, text);
  return text;
}

/** In order already, for most: events are written down with their keys sorted where it is easy. */
function plainObject(value: object): string {
  let text = '';
  let before = '';
  for (const key in value) {
    if (key < before) return plainFields(value, Object.keys(value).sort());
    text += plainField(value, key, text === '');
    before = key;
  }
  return `{${text}}`;
}

function plainFields(value: object, keys: readonly string[]): string {
  let text = '';
  for (const key of keys) text += plainField(value, key, text === '');
  return `{${text}}`;
}

function plainField(value: object, key: string, isFirst: boolean): string {
  const name = keyText(key);
  try {
    const item = plainJson((value as Readonly<Record<string, unknown>>)[key]);
    return isFirst ? name + item : `,${name}${item}`;
  } catch (error) {
    throw error instanceof NotPlain ? new NotPlain(error.what, [key, ...error.path]) : error;
  }
}

function plainArray(items: readonly unknown[]): string {
  let text = '[';
  for (let index = 0; index < items.length; index += 1) {
    text += index === 0 ? plainJson(items[index]) : `,${plainJson(items[index])}`;
  }
  return `${text}]`;
}

/** Canonical JSON of what may stand in a header: plain text needs no escapes, so none are made. */
function plainJson(value: unknown): string {
  if (typeof value === 'string') {
    if (plainText.test(value)) return `"${value}"`;
    throw new NotPlain('is free text');
  }
  if (typeof value === 'number') {
    if (Number.isSafeInteger(value)) return Object.is(value, -0) ? '0' : String(value);
    throw new NotPlain('is not an integer');
  }
  if (Array.isArray(value)) return plainArray(value);
  if (typeof value === 'object' && value !== null) return plainObject(value);
  throw new NotPlain(`is ${value === null ? 'null' : typeof value}`);
}

const firstVersion = (type: EventType): number =>
  type === 'graph.patched' ? 1 : eventVersions[type];

export function encodeEvent(run: string, head: Head, at: number, draft: EventDraft): StoredEvent {
  const seq = head.seq + 1;
  const { data, refs, type } = draft;
  const stored = refs && type === 'graph.patched' ? packRefs(refs) : refs;
  // What the first version can say is written as that.
  const v = stored === refs ? firstVersion(type) : eventVersions[type];
  const rest = { run, seq, type, v };
  const record = stored === undefined ? { at, data, ...rest } : { at, data, refs: stored, ...rest };
  const header = plainObject(record);
  return { seq, header, hash: chainHash(head.hash, header) };
}

interface RawHeader {
  readonly at: number;
  readonly data: object;
  readonly refs?: StoredRefs;
  readonly run: string;
  readonly seq: number;
  readonly type: string;
  readonly v: number;
}

export const parseHeader = (header: string): RawHeader => JSON.parse(header) as RawHeader;

const isKnown = (type: string): type is EventType => Object.hasOwn(eventVersions, type);

/** Refuses what this version cannot understand rather than folding a guess. */
export function decodeEvent(header: string): RunEvent {
  const raw = parseHeader(header);
  if (!isKnown(raw.type) || raw.v > eventVersions[raw.type]) {
    const facts = { run: raw.run, seq: raw.seq, type: raw.type, version: raw.v };
    throw new PlanwrightError(
      'event_unknown',
      `Event ${raw.seq} of ${raw.run} is ${raw.type} v${raw.v}, which this version does not know. Use a newer Planwright.`,
      facts,
    );
  }
  const data = upcast(raw.type, raw.v, raw.data, eventVersions[raw.type]);
  const { run, seq, at } = raw;
  const refs = raw.refs && raw.type === 'graph.patched' ? unpackRefs(raw.refs) : raw.refs;
  const event = { run, seq, at, type: raw.type, data, ...(refs ? { refs } : {}) };
  return event as unknown as RunEvent;
}
