import { describe, expect, it } from 'vitest';
import { parseArguments } from './arguments.ts';
import { scheduleOptions } from './schedule-options.ts';

const options = (...argv: string[]) => scheduleOptions(parseArguments(argv));

describe('the flags of schedule', () => {
  it('[SC96] are numbers in their range, and a format that the ending may name', () => {
    expect(
      options('plan.json', '--schedules', '500', '--time-limit', '0.5', '--simulate', '1000'),
    ).toMatchObject({ file: 'plan.json', schedules: 500, timeLimitMs: 500, simulate: 1000 });
    expect(options('x', '--now', '2026-03-04')).toMatchObject({ now: '2026-03-04' });
    expect(options('x', '--repair', '--close-gap')).toMatchObject({ repair: true, closeGap: true });
    expect(options('x', '--calibrate', 'a', 'b')).toMatchObject({ calibrate: ['a', 'b'] });
    expect(options('x', '--out', 'a.ics')).toMatchObject({ format: 'ical' });
    expect(options('x', '--out', 'a.xml', '--json')).toMatchObject({ format: 'msproject' });
    expect(options('x', '--out', 'a.txt', '--format', 'csv')).toMatchObject({ format: 'csv' });
  });

  it.each([
    [[], 'Say which file'],
    [['a', 'b'], 'b is one too many'],
    [['a', '--schedules', '0'], '--schedules is a whole number from 1'],
    [['a', '--schedules', '1.5'], '--schedules is a whole number'],
    [['a', '--schedules', ''], '--schedules is a whole number'],
    [['a', '--time-limit', 'x'], '--time-limit is a number'],
    [['a', '--seed', '-1'], '--seed is'],
    [['a', '--simulate', '1e7'], '--simulate is'],
    [['a', '--format', 'pdf'], '--format is one of json, csv'],
    [['a', '--out', 'a.txt'], 'Say in which format'],
    [['a', '--format', 'csv', '--json'], 'give one of them --out'],
  ])('[CL3] %j is refused: %s', (argv, message) => {
    expect(() => options(...argv)).toThrow(message);
  });
});
