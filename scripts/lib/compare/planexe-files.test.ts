import { describe, expect, it } from 'vitest';
import { zipOf } from '../../../src/base/zip.ts';
import { plainName } from '../../../src/plan/importing/planexe-files.ts';
import { planexeFiles } from './planexe-files.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const file = (path: string, text: string) => ({ path, bytes: bytes(text), updatedAtMs: 0 });
const archive = (...files: readonly (readonly [string, string])[]) =>
  zipOf(files.map(([path, text]) => file(path, text)));

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
