// A zip archive in memory: names, times and bytes in, one file out. The same files give the same bytes.
// No zip64: what we pack is far below 4 GB.
import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipFile {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly updatedAtMs: number;
}

interface Entry {
  readonly name: Buffer;
  readonly packed: Uint8Array;
  readonly size: number;
  readonly crc: number;
  readonly method: number;
  readonly time: number;
  readonly date: number;
}

const version = 20;
const namesAreUtf8 = 0x0800;
const stored = 0;
const deflated = 8;

/** In UTC, in steps of two seconds; the format begins with 1980. */
function dosTime(ms: number): { time: number; date: number } {
  const at = new Date(Math.max(ms, Date.UTC(1980, 0, 1)));
  return {
    time: (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1),
    date: ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(),
  };
}

function entryOf({ path, bytes, updatedAtMs }: ZipFile): Entry {
  const small = deflateRawSync(bytes, { level: 9 });
  const isSmaller = small.byteLength < bytes.byteLength;
  return {
    name: Buffer.from(path, 'utf8'),
    packed: isSmaller ? small : bytes,
    size: bytes.byteLength,
    crc: crc32(bytes),
    method: isSmaller ? deflated : stored,
    ...dosTime(updatedAtMs),
  };
}

/** What stands before a file, and again in the list at the end. */
function commonFields({ name, packed, size, crc, method, time, date }: Entry): Buffer {
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(version, 0);
  fields.writeUInt16LE(namesAreUtf8, 2);
  fields.writeUInt16LE(method, 4);
  fields.writeUInt16LE(time, 6);
  fields.writeUInt16LE(date, 8);
  fields.writeUInt32LE(crc, 10);
  fields.writeUInt32LE(packed.byteLength, 14);
  fields.writeUInt32LE(size, 18);
  fields.writeUInt16LE(name.byteLength, 22);
  return fields;
}

const localMark = Buffer.from('PK\u0003\u0004', 'latin1');
const listMark = Buffer.from('PK\u0001\u0002', 'latin1');
const endMark = Buffer.from('PK\u0005\u0006', 'latin1');

function listFields(entry: Entry, offset: number): Buffer {
  const maker = Buffer.alloc(2);
  maker.writeUInt16LE(version);
  // No comment, first disk, no attributes; then where the file is.
  const rest = Buffer.alloc(14);
  rest.writeUInt32LE(offset, 10);
  return Buffer.concat([listMark, maker, commonFields(entry), rest, entry.name]);
}

function endFields(count: number, listSize: number, offset: number): Buffer {
  const end = Buffer.alloc(18);
  end.writeUInt16LE(count, 4);
  end.writeUInt16LE(count, 6);
  end.writeUInt32LE(listSize, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([endMark, end]);
}

export function zipOf(files: readonly ZipFile[]): Uint8Array {
  const parts: Uint8Array[] = [];
  const list: Buffer[] = [];
  let offset = 0;
  for (const entry of files.map(entryOf)) {
    const local = Buffer.concat([localMark, commonFields(entry), entry.name]);
    parts.push(local, entry.packed);
    list.push(listFields(entry, offset));
    offset += local.byteLength + entry.packed.byteLength;
  }
  const names = Buffer.concat(list);
  return Buffer.concat([...parts, names, endFields(list.length, names.byteLength, offset)]);
}
