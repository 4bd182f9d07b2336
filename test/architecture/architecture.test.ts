// The shape of the house, checked on the real tree.
import { describe, expect, it } from 'vitest';
import {
  importCycles,
  impureImports,
  missingExtensions,
  tooLong,
  wrongDirections,
} from './checks.ts';
import { isTest, readSources } from './source-tree.ts';

const maxLines = 450;

describe('the source tree', () => {
  const all = readSources(['src', 'sdk', 'web/src']);
  const sources = all.filter((source) => !isTest(source));

  it('is there', () => {
    expect(sources.length).toBeGreaterThan(20);
  });

  it('[AR1] imports point one way between the rooms', () => {
    expect(wrongDirections(sources)).toEqual([]);
  });

  it('[AR2] has no import cycle', () => {
    expect(importCycles(sources)).toEqual([]);
  });

  it('[AR3] the scheduler, the gates and the engine core touch no clock, disk or network', () => {
    expect(impureImports(sources)).toEqual([]);
  });

  it('[AR4] has no file above 450 lines, tests included', () => {
    expect(tooLong([...all, ...readSources(['test', 'bench', 'scripts'])], maxLines)).toEqual([]);
  });

  it('[AR5] relative imports carry their extension, as Node needs it', () => {
    expect(missingExtensions(all)).toEqual([]);
  });
});
