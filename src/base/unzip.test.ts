import { createHash } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { isZip, readZip } from './unzip.ts';
import { zipOf } from './zip.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const file = (path: string, text: string) => ({ path, bytes: bytes(text), updatedAtMs: 0 });
const archive = (...files: readonly (readonly [string, string])[]) =>
  Buffer.from(zipOf(files.map(([path, text]) => file(path, text))));
const textOf = (read: Uint8Array | undefined) => new TextDecoder().decode(read);

const mark = (text: string) => Buffer.from(text, 'latin1');
const listAt = (zip: Buffer) => zip.indexOf(mark('PK\u0001\u0002'));
const endAt = (zip: Buffer) => zip.lastIndexOf(mark('PK\u0005\u0006'));

/** The same archive with some of its numbers changed. */
function changed(zip: Buffer, change: (copy: Buffer, list: number, end: number) => void): Buffer {
  const copy = Buffer.from(zip);
  change(copy, listAt(copy), endAt(copy));
  return copy;
}

const small = archive(['a.txt', 'text of a']);
/** What it says to an archive that it does not read to its end. */
function said(zip: Uint8Array): string {
  try {
    const read = readZip(zip);
    for (const path of read.paths) read.read(path);
    return '';
  } catch (error) {
    return (error as Error).message;
  }
}

