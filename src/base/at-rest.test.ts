import { describe, expect, it } from 'vitest';
import { type Rest, RestJudge } from './at-rest.ts';

const mb = 2 ** 20;
const held = (heapMb: number, residentMb = 200) => ({
  heap: heapMb * mb,
  resident: residentMb * mb,
});
const looks = (judge: RestJudge, shares: readonly number[], heapMb: number): Rest[] =>
  shares.map((share) => judge.look(share, held(heapMb)));

describe('a thread at rest', () => {
  it('[BA20] gives memory back after three quiet looks in a row', () => {
    const judge = new RestJudge();
    expect(looks(judge, [0, 0, 0.5, 0, 0, 0], 100)).toEqual([
      ...[null, null, null],
      ...[null, null, 'all'],
    ]);
  });

  it('[BA20] never does while it works', () => {
    expect(looks(new RestJudge(), Array(20).fill(0.06), 500)).toEqual(Array(20).fill(null));
  });

  it('[BA20] does it again only when 8 MB have come since', () => {
    const judge = new RestJudge();
    judge.freed(held(50), 'all');
    expect(looks(judge, [0, 0, 0, 0], 58)).toEqual(Array(4).fill(null));
    expect(judge.look(0, held(59))).toBe('all');
  });

  it('[BA20] gives pages back without a collection when only the process has grown by 8 MB', () => {
    const judge = new RestJudge();
    judge.freed(held(50, 200), 'all');
    expect(looks(judge, [0, 0, 0], 50)).toEqual([null, null, null]);
    expect(judge.look(0, held(50, 180))).toBeNull();
    expect(judge.look(0, held(50, 189))).toBe('pages');
    judge.freed(held(50, 182), 'pages');
    expect(judge.look(0, held(50, 189))).toBeNull();
    expect(judge.look(0, held(59, 191))).toBe('all');
  });
});
