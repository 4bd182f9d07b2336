import { describe, expect, it } from 'vitest';
import { datesInWords } from './text-dates.ts';

describe('dates in words', () => {
  it.each([
    ['It ends on December 18, 2026.', 'en', ['2026-12-18']],
    ['from 1st March 2026 to 18 december 2026', 'en', ['2026-03-01', '2026-12-18']],
    ['Ende am 18. Dezember 2026', 'de', ['2026-12-18']],
    ['le 18 décembre 2026', 'fr', ['2026-12-18']],
    ['18 de diciembre de 2026', 'es', ['2026-12-18']],
    ['2026年12月18日に', 'ja', ['2026-12-18']],
    ['18 декабря 2026 г.', 'ru', ['2026-12-18']],
    ['12 people 2026, December 2026, 45 May 2026', 'en', []],
    ['18 Dezember 2026', 'no language', []],
  ])('[GT49] %s', (text, language, dates) => {
    expect(datesInWords(text, language)).toEqual(dates);
  });
});
