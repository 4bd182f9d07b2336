import { describe, expect, it } from 'vitest';
import { editDistance, suggest } from './suggest.ts';

describe('suggest', () => {
  it.each([
    ['', '', 0],
    ['', 'abc', 3],
    ['port', 'port', 0],
    ['prot', 'port', 1],
    ['pot', 'port', 1],
    ['kitten', 'sitting', 3],
  ])('[BA11] from %j to %j is %d', (left, right, distance) => {
    expect(editDistance(left, right)).toBe(distance);
    expect(editDistance(right, left)).toBe(distance);
  });

  it('[BA11] a slip is recognized, whatever its case', () => {
    expect(suggest('PLANWRIGHT_PROT', ['PLANWRIGHT_PORT', 'PLANWRIGHT_HOST'])).toBe(
      'PLANWRIGHT_PORT',
    );
    expect(suggest('loglevel', ['logLevel', 'host'])).toBe('logLevel');
  });

  it('[BA11] another word, or a very long one, is no slip', () => {
    expect(suggest('banana', ['port', 'host'])).toBeUndefined();
    expect(suggest('x'.repeat(100_000), ['port'])).toBeUndefined();
    expect(suggest('port', [])).toBeUndefined();
  });
});
