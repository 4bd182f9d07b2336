import { expect, it } from 'vitest';
import { Pace } from './pace.ts';

it('[WH16] lets a burst go at once, then 250 messages a second', () => {
  let nowMs = 0;
  const pace = new Pace(() => nowMs);
  const takeAll = (): number => {
    let count = 0;
    while (pace.take()) count += 1;
    return count;
  };
  expect(takeAll()).toBe(50);
  nowMs += 100;
  expect(takeAll()).toBe(25);
  nowMs += 3;
  expect(takeAll()).toBe(0);
  nowMs += 1;
  expect(takeAll()).toBe(1);
  nowMs += 60_000;
  expect(takeAll()).toBe(50);
});
