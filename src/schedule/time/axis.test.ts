import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Calendar } from '../project.ts';
import { alwaysAxis, workAxis } from './axis.ts';
import { roundTheClockCalendar, weekdayCalendar } from './calendar.ts';
import { dayOfIsoDate, weekdayOf } from './civil.ts';
import { parseDateTime } from './local-time.ts';

const berlin = weekdayCalendar('berlin', 'Europe/Berlin');
const at = (text: string) => parseDateTime('UTC', text);

/** Wall time by the runtime, minute by minute: slow and plainly right. */
function naiveWorked(calendar: Calendar, minute: number): boolean {
  const shown = new Date(minute * 60_000).toLocaleString('sv-SE', { timeZone: calendar.zone });
  const [date = '', time = ''] = shown.split(' ');
  const past = Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
  const exception = calendar.exceptions.find((one) => one.date === date);
  const spans = exception?.spans ?? calendar.week[weekdayOf(dayOfIsoDate(date) ?? 0)] ?? [];
  return spans.some((span) => span.from <= past && past < span.to);
}

function expectLikeNaive(
  calendars: readonly Calendar[],
  origin: number,
  tick: number,
  ticks: number,
) {
  const axis = workAxis(calendars, { origin, tickMinutes: tick, horizonTicks: ticks });
  const worked = Array.from({ length: ticks }, (_, t) => {
    const minutes = Array.from({ length: tick }, (__, index) => origin + t * tick + index);
    return minutes.every((minute) => calendars.every((one) => naiveWorked(one, minute)));
  });
  const found = worked.map((_, t) => axis.workBefore(t + 1) - axis.workBefore(t) === 1);
  expect(found).toEqual(worked);
  const places = worked.flatMap((isWorked, t) => (isWorked ? [t] : []));
  expect(places.map((_, work) => axis.tickOf(work))).toEqual(places);
}

const night: Calendar = {
  id: 'night',
  zone: 'America/New_York',
  week: Array.from({ length: 7 }, () => [
    { from: 0, to: 150 },
    { from: 22 * 60, to: 1440 },
  ]),
  exceptions: [{ date: '2026-03-07', spans: [{ from: 60, to: 240 }] }],
};

