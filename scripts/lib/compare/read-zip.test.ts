import { describe, expect, it } from 'vitest';
import { zipOf } from '../../../src/base/zip.ts';
import { plainName, planexeFiles } from './planexe-files.ts';
import { readZip } from './read-zip.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const file = (path: string, text: string) => ({ path, bytes: bytes(text), updatedAtMs: 0 });
const archive = (...files: readonly (readonly [string, string])[]) =>
  zipOf(files.map(([path, text]) => file(path, text)));
const text = (read: Uint8Array | undefined) => new TextDecoder().decode(read);

describe('reading a zip', () => {
  it('[CP15] gives back what was packed, stored or deflated', () => {
    const zip = readZip(archive(['a/short.txt', 'x'], ['a/long.txt', 'again '.repeat(500)]));
    expect(zip.paths).toEqual(['a/short.txt', 'a/long.txt']);
    expect(text(zip.read('a/short.txt'))).toBe('x');
    expect(text(zip.read('a/long.txt'))).toBe('again '.repeat(500));
    expect(zip.read('a/none.txt')).toBeUndefined();
  });

  it('[CP15] refuses what is no archive, and one that is damaged', () => {
    expect(() => readZip(bytes('no archive at all, only some text'))).toThrow('no zip archive');
    const damaged = Buffer.from(archive(['a.txt', 'text']));
    damaged.writeUInt32LE(0, 0);
    expect(() => readZip(damaged).read('a.txt')).toThrow('damaged');
  });

  it('[CP15] refuses a file that says it is too large', () => {
    const large = Buffer.from(archive(['a.txt', 'text']));
    const list = large.indexOf(Buffer.from('PK\u0001\u0002', 'latin1'));
    large.writeUInt32LE(0xfff0_0000, list + 24);
    expect(() => readZip(large).read('a.txt')).toThrow('too large');
  });
});

describe('files of a published plan', () => {
  it('[CP11] have one name in all generations', () => {
    const names = ['p/016-experts.json', 'p/016-2-experts.json', 'p/experts.json'];
    expect(names.map(plainName)).toEqual(['experts.json', 'experts.json', 'experts.json']);
    expect(plainName('p/023-1-7-wbs_level3_raw.json')).toBe('wbs_level3_raw.json');
  });

  it('[CP11] are not the copies that a file manager left', () => {
    const files = planexeFiles(
      archive(
        ['p/002-plan.txt', 'the goal'],
        ['__MACOSX/p/._002-plan.txt', 'junk'],
        ['p/a.json', '{'],
      ),
    );
    expect(files.text('plan.txt')).toBe('the goal');
    expect(files.text('none.txt')).toBeUndefined();
    expect(files.json('a.json')).toBeUndefined();
    expect(files.count(/plan\.txt$/)).toBe(1);
  });
});
