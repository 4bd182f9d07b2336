import { expect, it } from 'vitest';
import { alternate, medianRatio } from './alternate.ts';

/** Keeps the processor busy, so that time passes without a timer. */
function spin(ms: number): void {
  const untilMs = performance.now() + ms;
  while (performance.now() < untilMs);
}

it('gives every contender its turn, slice by slice, and drops the first round', async () => {
  const turns: string[] = [];
  const slice = (name: string, count: number) => () => ({
    count,
    run: () => {
      turns.push(name);
      spin(1);
    },
  });
  const rates = await alternate(2, 3, { ours: slice('ours', 1), bare: slice('bare', 10) });
  expect(turns.filter((name) => name === 'ours')).toHaveLength(turns.length / 2);
  expect(turns.slice(0, 4)).toEqual(['ours', 'bare', 'ours', 'bare']);
  expect(rates.ours).toHaveLength(2);
  expect(Math.max(...rates.ours)).toBeLessThanOrEqual(1_000);
  expect(Math.max(...rates.bare)).toBeLessThanOrEqual(10_000);
});

it('does not count the time that it takes to make a slice', async () => {
  let madeMs = 0;
  const startedMs = performance.now();
  await alternate(1, 4, {
    one: () => {
      spin(1);
      madeMs += 1;
      return { count: 1, run: () => spin(2) };
    },
  });
  const elapsedMs = performance.now() - startedMs;
  expect(elapsedMs - madeMs).toBeGreaterThanOrEqual(2 * 4);
});

it('takes ratios round by round', () => {
  expect(medianRatio([2, 30, 8], [1, 10, 2])).toBe(3);
});
