import { expect, it } from 'vitest';
import { alternate, medianRatio } from './alternate.ts';

it('gives every contender its turn, slice by slice, until each has run its time', async () => {
  let nowMs = 0;
  const turns: string[] = [];
  const contender = (name: string, count: number, takesMs: number) => () => ({
    count,
    run: () => {
      turns.push(name);
      nowMs += takesMs;
    },
  });
  const contenders = { ours: contender('ours', 8, 4), bare: contender('bare', 8, 2) };
  const rates = await alternate(2, 6, contenders, () => nowMs);
  expect(turns.slice(0, 6)).toEqual(['ours', 'bare', 'ours', 'bare', 'ours', 'bare']);
  expect(turns).toHaveLength(3 * 6);
  expect(rates).toEqual({ ours: [2_000, 2_000], bare: [4_000, 4_000] });
});

it('drops the first round', async () => {
  let nowMs = 0;
  let slices = 0;
  const one = () => ({
    count: 1,
    run: () => {
      slices += 1;
      nowMs += slices === 1 ? 100 : 1;
    },
  });
  expect(await alternate(2, 1, { one }, () => nowMs)).toEqual({ one: [1_000, 1_000] });
});

it('does not count the time that it takes to make a slice', async () => {
  let nowMs = 0;
  const one = () => {
    nowMs += 50;
    return {
      count: 1,
      run: () => {
        nowMs += 1;
      },
    };
  };
  expect(await alternate(1, 1, { one }, () => nowMs)).toEqual({ one: [1_000] });
});

it('takes ratios round by round', () => {
  expect(medianRatio([2, 30, 8], [1, 10, 2])).toBe(3);
});
