import { describe, expect, it } from 'vitest';
import {
  formatBytes,
  formatHours,
  formatMoney,
  formatMoneyRange,
  formatQuantity,
  formatShare,
  formatUsd,
} from './amounts.ts';
import { daysBetween, formatDays, formatDaysYear, formatDuration, formatMoment } from './time.ts';
import { bucketOf, humanize, initials, plural, shorten } from './words.ts';

describe('words', () => {
  it('humanize names of things', () => {
    expect(humanize('extract_parameters')).toBe('Extract parameters');
    expect(humanize('run.created')).toBe('Run created');
    expect(humanize('QUEUED')).toBe('Queued');
  });

  it('shorten at a word', () => {
    expect(shorten('short', 10)).toBe('short');
    expect(shorten('one two three four', 15)).toBe('one two three…');
    expect(shorten('abcdefghijklmnop', 10)).toBe('abcdefghij…');
  });

  it('give initials for any name', () => {
    expect(initials('Ada Lovelace King')).toBe('AK');
    expect(initials('bo')).toBe('B');
    expect(initials('')).toBe('?');
    expect(initials('😀 bot')).toBe('😀B');
  });

  it('choose the same color for the same name', () => {
    expect(bucketOf('Ada', 6)).toBe(bucketOf('Ada', 6));
    expect(bucketOf('Zoë 名前', 6)).toBeLessThan(6);
  });

  it('count', () => {
    expect(plural(1, 'task')).toBe('1 task');
    expect(plural(0, 'guess', 'guesses')).toBe('0 guesses');
  });
});

describe('times', () => {
  it('are durations in words', () => {
    expect(formatDuration(-5)).toBe('0 s');
    expect(formatDuration(42_900)).toBe('42 s');
    expect(formatDuration(200_000)).toBe('3 min 20 s');
    expect(formatDuration(7_500_000)).toBe('2 h 5 min');
    expect(formatDuration(587_520_000)).toBe('6.8 d');
  });

  it('are the clock today and the day before that', () => {
    const now = new Date('2026-02-18T12:00:00Z');
    expect(formatMoment('2026-02-18T09:05:00Z', now, 'UTC')).toBe('09:05');
    expect(formatMoment('2026-02-11T09:05:00Z', now, 'UTC')).toBe('Feb 11');
    expect(formatMoment('2025-12-31T09:05:00Z', now, 'UTC')).toBe('Dec 31, 2025');
    expect(formatMoment('nonsense', now, 'UTC')).toBe('');
  });

  it('are calendar days in any time zone', () => {
    expect(formatDays('2026-02-11', '2026-02-11')).toBe('Feb 11');
    expect(formatDays('2026-02-11', '2026-03-01')).toMatch(/^Feb 11\s–\sMar 1$/);
    expect(daysBetween('2026-02-11', '2026-02-12')).toBe(2);
    expect(formatDaysYear('2027-01-04', '2027-07-08')).toMatch(/^Jan 4\s–\sJul 8, 2027$/);
    expect(formatDaysYear('2027-01-04', 'soon')).toBe('2027-01-04 – soon');
  });
});

describe('amounts', () => {
  it('are money with its currency', () => {
    expect(formatMoney(5000, 'USD')).toBe('$5,000');
    expect(formatMoneyRange(1800, 3600, 'USD')).toMatch(/^\$1,800\s–\s\$3,600$/);
    expect(formatMoney(600_000, 'DKK')).toMatch(/^DKK\s600K$/);
  });

  it('are hours and quantities', () => {
    expect(formatHours(6.54)).toBe('6.5 h');
    expect(formatHours(34.6)).toBe('35 h');
    expect(formatQuantity(35, '%')).toBe('35%');
    expect(formatQuantity(1000, 'leads')).toBe('1,000 leads');
  });

  it('are what models cost, sizes and shares', () => {
    expect(formatUsd(1.5)).toBe('$1.50');
    expect(formatUsd(0.0042)).toBe('$0.0042');
    expect(formatUsd(0)).toBe('$0.00');
    expect([0, 999, 1500, 2_340_000].map(formatBytes)).toEqual(['0 B', '999 B', '2 kB', '2.3 MB']);
    expect(formatShare(0.826)).toBe('83%');
  });
});
