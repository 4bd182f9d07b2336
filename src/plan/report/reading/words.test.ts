import { describe, expect, it } from 'vitest';
import { effortText, waitText, withinText } from './durations.ts';
import { filled, labelsIn } from './labels.ts';
import { bare, ended, tidy } from './sentences.ts';
import { english, localeOf, wordsIn } from './words.ts';

/** Intl writes narrow and fixed spaces; here any of them is a space. */
const spaced = (text: string): string => text.replace(/\s/gu, ' ');

describe('words of a language', () => {
  it.each([
    ['en', '5 Mar 2027', 'EUR 75,913', '1.5', '38 of 100'],
    ['de', '5. März 2027', '75.913 EUR', '1,5', '38 von 100'],
    ['es', '5 mar 2027', '75.913 EUR', '1,5', '38 de 100'],
    ['fr', '5 mars 2027', '75 913 EUR', '1,5', '38 sur 100'],
    ['da', '5. mar. 2027', '75.913 EUR', '1,5', '38 af 100'],
  ])('[RH15] dates, amounts and odds are written as in %s', (language, day, sum, number, odds) => {
    const words = wordsIn(language);
    expect(spaced(words.day('2027-03-05'))).toBe(day);
    expect(spaced(words.amount(75_912.5, 'EUR'))).toBe(sum);
    expect(words.figure(1.5)).toBe(number);
    expect(words.odds(0.381)).toBe(odds);
  });

  it('[RH15] a language that is unknown, undetermined or no language is written in English', () => {
    for (const language of [undefined, 'und', 'und-Latn', 'xx', 'de"><b>', 'a', 'de_AT', '-'])
      expect(localeOf(language)).toBe('en');
    expect(localeOf('de-AT')).toBe('de-AT');
  });

  it('[RH15] days and digits of other calendars and scripts are those of plan.json', () => {
    for (const language of ['fa', 'ar-EG', 'th']) {
      expect(wordsIn(language).day('2027-03-05')).toMatch(/2027/);
      expect(wordsIn(language).day('2027-03-05')).toMatch(/5/);
      expect(wordsIn(language).labels).toBe(english.labels);
    }
  });

  it('[RH15] every language has all places for values that English has', () => {
    const places = (text: unknown) => (String(text).match(/\{\d\}/g) ?? []).sort();
    for (const language of ['da', 'de', 'es', 'fr'])
      for (const [key, text] of Object.entries(labelsIn(language)))
        expect([language, key, places(text)]).toEqual([
          language,
          key,
          places(Object.entries(english.labels).find(([name]) => name === key)?.[1]),
        ]);
    expect(filled('{1} of {0}', 'b', 'a')).toBe('a of b');
  });
});

describe('times', () => {
  it('[RH16] work is in minutes below an hour', () => {
    expect([0.5, 0.01, 1, 1.5].map((hours) => effortText(hours, english))).toEqual([
      ...['30 min', '1 min', '1 h', '1.5 h'],
    ]);
  });

  it('[RH16] waits are in working days or weeks, those that elapse in days or weeks', () => {
    const wait = (lag: number, lag_in?: 'elapsed') =>
      waitText({ from: 'a', to: 'b', type: 'finish_to_start', lag, ...(lag_in && { lag_in }) });
    expect([8, 60, 40, 200, 4, 0].map((lag) => wait(lag))).toEqual([
      ...['1 working day', '7.5 working days', '5 working days', '5 weeks', '0.5 working days', ''],
    ]);
    expect([24, 336, 12].map((lag) => wait(lag, 'elapsed'))).toEqual([
      ...['1 day', '2 weeks', '0.5 days'],
    ]);
    expect([0, 1, 2].map(withinText)).toEqual(['at once', 'within 1 day', 'within 2 days']);
  });
});

describe('marks between texts', () => {
  it.each([
    ['Guests a day.: 30 (18 to 45)', 'Guests a day: 30 (18 to 45)'],
    ['All take posts.; No finding is open.', 'All take posts; No finding is open.'],
    ['Those of phase 3.: 10 (3 to 30)', 'Those of phase 3: 10 (3 to 30)'],
    ['It ends.. Then', 'It ends. Then'],
    ['Why?. So', 'Why? So'],
    ['and so on... then', 'and so on... then'],
    ['../x 1..5 e.g. this: that', '../x 1..5 e.g. this: that'],
  ])('[RH17] %s', (given, mended) => {
    expect(tidy(given)).toBe(mended);
  });

  it('[RH17] a text gets one mark at its end, or none', () => {
    expect(['a.', 'a', 'a?', 'a:', 'a…', '“a.”', ''].map(ended)).toEqual([
      ...['a.', 'a.', 'a?', 'a.', 'a…', '“a.”', ''],
    ]);
    expect(['a.', 'a;', 'a?', 'a...'].map(bare)).toEqual(['a', 'a', 'a?', 'a...']);
  });
});
