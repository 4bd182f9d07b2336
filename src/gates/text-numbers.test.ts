import { describe, expect, it } from 'vitest';
import { numberSources, unsourcedNumbers, withReckonings } from './number-sources.ts';
import { datesIn, numbersIn } from './text-numbers.ts';

const valuesIn = (text: string): number[][] => numbersIn(text).map(({ values }) => [...values]);

describe('numbers in a text', () => {
  it('[GT30] are read in every usual writing', () => {
    for (const text of [
      '1,500',
      '1.500',
      '1 500',
      '1\u00a0500',
      "1'500",
      '1’500',
      '١٬٥٠٠',
      '１,５００',
    ])
      expect(valuesIn(`x ${text} y`)[0], text).toContain(1500);
    expect(valuesIn('1.234.567,50')[0]).toContain(1234567.5);
    expect(valuesIn('1,234,567.50')[0]).toContain(1234567.5);
    expect(valuesIn('12,34,567')[0]).toContain(1234567);
    expect(valuesIn('12,5 und 12.5')).toEqual([[12.5], [12.5]]);
    expect(valuesIn('EUR 80000.')).toEqual([[80000]]);
    expect(valuesIn('约80000元')).toEqual([[80000]]);
    expect(valuesIn('共 80000 元')).toEqual([[80000]]);
  });

  it('[GT30] names and dates are no numbers', () => {
    expect(numbersIn('Q1, B2B, A3, 2026-03-31, CO2')).toEqual([]);
    expect(datesIn('from 2026-03-31 to 2026-04-02T09:00Z')).toEqual(['2026-03-31', '2026-04-02']);
  });

  it('[GT30] two numbers side by side are not one', () => {
    const sources = numberSources({ a: 2, b: 150 });
    expect(unsourcedNumbers('In phase 2 150 people come.', sources)).toEqual([]);
  });
});

describe('where numbers come from', () => {
  const sources = numberSources(
    { cost: 12_347, odds: 0.83, start: '2026-01-05' },
    'Close 15 deals at $1,500 each in Q1 2026, 2.5 million in all.',
  );
  const told = (text: string): string[] => unsourcedNumbers(text, sources);

  it('[GT31] material, rounded, scaled or as a percentage', () => {
    expect(told('15 deals at 1.500, about 12,300, 12k, 83%, 83 %, 2 500 000')).toEqual([]);
    expect(told('2026-01-05, January 5, 2026, 7 days, 24 hours, all 100%')).toEqual([]);
  });

  it('[GT31] what stands nowhere is told as it is written, once', () => {
    expect(told('Some 4,200 guests, again 4,200, by 2026-07-01, 71%.')).toEqual([
      '2026-07-01',
      '4,200',
      '71%',
    ]);
    expect(told('Zu 64 Prozent, 1999 gegründet')).toEqual(['64', '1999']);
  });
});

describe('numbers that were reckoned', () => {
  it('[GT31] from two numbers of the goal pass, others do not', () => {
    const goal = 'Close 3 deals at $1,500 each of 70 leads with a budget of 80,000 EUR';
    const sources = withReckonings(numberSources(goal), goal);
    expect(unsourcedNumbers('4,500 in all, 78,500 are left', sources)).toEqual([]);
    expect(unsourcedNumbers('some 6,123 guests', sources)).toEqual(['6,123']);
  });
});
