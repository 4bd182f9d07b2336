// Text made to be slow. Stages run in the one thread that writes, so a goal of any shape must be read
// in time that grows with its length, not with the square of it.
import { describe, expect, it } from 'vitest';
import { sampled } from '../../test/support/size.ts';
import { runOffline } from './brains/offline/run-offline.ts';

const limit = 20_000;
const rounds = 3;
/** What a plan costs whatever its goal, and what a busy machine adds. */
const slackMs = 50;

interface Hostile {
  readonly head?: string;
  readonly unit: string;
  readonly tail?: string;
}

const goalOf = ({ head = '', unit, tail = '' }: Hostile, length: number): string => {
  const room = length - head.length - tail.length;
  return head + unit.repeat(Math.ceil(room / unit.length)).slice(0, room) + tail;
};

async function bestMs(goal: string): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const startedAt = cpuMs();
    await runOffline({ planId: 'plan_t1', goal, startDate: '2025-11-17' });
    times.push(cpuMs() - startedAt);
  }
  return Math.min(...times);
}

const cpuMs = (): number => process.cpuUsage().user / 1_000;

const shop = 'Open a coffee shop in Oslo. ';

describe('text made to be slow', () => {
  const texts: readonly Hostile[] = [
    { unit: '1', tail: 'x' },
    { unit: '1', tail: ' x' },
    { head: shop, unit: '2027', tail: 'x' },
    { unit: '.', tail: 'x' },
    { head: shop, unit: '.', tail: 'x' },
    { head: 'Open a shop', unit: ' ', tail: 'x' },
    { head: shop, unit: ',', tail: 'x' },
    { unit: 'a' },
    { head: `${shop}Seat 1 `, unit: 'a', tail: '!' },
    { head: shop, unit: '1,', tail: 'x' },
    { head: shop, unit: '1.1.1', tail: ' x' },
    { head: shop, unit: '000 ', tail: 'x' },
    { head: shop, unit: 'a-', tail: '!' },
    { head: shop, unit: '$1', tail: ' x' },
    { head: 'Open a $', unit: '1', tail: '!' },
    { head: shop, unit: '"', tail: 'x' },
    { head: 'Open a shop', unit: '\n', tail: 'x' },
    { head: shop, unit: 'e.g. ', tail: 'x' },
    { head: 'todo', unit: ' ', tail: 'x' },
    { head: shop, unit: 'http://', tail: ' x' },
    { head: shop, unit: 'select ', tail: 'x' },
    { head: 'What: open a shop\nWhere: ', unit: 'goal ', tail: 'x' },
    { head: 'Open ', unit: 'aa, ', tail: 'x' },
    { head: 'Open a ', unit: 'facility for ', tail: 'x' },
    { head: shop, unit: 'before my ', tail: 'x' },
    { head: shop, unit: 'by next ', tail: 'x' },
    { unit: 'plan a ', tail: 'x' },
    { head: 'Sell ', unit: 'a for $1 ', tail: 'x' },
    { head: shop, unit: '1 a-$1, ".\n', tail: 'x' },
  ];

  it.each(sampled(texts, 10))(
    '[PL12] takes time in proportion to its length: $head … $unit … $tail',
    async (hostile) => {
      const short = await bestMs(goalOf(hostile, limit / 4));
      const long = await bestMs(goalOf(hostile, limit));
      expect(long).toBeLessThan(short * 8 + slackMs);
    },
  );
});
