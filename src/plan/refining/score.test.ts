import { describe, expect, it } from 'vitest';
import { finding } from '../../../test/support/criticized.ts';
import { standingOf } from './score.ts';

const miss = {
  ...{ of: 'deadline' as const, wanted: '2026-06-30', got: '2026-08-01' },
  ...{ odds: 0.1, asked_odds: 0.8 },
};
const many = (count: number) => Array.from({ length: count }, () => finding({ severity: 'fatal' }));

describe('how a plan stands after its critics', () => {
  it('[LV58] it is 100 with nothing open, 50 with seven fatal findings, and never 0', () => {
    expect(standingOf([], { misses: [] })).toBe(100);
    expect(standingOf(many(7), { misses: [] })).toBe(50);
    expect(standingOf(many(60), { misses: [miss, miss] })).toBeGreaterThan(0);
  });

  it('[LV58] every finding that is mended and every limit that is kept raises it', () => {
    const [worst, better, best] = [
      standingOf([finding(), finding({ severity: 'minor' })], { misses: [miss] }),
      standingOf([finding({ severity: 'minor' })], { misses: [miss] }),
      standingOf([finding({ severity: 'minor' })], { misses: [] }),
    ];
    expect(worst).toBeLessThan(better);
    expect(better).toBeLessThan(best);
  });
});
