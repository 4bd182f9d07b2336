import { describe, expect, it } from 'vitest';
import { readAmounts } from './amounts.ts';
import { readContradictions } from './contradictions.ts';
import { readDates } from './dates.ts';

const rulesOf = (goal: string) =>
  readContradictions(goal, readAmounts(goal), readDates(goal, '2026-11-16')).map(
    ({ rule }) => rule,
  );

describe('what a goal says and unsays', () => {
  it.each([
    'Set up a food bank that hands out meals for free, budget of 20,000 GBP, Leeds',
    'Teach kids to code for free, budget of 5,000 EUR',
    'Open a clinic with no money worries, budget 300,000 EUR',
    'Train bank staff to work without money laundering, budget 90,000 EUR',
    'Open a café with no budget overruns, budget of 5,000 EUR',
    'Open a café with no money from banks, budget of 5,000 EUR',
    'Open a café with a budget 0.5 million EUR',
    'Bring visitor numbers back to the 2019 level, starting in January 2027',
    'Bring besøgstallet tilbage til 2019 niveau, start i januar 2027',
    'Extend the bridge that was completed in 2019, starting in January 2027',
    'Repeat the survey done in May 2020, starting in January 2027',
    'Cut costs by the 2019 standard, starting in January 2027',
  ])('[RD16] no contradiction: %s', (goal) => {
    expect(rulesOf(goal)).toEqual([]);
  });

  it.each([
    ['Open a café without any money, budget of 5,000 EUR', 'money and none'],
    ['Open a café with no money in Rome, budget of 5,000 EUR', 'money and none'],
    ['Open a café with no money at all and a budget of 5,000 EUR', 'money and none'],
    ['Budget: 0. Open a café, it may cost 5,000 EUR', 'money and none'],
    ['Ein Café ohne Geld eröffnen, Budget 5.000 EUR', 'money and none'],
    ['Build a shed from 1 March 2027 to 1 February 2027', 'end before start'],
    ['Starts in March 2027 and must be finished in February 2027: a shed', 'end before start'],
    ['Start on 1 March 2027 and be done by 1 February 2027: a shed', 'end before start'],
  ])('[RD16] a contradiction: %s', (goal, rule) => {
    expect(rulesOf(goal)).toEqual([rule]);
  });
});
