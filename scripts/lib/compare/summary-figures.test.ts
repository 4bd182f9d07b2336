import { describe, expect, it } from 'vitest';
import { summaryFigures } from './summary-figures.ts';

const sources = {
  computed: { days: [Date.parse('2027-03-05T09:00Z')], numbers: [75_912.6, 0.38] },
  goal: 'Open with EUR 85,000.',
  assumptions: 'Guests a year: 9000; 12000; 15000',
};

describe('where the figures of a summary come from', () => {
  it('[CP17] each is told by its first source', () => {
    const text =
      'Done on 2027-03-05 for EUR 75,913 of EUR 85,000, with 38% odds; 12,000 guests, or 640 a week from 2027-06-01.';
    expect(summaryFigures(text, sources)).toEqual({
      all: 7,
      computed: 3,
      ofGoal: 1,
      assumed: 1,
      elsewhere: 2,
    });
  });

  it('[CP17] small numbers and years are no figures', () => {
    expect(summaryFigures('Two of 15 sites in 2027', sources).all).toBe(0);
  });
});
