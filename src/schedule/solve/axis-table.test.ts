import { describe, expect, it } from 'vitest';
import { patternAxis, roundTheClock } from '../../../test/support/random-problem.ts';
import { AxisTable } from './axis-table.ts';
import { lagBack, lagForward } from './lag.ts';

const patterns = ['x', 'xx.', '.xxxx..', 'x.x..xxx....', '......x'];

describe.each(patterns)('the axis %s', (pattern) => {
  const given = patternAxis(pattern);

  it('[SC28] a table answers like the axis, in any order of questions', () => {
    const table = new AxisTable(given);
    for (let turn = 0; turn < 600; turn += 1) {
      const at = (turn * 7919) % 500;
      expect(table.workBefore(at)).toBe(given.workBefore(at));
      expect(table.tickOf(at)).toBe(given.tickOf(at));
    }
  });

  it('[SC28] a run ends where the work pauses', () => {
    const table = new AxisTable(given);
    for (let work = 0; work < 40; work += 1) {
      const tick = table.tickOf(work);
      const end = table.runEnd(tick);
      expect(table.workBefore(end) - table.workBefore(tick)).toBe(end - tick);
      expect(end - tick).toBeGreaterThan(0);
    }
  });

  it.each([-7, -2, -1, 0, 1, 3, 8])(
    '[SC20] a lag of %i goes back to the last tick in time',
    (lag) => {
      const table = new AxisTable(given);
      for (let until = 20; until < 60; until += 1) {
        const last = lagBack(table, until, lag);
        expect(last < 0 || lagForward(table, last, lag) <= until).toBe(true);
        expect(lagForward(table, last + 1, lag)).toBeGreaterThan(until);
      }
    },
  );
});

describe('runs', () => {
  const pausing = patterns.filter((pattern) => pattern.includes('.'));
  it.each(pausing)('[SC28] %s pauses after a run', (pattern) => {
    const table = new AxisTable(patternAxis(pattern));
    for (let work = 0; work < 40; work += 1) {
      const end = table.runEnd(table.tickOf(work));
      expect(table.tickOf(table.workBefore(end))).toBeGreaterThan(end);
    }
  });
});

describe('lags', () => {
  it('[SC20] elapsed lags count every tick, never before the start', () => {
    const always = new AxisTable(roundTheClock);
    expect(lagForward(always, 5, 3)).toBe(8);
    expect(lagForward(always, 5, -9)).toBe(0);
    expect(lagBack(always, 5, 3)).toBe(2);
  });

  it('[SC20] working lags end after their last worked tick, or go back to its begin', () => {
    const office = new AxisTable(patternAxis('xx..'));
    expect(lagForward(office, 2, 1)).toBe(5);
    expect(lagForward(office, 1, 1)).toBe(2);
    expect(lagForward(office, 5, -1)).toBe(4);
    expect(lagForward(office, 5, -2)).toBe(1);
    expect(lagForward(office, 1, -5)).toBe(0);
  });
});
