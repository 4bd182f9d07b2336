import { describe, expect, it } from 'vitest';
import { unzipped } from '../../test/support/unzip.ts';
import { type ZipFile, zipOf } from './zip.ts';

const file = (path: string, text: string): ZipFile => ({
  path,
  bytes: Buffer.from(text, 'utf8'),
  updatedAtMs: Date.UTC(2026, 10, 16, 12, 30, 20),
});

describe('a zip', () => {
  const files = [file('plan.json', '{"a":1}'.repeat(200)), file('stages/å.md', 'x'), file('e', '')];

  it('[PR5] gives back every file under its name', () => {
    const names = unzipped(zipOf(files));
    expect(names).toEqual(
      files.map(({ path, bytes }) => ({ name: path, text: Buffer.from(bytes).toString() })),
    );
  });

  it('[PR5] is smaller than what repeats itself, and the same for the same files', () => {
    expect(zipOf(files).byteLength).toBeLessThan(700);
    expect(zipOf(files)).toEqual(zipOf(files));
    expect(unzipped(zipOf([]))).toEqual([]);
  });
});
