// Reads a zip archive that lies in memory. The archive is outside text: nothing of it is written to
// disk, every number in it is checked before it is used, and what it unpacks to is bounded by what its
// list says, which is bounded too. Archives within the archive stay packed.
import { crc32, inflateRawSync } from 'node:zlib';
import { isPlanwrightError, PlanwrightError } from './errors.ts';

export interface ZipLimits {
  readonly files: number;
  readonly fileBytes: number;
  readonly totalBytes: number;
  /** How many times its packed size a file may have; small files may have more. */
  readonly ratio: number;
}

const MiB = 2 ** 20;

export const usualZipLimits: ZipLimits = {
  files: 10_000,
  fileBytes: 32 * MiB,
  totalBytes: 128 * MiB,
  ratio: 200,
};

/** Below this a file is harmless, however well it packs. */
const freeBytes = MiB;

export interface ZipReader {
  /** Paths of the files, as the archive lists them; none leads out of it. */
  readonly paths: readonly string[];
  /** Undefined where the archive has no such file. */
  read(path: string): Uint8Array | undefined;
}

interface Entry {
  readonly path: string;
  readonly flags: number;
  readonly method: number;
  readonly crc: number;
  readonly packedSize: number;
  readonly size: number;
  readonly offset: number;
}

const endMark = 0x06054b50;
const zip64Mark = 0x07064b50;
const listMark = 0x02014b50;
const localMark = 0x04034b50;
const [endSize, listSize, localSize, locatorSize] = [22, 46, 30, 20];
const maxComment = 0xffff;
const maxNameBytes = 1_000;
const [none32, none16] = [0xffff_ffff, 0xffff];
const [stored, deflated] = [0, 8];
/** Encrypted, patched, strongly encrypted, masked list. */
const lockedFlags = 0x0001 | 0x0020 | 0x0040 | 0x2000;

const refused = (what: string): PlanwrightError =>
  new PlanwrightError('INVALID_ARGUMENTS', `This archive is not taken in: ${what}.`);

const tooLarge = (what: string): PlanwrightError =>
  new PlanwrightError('too_large', `This archive is not taken in: ${what}.`);

const shown = (path: string): string => JSON.stringify(path.slice(0, 80));

export const isZip = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] === 3 || bytes[2] === 5);

function endOffset(bytes: Buffer): number {
  const first = Math.max(0, bytes.length - endSize - maxComment);
  for (let at = bytes.length - endSize; at >= first; at -= 1) {
    const isEnd =
      bytes.readUInt32LE(at) === endMark &&
      at + endSize + bytes.readUInt16LE(at + 20) === bytes.length;
    if (isEnd) return at;
  }
  throw refused('the list of its files is missing or cut off');
}

interface List {
  readonly count: number;
  readonly start: number;
  readonly end: number;
}

function listOf(bytes: Buffer, limits: ZipLimits): List {
  const end = endOffset(bytes);
  const hasLocator = end >= locatorSize && bytes.readUInt32LE(end - locatorSize) === zip64Mark;
  const [disk, count] = [bytes.readUInt16LE(end + 4), bytes.readUInt16LE(end + 10)];
  const [size, start] = [bytes.readUInt32LE(end + 12), bytes.readUInt32LE(end + 16)];
  if (hasLocator || count === none16 || size === none32 || start === none32) {
    throw refused('it is of the kind zip64, which only archives above 4 GB or 65,535 files need');
  }
  if (disk !== 0 || bytes.readUInt16LE(end + 8) !== count) throw refused('it is one of several');
  if (count > limits.files) throw tooLarge(`it has ${count} files, at most ${limits.files} are`);
  if (start + size !== end) throw refused('the list of its files is not where it says');
  return { count, start, end };
}

const unixMakers = new Set([3, 19]);
const [kindMask, plainFile, folder] = [0o170000, 0o100000, 0o040000];

/** Links, devices and pipes have a kind of their own in the upper half of the attributes. */
function checkKind(maker: number, attributes: number, path: string): void {
  if (!unixMakers.has(maker)) return;
  const kind = (attributes >>> 16) & kindMask;
  if (kind === 0 || kind === plainFile || kind === folder) return;
  throw refused(`${shown(path)} is a link or a device, no file`);
}

function checkPath(path: string): void {
  const parts = path.split('/');
  const leadsOut = parts.some((part) => part === '..' || part === '.');
  const isOdd = /[\\\p{Cc}]/u.test(path) || /^[a-z]:/i.test(path);
  if (path === '' || path.startsWith('/') || leadsOut || isOdd || parts.slice(0, -1).includes('')) {
    throw refused(`the name ${shown(path)} may lead out of it`);
  }
}

function checkSizes({ path, packedSize, size }: Entry, limits: ZipLimits): void {
  if (packedSize === none32 || size === none32)
    throw refused(`${shown(path)} is of the kind zip64`);
  if (size > limits.fileBytes) {
    throw tooLarge(`${shown(path)} has ${size} bytes, at most ${limits.fileBytes} are`);
  }
  if (size > freeBytes && size > packedSize * limits.ratio) {
    throw tooLarge(`${shown(path)} is packed more than ${limits.ratio} times, as no plan is`);
  }
}

