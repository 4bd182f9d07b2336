import { describe, expect, it } from 'vitest';
import { aloneShare, brokenLinks, type Link, longestChain, type Tree } from './sequence.ts';

const span = (id: string, startMs: number, finishMs: number) => ({ id, startMs, finishMs });
const link = (from: string, to: string, type: Link['type'] = 'FS'): Link => ({ from, to, type });
const flat = (...leaves: string[]): Tree => ({ parents: new Map(), leaves });

describe('what dates and links say', () => {
  it('[CP14] a waterfall has no two tasks at once', () => {
    expect(aloneShare([span('a', 0, 1), span('b', 1, 2)])).toBe(1);
    expect(aloneShare([span('a', 0, 2), span('b', 1, 3), span('c', 3, 4)])).toBeCloseTo(1 / 3);
    expect(aloneShare([])).toBeNull();
  });

  it('[CP14] dates break a link that they do not keep; an overlap that is meant is none', () => {
    const spans = [span('a', 0, 2), span('b', 1, 3)];
    expect(brokenLinks([link('a', 'b')], spans)).toHaveLength(1);
    expect(brokenLinks([{ ...link('a', 'b'), lag: -1 }], spans)).toEqual([]);
    expect(brokenLinks([link('a', 'b', 'SS'), link('a', 'b', 'FF')], spans)).toEqual([]);
    expect(brokenLinks([link('a', 'none')], spans)).toEqual([]);
  });

  it('[CP14] the longest chain goes through links of phases to their tasks', () => {
    const parents = new Map([
      ['a1', 'a'],
      ['a2', 'a'],
      ['b1', 'b'],
      ['a', 'all'],
      ['b', 'all'],
    ]);
    const tree = { parents, leaves: ['a1', 'a2', 'b1'] };
    expect(longestChain(tree, [link('a1', 'a2'), link('a', 'b'), link('all', 'a', 'SS')])).toBe(3);
    expect(longestChain(tree, [link('a1', 'a2')])).toBe(2);
  });

  it('[CP14] there is no longest chain where links run in a circle', () => {
    expect(longestChain(flat('a', 'b'), [link('a', 'b'), link('b', 'a')])).toBeNull();
    expect(longestChain(flat('a', 'b'), [])).toBe(1);
  });
});
