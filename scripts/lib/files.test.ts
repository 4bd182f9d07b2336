import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hashFiles, listFiles } from './files.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'planwright-files-'));
  mkdirSync(path.join(folder, 'b/node_modules'), { recursive: true });
  for (const name of ['z.ts', 'b/a.sql', 'b/node_modules/x.js']) put(name, name);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const put = (name: string, text: string) => writeFileSync(path.join(folder, name), text);
const hash = () =>
  hashFiles(
    folder,
    listFiles(folder).map((file) => path.join(folder, file)),
  );

describe('files of a folder', () => {
  it('are listed in order, without dependencies, and not at all for an absent folder', () => {
    expect(listFiles(folder)).toEqual(['b/a.sql', 'z.ts']);
    expect(listFiles(path.join(folder, 'absent'))).toEqual([]);
  });

  it('hash by content and name, not by time', () => {
    const before = hash();
    utimesSync(path.join(folder, 'z.ts'), 1, 1);
    expect(hash()).toBe(before);
    put('z.ts', 'other');
    expect(hash()).not.toBe(before);
  });

  it('hash differently when bytes move from one file to the next', () => {
    put('b/a.sql', 'ab');
    put('z.ts', 'c');
    const before = hash();
    put('b/a.sql', 'a');
    put('z.ts', 'bc');
    expect(hash()).not.toBe(before);
  });
});