describe('work axis', () => {
  it('[SC40] counts Monday to Friday, nine to five, local time', () => {
    const axis = workAxis([berlin], {
      origin: at('2026-01-05T00:00'),
      tickMinutes: 60,
      horizonTicks: 100,
    });
    expect(axis.always).toBe(false);
    expect(axis.tickOf(0)).toBe(8);
    expect(axis.tickOf(8)).toBe(24 + 8);
    expect(axis.tickOf(40)).toBe(7 * 24 + 8);
    expect(axis.workBefore(7 * 24)).toBe(40);
  });

  it('[SC41] local hours stay local over both clock changes', () => {
    const axis = workAxis([berlin], {
      origin: at('2026-03-27T00:00'),
      tickMinutes: 60,
      horizonTicks: 200,
    });
    expect(axis.tickOf(0)).toBe(8);
    expect(axis.tickOf(8)).toBe(3 * 24 + 7);
    const autumn = workAxis([berlin], {
      origin: at('2026-10-23T00:00'),
      tickMinutes: 60,
      horizonTicks: 9,
    });
    expect(autumn.tickOf(8)).toBe(3 * 24 + 8);
  });

  it('[SC41] a day has 23 or 25 hours when the clocks change', () => {
    const office = { ...berlin, week: [...berlin.week.slice(0, 6), [{ from: 0, to: 1440 }]] };
    const axis = (origin: string) =>
      workAxis([office], { origin: at(origin), tickMinutes: 30, horizonTicks: 200 });
    const sunday = (origin: string) => axis(origin).workBefore(80);
    expect(sunday('2026-03-28T12:00')).toBe(46);
    expect(sunday('2026-10-24T12:00')).toBe(50);
    expect(sunday('2026-07-04T12:00')).toBe(48);
  });

  it('[SC41] agrees with a clock read minute by minute around clock changes', () => {
    expectLikeNaive([night], at('2026-03-07T03:00'), 1, 2 * 1440);
    expectLikeNaive([night], at('2026-10-31T12:00'), 30, 3 * 48);
    expectLikeNaive(
      [weekdayCalendar('lh', 'Australia/Lord_Howe')],
      at('2026-04-03T20:00'),
      15,
      300,
    );
  });

  it('[SC42] several calendars work only when all of them do', () => {
    expectLikeNaive(
      [weekdayCalendar('tokyo', 'Asia/Tokyo'), night],
      at('2026-03-27T00:00'),
      10,
      6 * 144,
    );
    expectLikeNaive(
      [berlin, weekdayCalendar('ny', 'America/New_York')],
      at('2026-10-24T00:00'),
      20,
      72 * 6,
    );
  });

  it('[SC42] calendars that share no time are refused by name', () => {
    const options = { origin: 0, tickMinutes: 60, horizonTicks: 100 };
    const tokyo = weekdayCalendar('tokyo', 'Asia/Tokyo');
    const late = { ...berlin, week: berlin.week.map(() => [{ from: 18 * 60, to: 20 * 60 }]) };
    expect(() => workAxis([berlin, late, tokyo], options)).toThrow(/berlin, berlin, tokyo/);
    expect(() => workAxis([berlin], { ...options, tickMinutes: 1440 })).toThrow(/no working time/);
    expect(() => workAxis([berlin], { ...options, tickMinutes: 0 })).toThrow(/at least 1/);
    expect(() => workAxis([berlin], { ...options, origin: Number.NaN })).toThrow(/no working time/);
  });

  it('[SC43] a tick counts only when it lies wholly inside working time', () => {
    const axis = workAxis([berlin], {
      origin: at('2026-01-05T00:00'),
      tickMinutes: 7 * 60,
      horizonTicks: 10,
    });
    // 09:00–17:00 in Berlin is 08:00–16:00 UTC; ticks begin at 7, 14, 21, 28 (04:00), 35 (11:00)…
    expect(axis.workBefore(3)).toBe(0);
    const half = workAxis([berlin], {
      origin: at('2026-01-05T08:30'),
      tickMinutes: 60,
      horizonTicks: 10,
    });
    expect(half.workBefore(24)).toBe(7);
  });

  it('[SC40] calendars without a break give the axis without a break', () => {
    const options = { origin: 5, tickMinutes: 1, horizonTicks: 10 };
    expect(workAxis([roundTheClockCalendar('a'), roundTheClockCalendar('b')], options)).toBe(
      alwaysAxis,
    );
    expect(workAxis([], options)).toBe(alwaysAxis);
    const holiday = {
      ...roundTheClockCalendar('h'),
      exceptions: [{ date: '1970-01-03', spans: [] }],
    };
    expect(workAxis([holiday], options).workBefore(4 * 1440)).toBe(3 * 1440);
  });

  it('[SC44] the same answers however far it was laid out at once, also after a century', () => {
    const origin = at('2026-01-01T00:00');
    const short = workAxis([berlin], { origin, tickMinutes: 60, horizonTicks: 1 });
    const long = workAxis([berlin], { origin, tickMinutes: 60, horizonTicks: 2_000_000 });
    const far = [10, 5_000, 876_000, 876_599, 876_601, 880_000, 1_000_000, 123_456_789];
    for (const tick of far) expect(short.workBefore(tick)).toBe(long.workBefore(tick));
    const perYear = short.workBefore(9_000_000 + 52 * 168) - short.workBefore(9_000_000);
    expect(perYear).toBe(52 * 40);
  });

  it('[SC44] a long closure does not end the axis', () => {
    const exceptions = Array.from({ length: 3_000 }, (_, day) => ({
      date: new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10),
      spans: [],
    }));
    const axis = workAxis([{ ...berlin, exceptions }], {
      origin: at('2026-01-01T00:00'),
      tickMinutes: 1,
      horizonTicks: 100,
    });
    expect(axis.tickOf(0)).toBeGreaterThan(2_999 * 1440);
  });

  it('[SC44] counting and finding are inverse to each other', () => {
    const zones = [
      'Europe/Berlin',
      'America/New_York',
      'Asia/Kolkata',
      'Pacific/Apia',
      'Africa/Cairo',
    ];
    const span = fc
      .tuple(fc.integer({ min: 0, max: 1430 }), fc.integer({ min: 60, max: 700 }))
      .map(([from, length]) => [{ from, to: Math.min(1440, from + length) }]);
    const day = fc.oneof(fc.constant([]), span);
    const given = fc.record({
      zone: fc.constantFrom(...zones),
      week: fc.array(day, { minLength: 6, maxLength: 6 }),
      tickMinutes: fc.constantFrom(1, 5, 15, 30),
      origin: fc.integer({ min: at('2020-01-01T00:00'), max: at('2040-01-01T00:00') }),
      work: fc.integer({ min: -1_000, max: 50_000_000 }),
      tick: fc.integer({ min: -1_000, max: 100_000_000 }),
    });
    fc.assert(
      fc.property(given, ({ zone, week, tickMinutes, origin, work, tick }) => {
        const calendar = { ...berlin, zone, week: [...week, [{ from: 0, to: 720 }]] };
        const axis = workAxis([calendar], { origin, tickMinutes, horizonTicks: 100 });
        const found = axis.tickOf(work);
        expect(axis.workBefore(found)).toBe(work);
        expect(axis.workBefore(found + 1)).toBe(work + 1);
        const done = axis.workBefore(tick);
        expect(axis.tickOf(done)).toBeGreaterThanOrEqual(tick);
        expect(axis.tickOf(done - 1)).toBeLessThan(tick);
      }),
      { numRuns: 60 },
    );
  });
});
