import { expect, it } from 'vitest';
import { HookTally } from './hook-sink.ts';

const delivery = (run_id: string, from_seq: number, to_seq: number) => ({
  data: { run_id, from_seq, to_seq },
});

it('counts every event of every run once', () => {
  const tally = new HookTally();
  tally.add(delivery('a', 1, 10));
  tally.add(delivery('b', 1, 3));
  tally.add(delivery('a', 1, 10));
  tally.add(delivery('a', 5, 12));
  expect(tally.total).toBe(15);
});

it('refuses a delivery that leaves a gap', () => {
  const tally = new HookTally();
  tally.add(delivery('a', 1, 10));
  expect(() => tally.add(delivery('a', 12, 13))).toThrow('a gap after 10 in a');
  expect(tally.total).toBe(10);
});
