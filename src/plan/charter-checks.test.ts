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
      'time_bound: 2027-08-31 stands neither in the goal nor in the material; use one that does, write out how it is reckoned from such (count × price), or leave it out',
      'time_bound: 7777 stands neither in the goal nor in the material; use one that does, write out how it is reckoned from such (count × price), or leave it out',
    ]);
  });

  const goal = 'Win 3 customers at $3,600 each, with 40 calls a week for 6 weeks.';
  const sold = { ...ground, goal };
  const achievable = (text: string): Charter => ({
    ...{ ...sampleCharter, goal: 'Win customers.' },
    smart: { ...sampleCharter.smart, achievable: text, time_bound: 'Soon.' },
  });

  it('[LV94] a total passes with its reckoning, of stated or assumed numbers', () => {
    for (const text of [
      'Worth 3 × $3,600 = $10,800 in all.',
      'Worth $10,800 (3 customers x $3,600 each).',
      'Wert: 3 · 3.600 = 10.800.',
      'An oven and one customer: 500 EUR + 3,600 = 4,100.',
      '3 × 3,600 + 500 = 11,300, of which 10,800 comes from customers.',
      'It is 40 × 6 = 240 calls. Of 240 calls + 3 visits come 243 talks.',
      'Two of A1: 2 × A1 = 1,000.',
      '٣ × ٣٦٠٠ = ١٠٨٠٠',
    ]) {
      expect(charterProblems(achievable(text), sold), text).toEqual([]);
    }
    const source = measure({ source: 'Reckoned: 3 × 3,600', target: 1 });
    const told = { ...source, goal: 'Win 10,800.', smart: achievable('Yes.').smart };
    expect(charterProblems(told, sold)).toEqual([]);
  });

  it('[LV94] without it, wrongly, or of numbers from nowhere, it is told', () => {
    for (const [text, wrong] of [
      ['Worth $10,800 in all.', ['10,800']],
      ['Worth 3 × $3,600 = $10,900.', ['10,900']],
      ['Worth 3 × $7,777 = $23,331.', ['7,777', '23,331']],
      ['There are 3. × And then 3,600 or 10,800.', ['10,800']],
      [
        'Of 3 customers, as many as one can hope for, × so to say, that pay 3,600: 10,800',
        ['10,800'],
      ],
    ] as const) {
      expect(charterProblems(achievable(text), sold), text).toEqual(
        wrong.map((one) => expect.stringContaining(`achievable: ${one} stands neither`)),
      );
    }
  });

  it('[LV94] figures of the plan pass once they are reckoned', () => {
    const late = achievable('It costs 7,777 EUR and ends by 2026-10-09.');
    expect(charterProblems(late, sold)).toHaveLength(2);
    expect(charterProblems(late, { ...sold, computed: [7777.4, '2026-10-09'] })).toEqual([]);
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
