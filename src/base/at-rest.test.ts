import { describe, expect, it } from 'vitest';
import { RestJudge } from './at-rest.ts';

const mb = 2 ** 20;
const looks = (judge: RestJudge, shares: readonly number[], heapMb: number): boolean[] =>
  shares.map((share) => judge.isTime(share, heapMb * mb));

describe('a thread at rest', () => {
  it('[BA20] gives memory back after three quiet looks in a row', () => {
    const judge = new RestJudge();
    expect(looks(judge, [0, 0, 0.5, 0, 0, 0], 100)).toEqual([
      ...[false, false, false],
      ...[false, false, true],
    ]);
  });

  it('[BA20] never does while it works', () => {
    expect(looks(new RestJudge(), Array(20).fill(0.06), 500)).not.toContain(true);
  });

  it('[BA20] does it again only when 8 MB have come since', () => {
    const judge = new RestJudge();
    judge.freed(50 * mb);
    expect(looks(judge, [0, 0, 0, 0], 58)).not.toContain(true);
    expect(judge.isTime(0, 59 * mb)).toBe(true);
  });
});
