// Free text and payloads live beside the log in content rows; the log keeps a salted digest, so the
// bytes can be erased and the chain stays valid.

import { PlanwrightError } from '../base/errors.ts';
import { sha256HexOf } from '../base/hash.ts';
import type { Ids } from '../base/ids.ts';
import type { ContentRow } from '../store/store.ts';
import type { ContentRef, Performer } from './event-types.ts';

export interface NewContent {
  readonly row: ContentRow;
  readonly ref: ContentRef;
}

export function newContent(ids: Ids, tenant: string, owner: string, bytes: Uint8Array): NewContent {
  // Its owner comes first, so that contents of one run lie together and are erased by their ids.
  const id = `${owner}.${ids.part()}`;
  const salt = ids.salt();
  // In the order of the log's header, which then need not sort it.
  const ref = { digest: sha256HexOf(salt, bytes), id, size: bytes.byteLength };
  return { row: { id, tenant, owner, salt, bytes }, ref };
}

export const newJsonContent = (
  ids: Ids,
  tenant: string,
  owner: string,
  value: unknown,
): NewContent => newContent(ids, tenant, owner, Buffer.from(JSON.stringify(value)));

/** Larger things are files. */
export const maxOutputBytes = 256 * 1024;
/** Of steps that the engine performs by itself: code put together what many others handed in. */
export const maxOwnOutputBytes = 4 * 1024 * 1024;

export const outputBytesOf = (performer: Performer | undefined): number =>
  performer === 'engine' ? maxOwnOutputBytes : maxOutputBytes;

const slabBytes = 1024 * 1024;
let slab = Buffer.alloc(0);
let slabUsed = 0;
/** Of UTF-8 for each unit of a string, at most. */
const bytesPerUnit = 3;

/**
 * Texts of some kilobytes are written one behind the other into a large buffer: a buffer for each cost
 * more than to fill it. What was written is never written over.
 */
function bytesOf(text: string): Uint8Array {
  const most = text.length * bytesPerUnit;
  if (most > slabBytes / 8) return Buffer.from(text);
  if (slabUsed + most > slab.length) {
    slab = Buffer.allocUnsafeSlow(slabBytes);
    slabUsed = 0;
  }
  const start = slabUsed;
  slabUsed += slab.write(text, start);
  return slab.subarray(start, slabUsed);
}

/** For whoever writes it from this very thread: to another one the whole buffer would be sent. */
export function newSizedContent(
  what: string,
  ids: Ids,
  tenant: string,
  owner: string,
  value: unknown,
  maxBytes = maxOutputBytes,
): NewContent {
  const content = newContent(ids, tenant, owner, bytesOf(JSON.stringify(value)));
  const { size } = content.ref;
  if (size <= maxBytes) return content;
  const message = `The ${what} has ${size} bytes; at most ${maxBytes} are kept. Shorten it, or point to a file.`;
  throw new PlanwrightError('limit_exceeded', message, { size, max: maxBytes });
}

export const contentText = (row: ContentRow): string => Buffer.from(row.bytes).toString('utf8');

export const contentJson = (row: ContentRow): unknown => JSON.parse(contentText(row));
