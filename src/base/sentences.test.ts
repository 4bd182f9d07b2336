import { describe, expect, it } from 'vitest';
import { listed, stopped, unstopped } from './sentences.ts';

describe('sentences that are joined', () => {
  it('[LV65] lose the full stop at their end, in any script, and nothing else', () => {
    expect(unstopped('No line.')).toBe('No line');
    expect(unstopped('No line. ')).toBe('No line');
    expect(unstopped('終わり。')).toBe('終わり');
    expect(unstopped('Really?')).toBe('Really?');
    expect(unstopped('It costs 1.5')).toBe('It costs 1.5');
    expect(unstopped('and so on…')).toBe('and so on…');
  });

  it('[LV65] a list of them has one mark between two', () => {
    expect(listed(['No line.', 'Shows the price'])).toBe('No line; Shows the price');
  });

  it('[LV65] one that ends a text has exactly one mark', () => {
    expect(stopped('No line')).toBe('No line.');
    expect(stopped('No line.')).toBe('No line.');
    expect(stopped('Why?')).toBe('Why?');
  });
});
