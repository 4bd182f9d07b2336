import { describe, expect, it } from 'vitest';
import { figureProblems, sourcesOf } from './number-sources.ts';

describe('where the numbers of a closing text come from', () => {
  it('[LV62] what the writer was shown counts, also a sum that code made for it', () => {
    const intake = { planId: 'plan_1', goal: 'Open a shop', startDate: '2027-01-04' };
    const input = { intake, outputs: { work: { lines: [6_200, 7_300] } } };
    const sees = { work: () => '3.3 Fit out | 13500 EUR', gone: () => '777' };
    const problemsWith = (shown: Record<string, () => string>) =>
      figureProblems({ text: 'Der Umbau kostet 13.500 EUR.' }, {}, sourcesOf(input, {}, shown));
    expect(problemsWith(sees)).toEqual([]);
    expect(problemsWith({})).toHaveLength(1);
  });

  it('[LV62] they are gathered once for one input, and anew for other figures or another view', () => {
    const intake = { planId: 'plan_1', goal: 'Open 17 shops', startDate: '2027-01-04' };
    const input = { intake, outputs: {} };
    const [figures, sees] = [{ cost: '13,500 EUR' }, {}];
    const sources = sourcesOf(input, figures, sees);
    expect(sourcesOf(input, figures, sees)).toBe(sources);
    expect(sourcesOf(input, { cost: '99,000 EUR' }, sees).numbers).toContain(99_000);
    expect(sourcesOf({ ...input }, figures, sees)).toEqual(sources);
  });
});
