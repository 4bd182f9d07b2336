import { beforeAll, describe, expect, it } from 'vitest';
import { sampleNetwork } from '../../../test/support/network.ts';
import { buildNetwork } from '../network/build.ts';
import type { NetworkOutput } from '../outputs/network.ts';
import { shortfall } from './shortfall.ts';

let sample: NetworkOutput;

beforeAll(async () => {
  sample = await buildNetwork(sampleNetwork());
});

/** From Monday, 2026-01-05, due on Tuesday, 2026-03-31. */
function endingAt(finish: string): number {
  const { simulation } = sample.schedule;
  if (simulation === undefined) throw new Error('the sample has odds');
  const odds = { ...simulation, finish_at_confidence: `${finish}+00:00` };
  const schedule = { ...sample.schedule, simulation: odds };
  return shortfall({ ...sample, start_date: '2026-01-05', deadline: '2026-03-31', schedule });
}

describe('how far a plan is from its limits', () => {
  it('[LV96] a weekend in between is no delay: from Friday to Monday is one working day', () => {
    const [friday, monday] = [endingAt('2026-04-03T17:00'), endingAt('2026-04-06T17:00')];
    const [tuesday, wednesday] = [endingAt('2026-04-07T17:00'), endingAt('2026-04-08T17:00')];
    expect(monday - friday).toBeCloseTo(wednesday - tuesday, 2);
    expect(monday - friday).toBeLessThan(0.03);
  });

  it('[LV96] later is always worse, on a day of rest too, and in time is nothing', () => {
    const ends = ['04-01T09:00', '04-03T17:00', '04-04T12:00', '04-05T12:00', '04-06T09:00'];
    const short = ends.map((end) => endingAt(`2026-${end}`));
    expect(short).toEqual(short.toSorted((a, b) => a - b));
    expect(new Set(short).size).toBe(ends.length);
    expect(short[0]).toBeGreaterThan(0);
    expect(endingAt('2026-03-31T23:00')).toBe(0);
    expect(endingAt('2026-03-20T17:00')).toBe(0);
  });
});