const decoder = new TextDecoder('utf-8');

function entryAt(bytes: Buffer, at: number, end: number): { entry: Entry; next: number } {
  if (at + listSize > end || bytes.readUInt32LE(at) !== listMark) {
    throw refused('the list of its files is damaged');
  }
  const nameSize = bytes.readUInt16LE(at + 28);
  const next = at + listSize + nameSize + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  if (next > end) throw refused('the list of its files is damaged');
  if (nameSize > maxNameBytes) throw refused('a name in it is too long');
  const path = decoder.decode(bytes.subarray(at + listSize, at + listSize + nameSize));
  checkPath(path);
  checkKind(bytes.readUInt16LE(at + 4) >>> 8, bytes.readUInt32LE(at + 38), path);
  const entry = {
    path,
    flags: bytes.readUInt16LE(at + 8),
    method: bytes.readUInt16LE(at + 10),
    crc: bytes.readUInt32LE(at + 16),
    packedSize: bytes.readUInt32LE(at + 20),
    size: bytes.readUInt32LE(at + 24),
    offset: bytes.readUInt32LE(at + 42),
  };
  return { entry, next };
}

/** Names that differ in case or accents alone would be one file on some disks. */
const keyOf = (path: string): string => path.normalize('NFC').toLowerCase();

function checkEntries(entries: readonly Entry[], limits: ZipLimits, listStart: number): void {
  const names = new Set<string>();
  let total = 0;
  for (const entry of entries) {
    const { path, flags, method, size } = entry;
    if ((flags & lockedFlags) !== 0) throw refused(`${shown(path)} is encrypted`);
    if (method !== stored && method !== deflated) {
      throw refused(`${shown(path)} is packed in an unknown way`);
    }
    checkSizes(entry, limits);
    if (names.has(keyOf(path))) throw refused(`the name ${shown(path)} is there twice`);
    names.add(keyOf(path));
    total += size;
    if (total > limits.totalBytes) {
      throw tooLarge(`it unpacks to more than ${limits.totalBytes / MiB} MiB`);
    }
  }
  checkOverlaps(entries, listStart);
}

/** Files that share their bytes are how a small archive becomes a huge one. */
function checkOverlaps(entries: readonly Entry[], listStart: number): void {
  let free = 0;
  for (const { path, offset, packedSize } of entries.toSorted((a, b) => a.offset - b.offset)) {
    if (offset < free) throw refused(`${shown(path)} lies within another file`);
    free = offset + localSize + packedSize;
    if (free > listStart) throw refused(`${shown(path)} is cut off`);
  }
}

function inflated(packed: Uint8Array, { path, size }: Entry): Uint8Array {
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, size) });
  } catch {
    throw refused(`${shown(path)} is damaged or larger than it says`);
  }
}

function unpack(bytes: Buffer, entry: Entry): Uint8Array {
  const { path, method, packedSize, size, crc, offset } = entry;
  if (bytes.readUInt32LE(offset) !== localMark) throw refused(`${shown(path)} is damaged`);
  const nameSize = bytes.readUInt16LE(offset + 26);
  const start = offset + localSize + nameSize + bytes.readUInt16LE(offset + 28);
  const name = decoder.decode(bytes.subarray(offset + localSize, offset + localSize + nameSize));
  if (name !== path || bytes.readUInt16LE(offset + 8) !== method) {
    throw refused(`${shown(path)} is called otherwise where it lies`);
  }
  const packed = bytes.subarray(start, start + packedSize);
  if (packed.length !== packedSize) throw refused(`${shown(path)} is cut off`);
  const plain = method === stored ? packed : inflated(packed, entry);
  if (plain.length !== size) throw refused(`${shown(path)} has another size than it says`);
  if (crc32(plain) !== crc) throw refused(`${shown(path)} was changed on the way`);
  return plain;
}

function entriesOf(bytes: Buffer, limits: ZipLimits): Entry[] {
  const { count, start, end } = listOf(bytes, limits);
  const entries: Entry[] = [];
  let at = start;
  for (let index = 0; index < count; index += 1) {
    const { entry, next } = entryAt(bytes, at, end);
    entries.push(entry);
    at = next;
  }
  if (at !== end) throw refused('the list of its files is longer than it says');
  checkEntries(entries, limits, start);
  return entries.filter(({ path }) => !path.endsWith('/'));
}

/** Refuses what is wrong with a word for it; files are unpacked when they are read. */
export function readZip(archive: Uint8Array, limits: ZipLimits = usualZipLimits): ZipReader {
  const bytes = Buffer.from(archive.buffer, archive.byteOffset, archive.byteLength);
  try {
    const entries = new Map(entriesOf(bytes, limits).map((entry) => [entry.path, entry]));
    return {
      paths: [...entries.keys()],
      read: (path) => {
        const entry = entries.get(path);
        return entry === undefined ? undefined : unpack(bytes, entry);
      },
    };
  } catch (error) {
    if (isPlanwrightError(error)) throw error;
    throw refused('its list names places that are not there');
  }
}
