import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayOfIsoDate } from './civil.ts';
import { endOfDate, isoDateIn, isoDateTimeIn, parseDateTime, startOfDate } from './local-time.ts';
import { isZone, offsetAt, offsetStretches } from './zone.ts';

const minutesOf = (text: string) => Date.parse(text) / 60_000;

describe('local time', () => {
  it('[SC46] shows the local date and time with its offset', () => {
    const instant = minutesOf('2026-03-29T22:30:00Z');
    expect(isoDateIn('Europe/Berlin', instant)).toBe('2026-03-30');
    expect(isoDateTimeIn('Europe/Berlin', instant)).toBe('2026-03-30T00:30+02:00');
    expect(isoDateTimeIn('America/St_Johns', instant)).toBe('2026-03-29T20:00-02:30');
    expect(isoDateTimeIn('UTC', instant)).toBe('2026-03-29T22:30+00:00');
  });

  it('[SC46] a local date begins and ends at local midnight, also on clock changes', () => {
    expect(startOfDate('Europe/Berlin', '2026-03-29')).toBe(minutesOf('2026-03-28T23:00:00Z'));
    expect(endOfDate('Europe/Berlin', '2026-03-29')).toBe(minutesOf('2026-03-29T22:00:00Z'));
    const length = (zone: string, date: string) => endOfDate(zone, date) - startOfDate(zone, date);
    expect(length('America/New_York', '2026-11-01')).toBe(25 * 60);
    // Cairo changes at midnight: its day begins at one o'clock.
    expect(length('Africa/Cairo', '2026-04-24')).toBe(23 * 60);
    // Samoa left this day out.
    expect(length('Pacific/Apia', '2011-12-30')).toBe(0);
  });

  it('[SC46] reads date-times with and without an offset', () => {
    expect(parseDateTime('Asia/Kolkata', '2026-01-01T05:30')).toBe(
      minutesOf('2026-01-01T00:00:00Z'),
    );
    expect(parseDateTime('UTC', '2026-01-01T05:30+05:30')).toBe(minutesOf('2026-01-01T00:00:00Z'));
    expect(parseDateTime('UTC', '2026-01-01T05:30:59.5Z')).toBe(minutesOf('2026-01-01T05:30:00Z'));
    // Skipped by the clocks: the jump. Shown twice: the first.
    expect(parseDateTime('Europe/Berlin', '2026-03-29T02:30')).toBe(
      minutesOf('2026-03-29T01:00:00Z'),
    );
    expect(parseDateTime('Europe/Berlin', '2026-10-25T02:30')).toBe(
      minutesOf('2026-10-25T00:30:00Z'),
    );
  });

  it('[SC46] refuses what is no date or time', () => {
    for (const text of [
      '2026-02-30T10:00',
      '2026-01-01',
      '2026-01-01T24:00',
      'soon',
      '2026-1-1T1:1',
    ]) {
      expect(() => parseDateTime('UTC', text), text).toThrow(/is not a date and time/);
    }
    expect(() => startOfDate('UTC', '2026-13-01')).toThrow(/is not a date/);
    expect(() => startOfDate('Mars/Olympus', '2026-01-01')).toThrow(/is not a time zone/);
    expect(dayOfIsoDate('0000-00-00')).toBeNull();
  });

  it('[SC46] what is shown reads back as the same instant', () => {
    const zones = fc.constantFrom(
      'Europe/Berlin',
      'America/Caracas',
      'Australia/Lord_Howe',
      'Africa/Casablanca',
    );
    const instants = fc.integer({
      min: minutesOf('1975-01-01T00:00:00Z'),
      max: minutesOf('2090-01-01T00:00:00Z'),
    });
    fc.assert(
      fc.property(zones, instants, (zone, instant) => {
        expect(parseDateTime(zone, isoDateTimeIn(zone, instant))).toBe(instant);
        expect(startOfDate(zone, isoDateIn(zone, instant))).toBeLessThanOrEqual(instant);
        expect(endOfDate(zone, isoDateIn(zone, instant))).toBeGreaterThan(instant);
      }),
      { numRuns: 100 },
    );
  });
});

describe('zones', () => {
  it('[SC46] knows each change of the clocks to the minute', () => {
    const year = [minutesOf('2026-01-01T00:00:00Z'), minutesOf('2027-01-01T00:00:00Z')] as const;
    expect(
      offsetStretches('Europe/Berlin', ...year).map(({ from, offset }) => [from, offset]),
    ).toEqual([
      [year[0], 60],
      [minutesOf('2026-03-29T01:00:00Z'), 120],
      [minutesOf('2026-10-25T01:00:00Z'), 60],
    ]);
    // Ramadan time: the clocks go back for about a month.
    const past = [minutesOf('2024-01-01T00:00:00Z'), minutesOf('2025-01-01T00:00:00Z')] as const;
    expect(offsetStretches('Africa/Casablanca', ...past)).toHaveLength(3);
    expect(offsetStretches('UTC', ...year)).toHaveLength(1);
    expect(offsetAt('Asia/Kathmandu', year[0])).toBe(345);
  });

  it('[SC46] takes IANA names only', () => {
    expect(isZone('Europe/Berlin')).toBe(true);
    expect(isZone('')).toBe(false);
    expect(isZone('x'.repeat(10_000))).toBe(false);
  });
});
