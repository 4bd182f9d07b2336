import { describe, expect, it } from 'vitest';
import { sampleCharter, sampleDirection, sampleGoal } from '../../test/support/criticized.ts';
import { sampleNetwork } from '../../test/support/network.ts';
import type { Charter } from '../contract/plan-charter.ts';
import { charterProblems } from './charter-checks.ts';

const { assumptions } = sampleNetwork().basis;
const ground = { direction: sampleDirection(), assumptions, goal: sampleGoal };

const smart = (time_bound: string): Charter => ({
  ...sampleCharter,
  smart: { ...sampleCharter.smart, time_bound },
});

const measure = (more: Partial<Charter['measures'][number]>): Charter => ({
  ...sampleCharter,
  measures: sampleCharter.measures.map((one) => ({ ...one, ...more })),
});

describe('a charter, by code', () => {
  it('[LV43] numbers of goal, directives, assumptions and measures are good numbers', () => {
    expect(charterProblems(sampleCharter, ground)).toEqual([]);
    expect(charterProblems(smart('In 41 weeks, by 2026-12-18.'), ground)).toEqual([]);
  });

  it('[LV43] a number from nowhere is told', () => {
    expect(charterProblems(smart('By 2027-08-31, for 7777 EUR.'), ground)).toEqual([
      'time_bound: 2027-08-31 stands neither in the goal nor in the material; use one that does, or leave it out',
      'time_bound: 7777 stands neither in the goal nor in the material; use one that does, or leave it out',
    ]);
  });

  it('[LV67] dates that follow from the estimated days are good dates, in words too', () => {
    const [one] = assumptions;
    if (!one) throw new Error('the sample has assumptions');
    const days = { ...one, lower: 20, base: 40, upper: 60, unit: 'days', total: 'days' as const };
    const estimated = { ...ground, assumptions: [...assumptions, days] };
    // 40 days from 2 March 2026 on: 10 April is the last of them, 27 April the last working one.
    for (const end of ['2026-04-10', '10 April 2026', '2026-04-24', '10. April']) {
      expect(charterProblems(smart(`By ${end}.`), estimated), end).toEqual([]);
    }
    expect(charterProblems(smart('By 2026-04-17.'), estimated)).toHaveLength(1);
  });

  it('[LV43] a measure has a source that there is and a date after the start', () => {
    expect(charterProblems(measure({ source: 'D7 says so' }), ground)).toEqual([
      'measures.0.source: there is no D7; name one that there is, or none',
    ]);
    expect(charterProblems(measure({ by: '2026-01-01' }), ground)).toEqual([
      'measures.0.by: 2026-01-01 is before the start on 2026-03-02',
    ]);
  });
});
