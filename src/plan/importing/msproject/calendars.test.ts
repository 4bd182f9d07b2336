import { afterEach, describe, expect, it, vi } from 'vitest';
import { readXml } from '../../../base/xml.ts';
import type { ImportDefect } from '../imported-plan.ts';
import { teller } from '../telling.ts';
import { readCalendars } from './calendars.ts';

const exception = (from: string, to: string): string =>
  `<Exception><TimePeriod><FromDate>${from}T00:00:00</FromDate><ToDate>${to}T23:59:00</ToDate></TimePeriod><DayWorking>0</DayWorking></Exception>`;
const calendar = (uid: number, exceptions: readonly string[], base = -1): string =>
  `<Calendar><UID>${uid}</UID><Name>C${uid}</Name><BaseCalendarUID>${base}</BaseCalendarUID><Exceptions>${exceptions.join('')}</Exceptions></Calendar>`;

function readAll(calendars: readonly string[]) {
  const defects: ImportDefect[] = [];
  // Each day that is set is written as a date once.
  const days = vi.spyOn(Date.prototype, 'toISOString');
  const xml = `<Project><Calendars>${calendars.join('')}</Calendars></Project>`;
  const read = readCalendars(readXml(xml), teller(defects));
  return { ...read, defects, daysSet: days.mock.calls.length };
}

const datesIn = ({ exceptions = [] }: { exceptions?: readonly unknown[] | undefined }): number =>
  exceptions.length;
const long = exception('2000-01-01', '2013-09-01');

describe('exceptions of calendars', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it('[IM44] the same one many times is work once', () => {
    const { calendars, defects, daysSet } = readAll([calendar(1, Array(200).fill(long))]);
    expect(daysSet).toBe(4_993);
    expect(calendars.map(datesIn)).toEqual([4_993]);
    expect(defects).toEqual([]);
    const many = readAll([calendar(1, Array(10_001).fill(exception('2030-01-01', '2030-01-01')))]);
    expect(many.defects.map(({ kind }) => kind)).toEqual(['too_many_exceptions']);
  });

  it('[IM44] the same days in many of them have an end, and what is left out is told', () => {
    const shifted = Array.from({ length: 200 }, (_, at) =>
      exception('2000-01-01', new Date(Date.UTC(2013, 8, 1 - at)).toISOString().slice(0, 10)),
    );
    const { calendars, defects, daysSet } = readAll([calendar(1, shifted)]);
    expect(daysSet).toBeLessThanOrEqual(5_000);
    expect(calendars.map(datesIn)).toEqual([4_993]);
    expect(defects).toMatchObject([{ kind: 'too_many_exceptions', where: 'C1', repaired: false }]);
    expect(defects[0]?.detail).toContain('199');
  });

  it('[IM44] those of all calendars together have an end, inherited ones too', () => {
    const many = Array.from({ length: 150 }, (_, at) => calendar(at + 1, [long]));
    const own = readAll(many);
    expect(own.daysSet).toBeLessThanOrEqual(100_000);
    expect(own.defects.length).toBeGreaterThan(100);
    vi.restoreAllMocks();
    const heirs = Array.from({ length: 150 }, (_, at) =>
      calendar(at + 2, [exception('2030-01-01', '2030-01-01')], 1),
    );
    const inherited = readAll([calendar(1, [long]), ...heirs]);
    const all = inherited.calendars.reduce((sum, one) => sum + datesIn(one), 0);
    expect(all).toBeLessThanOrEqual(100_000);
    expect(inherited.defects.map(({ kind }) => kind)).toContain('too_many_exceptions');
    expect(inherited.calendars.every((one) => datesIn(one) > 0)).toBe(true);
  });

  it('[IM44] one that is longer than a plan can hold is cut, and that is told', () => {
    const { calendars, defects } = readAll([calendar(1, [exception('2000-01-01', '2040-01-01')])]);
    expect(calendars.map(datesIn)).toEqual([5_000]);
    expect(defects.map(({ kind }) => kind)).toEqual(['too_many_exceptions']);
  });

  it('[IM44] has no days for dates that are in no calendar', () => {
    const { defects } = readAll([calendar(1, [exception('2027-02-31', '2027-02-31')])]);
    expect(defects.map(({ kind }) => kind)).toEqual(['bad_exception']);
  });
});
