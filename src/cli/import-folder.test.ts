import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readZip } from '../base/unzip.ts';
import { packedFolder, withoutTwins } from './import-folder.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'planwright-folder-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const found = (path: string) => ({ path, file: path });

describe('a folder as an archive', () => {
  it('[IM16] has files whose names differ in case or accents alone once, and names the others', () => {
    const notes: string[] = [];
    const paths = ['README.md', 'a/caf\u00e9.md', 'a/cafe\u0301.md', 'b/readme.md', 'readme.md'];
    const kept = withoutTwins(paths.map(found), (line) => notes.push(line));
    expect(kept.map(({ path }) => path)).toEqual(['README.md', 'a/caf\u00e9.md', 'b/readme.md']);
    expect(notes).toEqual([
      'a/cafe\u0301.md is left out: its name differs from a/caf\u00e9.md in case or accents alone.',
      'readme.md is left out: its name differs from README.md in case or accents alone.',
    ]);
  });

  it('[IM16] can be read, whatever the disk takes for the same name', () => {
    mkdirSync(join(root, 'docs'));
    for (const name of ['README.md', 'readme.md', 'docs/tasks.csv', 'picture.png']) {
      writeFileSync(join(root, name), name);
    }
    const notes: string[] = [];
    const { paths } = readZip(packedFolder(root, (line) => notes.push(line)));
    expect(paths.map((path) => path.toLowerCase())).toEqual(['readme.md', 'docs/tasks.csv']);
    expect(notes.length).toBeLessThan(2);
  });
});
