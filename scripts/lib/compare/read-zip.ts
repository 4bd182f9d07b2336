// Reads a zip archive that lies in memory, file by file. The archive is outside text: every number in
// it is checked, and what a file unpacks to has a bound. No zip64 and no encryption.
import { inflateRawSync } from 'node:zlib';

export interface ZipReader {
  /** Paths of the files, as the archive lists them. */
  readonly paths: readonly string[];
  /** Undefined where the archive has no such file. */
  read(path: string): Uint8Array | undefined;
}

interface Entry {
  readonly path: string;
  readonly method: number;
  readonly packedSize: number;
  readonly size: number;
  readonly offset: number;
}

const endMark = 0x06054b50;
const listMark = 0x02014b50;
const localMark = 0x04034b50;
const endSize = 22;
const commentMax = 0xffff;
const filesMax = 10_000;
const fileBytesMax = 64 * 1024 * 1024;

function endOffset(bytes: Buffer): number {
  const first = Math.max(0, bytes.length - endSize - commentMax);
  for (let at = bytes.length - endSize; at >= first; at -= 1) {
    if (bytes.readUInt32LE(at) === endMark) return at;
  }
  throw new Error('This is no zip archive: the list of its files is missing.');
}

function entryAt(bytes: Buffer, at: number): { entry: Entry; next: number } {
  if (bytes.readUInt32LE(at) !== listMark) throw new Error('The list of files is damaged.');
  const nameSize = bytes.readUInt16LE(at + 28);
  const next = at + 46 + nameSize + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  const entry = {
    path: bytes.toString('utf8', at + 46, at + 46 + nameSize),
    method: bytes.readUInt16LE(at + 10),
    packedSize: bytes.readUInt32LE(at + 20),
    size: bytes.readUInt32LE(at + 24),
    offset: bytes.readUInt32LE(at + 42),
  };
  return { entry, next };
}

function entriesOf(bytes: Buffer): Entry[] {
  const end = endOffset(bytes);
  const count = bytes.readUInt16LE(end + 10);
  if (count > filesMax) throw new Error(`The archive has more than ${filesMax} files.`);
  const entries: Entry[] = [];
  let at = bytes.readUInt32LE(end + 16);
  for (let index = 0; index < count; index += 1) {
    const { entry, next } = entryAt(bytes, at);
    entries.push(entry);
    at = next;
  }
  return entries.filter(({ path }) => !path.endsWith('/'));
}

function unpack(bytes: Buffer, { path, method, packedSize, size, offset }: Entry): Uint8Array {
  if (size > fileBytesMax) throw new Error(`${path} is too large.`);
  if (bytes.readUInt32LE(offset) !== localMark) throw new Error(`${path} is damaged.`);
  const start = offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28);
  const packed = bytes.subarray(start, start + packedSize);
  if (packed.length !== packedSize) throw new Error(`${path} is cut off.`);
  if (method === 0) return packed;
  if (method !== 8) throw new Error(`${path} is packed in an unknown way.`);
  return inflateRawSync(packed, { maxOutputLength: fileBytesMax });
}

export function readZip(archive: Uint8Array): ZipReader {
  const bytes = Buffer.from(archive.buffer, archive.byteOffset, archive.byteLength);
  const entries = new Map(entriesOf(bytes).map((entry) => [entry.path, entry]));
  return {
    paths: [...entries.keys()],
    read: (path) => {
      const entry = entries.get(path);
      return entry === undefined ? undefined : unpack(bytes, entry);
    },
  };
}