describe('reading a zip', () => {
  it('[CP15] gives back what was packed, stored or deflated', () => {
    const packed = archive(['a/short.txt', 'x'], ['a/long.txt', 'again '.repeat(500)]);
    expect(isZip(packed)).toBe(true);
    const zip = readZip(packed);
    expect(zip.paths).toEqual(['a/short.txt', 'a/long.txt']);
    expect(textOf(zip.read('a/short.txt'))).toBe('x');
    expect(textOf(zip.read('a/long.txt'))).toBe('again '.repeat(500));
    expect(zip.read('a/none.txt')).toBeUndefined();
    expect(readZip(archive()).paths).toEqual([]);
  });

  it('[CP15] refuses what is no archive, and one that is damaged', () => {
    expect(isZip(bytes('no archive'))).toBe(false);
    expect(said(bytes('no archive at all, only some text'))).toContain(
      'the list of its files is missing',
    );
    expect(said(changed(small, (zip) => void zip.writeUInt32LE(0, 0)))).toContain('damaged');
    expect(said(small.subarray(0, small.length - 3))).toContain('missing or cut off');
    expect(said(Buffer.concat([small, mark('more')]))).toContain('missing or cut off');
  });

  it('[IM1] refuses names that lead out of the archive, or may', () => {
    const names = [
      '../a',
      'a/../../b',
      '/etc/passwd',
      'a\\b',
      '..\\a',
      'C:/a',
      'c:a',
      './a',
      'a//b',
    ];
    for (const name of [...names, 'a\u0000b', 'a\nb'])
      expect(said(archive([name, 'x']))).toContain('lead out');
  });

  it('[IM1] refuses links and devices', () => {
    for (const kind of [0o120000, 0o060000, 0o020000, 0o010000, 0o140000]) {
      const zip = changed(small, (copy, list) => {
        copy.writeUInt16LE((3 << 8) | 20, list + 4);
        copy.writeUInt32LE(((kind | 0o644) << 16) >>> 0, list + 38);
      });
      expect(said(zip)).toContain('is a link or a device');
    }
  });

  it('[IM1] refuses the same name twice, also in another case', () => {
    expect(said(archive(['a.txt', 'x'], ['a.txt', 'y']))).toContain('is there twice');
    expect(said(archive(['a.txt', 'x'], ['A.TXT', 'y']))).toContain('is there twice');
  });

  it('[IM1] refuses wrong sizes and checksums, and names that differ in two places', () => {
    expect(said(changed(small, (zip, list) => void zip.writeUInt32LE(7, list + 16)))).toContain(
      'changed on the way',
    );
    expect(said(changed(small, (zip, list) => void zip.writeUInt32LE(4, list + 24)))).toContain(
      'another size',
    );
    const long = archive(['a.txt', 'again '.repeat(500)]);
    expect(said(changed(long, (zip, list) => void zip.writeUInt32LE(40, list + 24)))).toContain(
      'larger than it says',
    );
    expect(said(changed(small, (zip) => void zip.write('b', 30)))).toContain('called otherwise');
  });

  it('[IM1] refuses what is encrypted, zip64, in several parts or packed in unknown ways', () => {
    for (const flag of [0x1, 0x40, 0x2000]) {
      expect(said(changed(small, (zip, list) => void zip.writeUInt16LE(flag, list + 8)))).toContain(
        'is encrypted',
      );
    }
    expect(said(changed(small, (zip, list) => void zip.writeUInt16LE(14, list + 10)))).toContain(
      'unknown way',
    );
    expect(
      said(
        changed(small, (zip, _, end) => {
          zip.writeUInt16LE(0xffff, end + 8);
          zip.writeUInt16LE(0xffff, end + 10);
        }),
      ),
    ).toContain('zip64');
    expect(
      said(changed(small, (zip, list) => void zip.writeUInt32LE(0xffff_ffff, list + 20))),
    ).toContain('zip64');
    expect(said(changed(small, (zip, _, end) => void zip.writeUInt16LE(1, end + 4)))).toContain(
      'one of several',
    );
  });

  it('[IM2] refuses files that say they are huge, and those that are packed too well', () => {
    expect(
      said(changed(small, (zip, list) => void zip.writeUInt32LE(0xfff0_0000, list + 24))),
    ).toContain('at most');
    const bomb = Buffer.alloc(20 * 2 ** 20);
    expect(said(zipOf([{ path: 'bomb', bytes: bomb, updatedAtMs: 0 }]))).toContain('200 times');
  });

  it('[IM2] refuses many files that unpack to too much together', () => {
    // Each packs a hundred times, which alone is allowed.
    const sums = Array.from({ length: 2_000 }, (_, at) =>
      createHash('sha256').update(String(at)).digest(),
    );
    const noise = Buffer.concat(sums);
    const one = Buffer.concat([noise, Buffer.alloc(8 * 2 ** 20)]);
    expect(deflateRawSync(one).byteLength * 200).toBeGreaterThan(one.byteLength);
    const files = Array.from({ length: 17 }, (_, at) => ({
      ...{ path: `f${at}`, bytes: one, updatedAtMs: 0 },
    }));
    expect(said(zipOf(files))).toContain('unpacks to more than 128 MiB');
  });

  it('[IM2] refuses files that share their bytes', () => {
    const two = archive(['a.txt', 'again '.repeat(100)], ['b.txt', 'again '.repeat(100)]);
    const overlapping = changed(two, (zip, list) => {
      const second = zip.indexOf(mark('PK\u0001\u0002'), list + 4);
      zip.writeUInt32LE(0, second + 42);
    });
    expect(said(overlapping)).toContain('lies within another');
  });

  it('[IM2] refuses 100,000 and 20,000 entries at once, without looking at them', () => {
    const count = (many: number) =>
      changed(small, (zip, _, end) => {
        zip.writeUInt16LE(many & 0xffff, end + 8);
        zip.writeUInt16LE(many & 0xffff, end + 10);
      });
    expect(said(count(20_000))).toContain('at most 10000');
    const entries = Array.from({ length: 30_000 }, (_, at) => file(`f${at}`, ''));
    expect(said(zipOf(entries))).toContain('at most 10000');
    // 100,000 entries do not fit into the number of an archive that is not zip64.
    expect(said(zip64Of(100_000))).toContain('zip64');
  });

  it('[IM2] refuses a list that says more or less than there is', () => {
    expect(
      said(
        changed(small, (zip, _, end) => {
          zip.writeUInt16LE(2, end + 8);
          zip.writeUInt16LE(2, end + 10);
        }),
      ),
    ).toContain('damaged');
    expect(said(changed(small, (zip, _, end) => void zip.writeUInt32LE(9, end + 16)))).toContain(
      'not where it says',
    );
    expect(
      said(changed(small, (zip, list) => void zip.writeUInt32LE(0x7fff_0000, list + 42))),
    ).toContain('cut off');
  });
});

/** As large archives end: the real number of files stands before the usual end. */
function zip64Of(count: number): Buffer {
  const record = Buffer.alloc(56);
  record.writeUInt32LE(0x06064b50, 0);
  record.writeBigUInt64LE(44n, 4);
  record.writeBigUInt64LE(BigInt(count), 24);
  record.writeBigUInt64LE(BigInt(count), 32);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);
  const end = changed(archive(), (zip) => {
    zip.writeUInt16LE(0xffff, 8);
    zip.writeUInt16LE(0xffff, 10);
  });
  return Buffer.concat([record, locator, end]);
}
