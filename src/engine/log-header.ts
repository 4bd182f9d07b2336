// The log's bytes: a header is canonical JSON of ids, names, integers and digests, and
// hash = SHA-256(previous hash ‖ header bytes). Verification hashes what was stored and never
// serialises again, so a reader in another language needs nothing of ours but SHA-256.
import { canonicalJson } from '../base/canonical-json.ts';
import { PlanwrightError } from '../base/errors.ts';
import { sha256HexOf } from '../base/hash.ts';
import {
  type ContentRef,
  type EventDraft,
  type EventType,
  eventVersions,
  type RunEvent,
} from './event-types.ts';
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

export const chainHash = (previousHash: string, header: string): string =>
  sha256HexOf(Buffer.from(previousHash, 'hex'), header);

function assertPlain(value: unknown, path: string): void {
  if (typeof value === 'number') {
    if (Number.isSafeInteger(value)) return;
    throw new TypeError(`event header: ${path} is not an integer`);
  }
  if (typeof value === 'string') {
    if (plainText.test(value)) return;
    throw new TypeError(`event header: ${path} is free text`);
  }
  if (typeof value !== 'object' || value === null) {
    throw new TypeError(`event header: ${path} is ${value === null ? 'null' : typeof value}`);
  }
  for (const [key, item] of Object.entries(value)) {
    if (!plainText.test(key)) throw new TypeError(`event header: a key under ${path} is free text`);
    assertPlain(item, `${path}.${key}`);
  }
}

export function encodeEvent(run: string, head: Head, at: number, draft: EventDraft): StoredEvent {
  const seq = head.seq + 1;
  const fields = {
    at,
    data: draft.data,
    refs: draft.refs,
    run,
    seq,
    type: draft.type,
    v: eventVersions[draft.type],
  };
  const { refs, ...required } = fields;
  const record = refs === undefined ? required : fields;
  assertPlain(record, draft.type);
  const header = canonicalJson(record);
  return { seq, header, hash: chainHash(head.hash, header) };
}

interface RawHeader {
  readonly at: number;
  readonly data: object;
  readonly refs?: Readonly<Record<string, ContentRef>>;
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
  const event = { run, seq, at, type: raw.type, data, ...(raw.refs ? { refs: raw.refs } : {}) };
  return event as unknown as RunEvent;
}
