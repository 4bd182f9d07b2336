import { inflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { type ZipFile, zipOf } from './zip.ts';

const file = (path: string, text: string): ZipFile => ({
  path,
  bytes: Buffer.from(text, 'utf8'),
  updatedAtMs: Date.UTC(2026, 10, 16, 12, 30, 20),
});

interface Read {
  readonly name: string;
  readonly text: string;
}

/** By the list at the end, as readers do. */
function read(zip: Buffer): Read[] {
  const end = zip.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'));
  const count = zip.readUInt16LE(end + 10);
  let at = zip.readUInt32LE(end + 16);
  return Array.from({ length: count }, () => {
    const [method, packed] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 20)];
    const nameLength = zip.readUInt16LE(at + 28);
    const local = zip.readUInt32LE(at + 42);
    const name = zip.subarray(at + 46, at + 46 + nameLength).toString('utf8');
    const from = local + 30 + nameLength;
    const bytes = zip.subarray(from, from + packed);
    at += 46 + nameLength;
    return { name, text: (method === 8 ? inflateRawSync(bytes) : bytes).toString('utf8') };
  });
}

describe('a zip', () => {
  const files = [file('plan.json', '{"a":1}'.repeat(200)), file('stages/å.md', 'x'), file('e', '')];

  it('[PR5] gives back every file under its name', () => {
    const names = read(Buffer.from(zipOf(files)));
    expect(names).toEqual(
      files.map(({ path, bytes }) => ({ name: path, text: Buffer.from(bytes).toString() })),
    );
  });

  it('[PR5] is smaller than what repeats itself, and the same for the same files', () => {
    expect(zipOf(files).byteLength).toBeLessThan(700);
    expect(zipOf(files)).toEqual(zipOf(files));
    expect(read(Buffer.from(zipOf([])))).toEqual([]);
  });
});
