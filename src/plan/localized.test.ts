import { describe, expect, it } from 'vitest';
import { numberSources, unsourcedNumbers } from '../gates/number-sources.ts';
import { amountText, dateText, numberText, percentText } from './localized.ts';

const languages = ['en', 'de', 'fr', 'da', 'es', 'ru', 'ja', 'zh', 'ar', 'fa', 'th', 'tr', 'hi'];

describe('figures in the language of the plan', () => {
  it('[LV66] dates are written out, and stay as they are where the language is not known', () => {
    expect(dateText('2026-12-18', 'en')).toBe('18 December 2026');
    expect(dateText('2026-12-18', 'de')).toBe('18. Dezember 2026');
    expect(dateText('2026-12-18', 'und')).toBe('2026-12-18');
    expect(dateText('2026-12-18', 'no language')).toBe('2026-12-18');
  });

  it('[LV66] amounts keep the code of their currency', () => {
    expect(amountText(5000, 'EUR', 'en')).toBe('EUR 5,000');
    expect(amountText(5000, 'EUR', 'de')).toBe('5.000\u00a0EUR');
    expect(amountText(5000, 'EUR', 'und')).toBe('EUR 5,000');
  });

  it('[LV66] shares and weeks', () => {
    expect(percentText(0.8, 'en')).toBe('80%');
    expect(percentText(0.8, 'de')).toBe('80\u00a0%');
    expect(percentText(0.8, 'tr')).toBe('80%');
    expect(numberText(1.4286, 'de')).toBe('1,4');
  });

  it.each(languages)('[LV66] the check of numbers knows them again: %s', (language) => {
    const sources = numberSources('2026-12-18', 125_437, 0.83, 10 / 7);
    const text = [
      dateText('2026-12-18', language),
      amountText(125_437, 'EUR', language),
      percentText(0.83, language),
      numberText(10 / 7, language),
    ].join(' | ');
    expect(unsourcedNumbers(text, sources)).toEqual([]);
  });
});
