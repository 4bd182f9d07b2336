import type { ReadingCase } from './reading-case.ts';

export const english: readonly ReadingCase[] = [
  [
    'Open a juice bar in Seville with $45k by June 2027',
    'USD 45000 | budget USD 45000 | @2027-06-01..2027-06-30 | due 2027-06-30 | in Seville',
  ],
  [
    'Renovate 12 flats in Bratislava, budget EUR 80,000',
    'EUR 80000 | budget EUR 80000 | #12 | in Bratislava',
  ],
  ['Raise £1.25m for a lifeboat station in Cornwall', 'GBP 1250000 | in Cornwall'],
  [
    'Run a reading week for 300 pupils in Q1 2027',
    '@2027-01-01..2027-03-31 | due 2027-03-31 | #300',
  ],
  [
    'Move our office from Leeds to Porto within 9 months',
    '~9 month | due 2027-08-15 | in Leeds | in Porto',
  ],
  [
    'Build a footbridge for between $2 million and $3 million',
    'USD 2000000-3000000 | budget USD 3000000',
  ],
  [
    'A 5-year program that plants 2000 trees in Kenya',
    '~5 year | due 2031-11-15 | #2000 | in Kenya',
  ],
  ['Publish a cookbook before 1 May 2027', '@2027-05-01 | due 2027-04-30'],
  ['Print 40 posters for the fair by next Friday', '@2026-11-20 | due 2026-11-20 | #40'],
  [
    'Launch a podcast in spring 2027 with two hosts',
    '@2027-03-01..2027-05-31 | due 2027-05-31 | #2',
  ],
  ['Replace 15 Windows 11 laptops for half a million yen', 'JPY 500000 | budget JPY 500000 | #15'],
  ['Get ISO 27001 certified by the end of 2027', '@2027-01-01..2027-12-31 | due 2027-12-31'],
  [
    'Open a clinic in Accra that costs at most 1.2 million cedis',
    'GHS 1200000 | budget GHS 1200000 | in Accra',
  ],
  ['Write a guide to the Apollo 11 mission in 6 weeks', '~6 week | due 2026-12-27'],
  ['Try 3 recipes a week until Christmas', '@2026-12-24 | due 2026-12-24 | #3'],
  ['Lose 10 pounds by March', '@2027-03-01..2027-03-31 | due 2027-03-31 | #10'],
  [
    'Train fifty volunteers in Tasmania over two years, without paid advertising',
    '~2 year | due 2028-11-15 | #50 | in Tasmania | no paid advertising',
  ],
  [
    'Ship the second half of 2027 roadmap with 4 engineers',
    '@2027-07-01..2027-12-31 | due 2027-12-31 | #4',
  ],
  [
    'Host 80 guests on August 14, 2027 in Ljubljana',
    '@2027-08-14 | due 2027-08-14 | #80 | in Ljubljana',
  ],
  [
    'Sell a 30 ft boat in Halifax for 20 to 25 thousand dollars',
    'USD 20000-25000 | #30 | in Halifax',
  ],
  ['Start a choir in Upper Tadley with no debt', 'in Upper Tadley | no debt'],
  ['Digitize 1,200 letters at $3 per page', 'USD 3 | #1200'],
  [
    'Hold a regatta in Ohio in the third quarter of 2027',
    '@2027-07-01..2027-09-30 | due 2027-09-30 | in Ohio',
  ],
  ['Learn to write in Python in ninety days', '~90 day | due 2027-02-13'],
  [
    'Fix the roof by mid-May 2027 for USD 7,500–9,000',
    'USD 7500-9000 | budget USD 9000 | @2027-05-11..2027-05-20 | due 2027-05-20',
  ],
  [
    'Bring clean water to 1.5 million people in Chad by 2030',
    '@2030-01-01..2030-12-31 | due 2030-12-31 | #1500000 | in Chad',
  ],
  [
    'Set up a help desk with a team of six people for 250,000 Swiss francs a year',
    'CHF 250000 | #6',
  ],
  ['Keep the old list in use until four weeks went by without a mistake', '~4 week | no mistake'],
  ['Make a board game without dice, due on 2027-09-01', '@2027-09-01 | due 2027-09-01 | no dice'],
];
