import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sampleCalendars, sampleStart } from '../../../test/support/random-project.ts';
import { workAxis } from '../time/axis.ts';
import { afterLag, latestBeforeLag } from './lag.ts';

const axes = sampleCalendars.map((calendar) =>
  workAxis([calendar], { origin: sampleStart, tickMinutes: 15, horizonTicks: 10 }),
);
const anyAxis = fc.constantFrom(...axes);
const anyTick = fc.integer({ min: 0, max: 3_000 });
const anyLag = fc.integer({ min: -60, max: 60 });

describe('lags', () => {
  it('[SC47] a lag ends one tick after its last worked tick, or as many worked ticks back', () => {
    fc.assert(
      fc.property(anyAxis, anyTick, anyLag, (axis, tick, lag) => {
        const end = afterLag(axis, tick, lag);
        expect(axis.workBefore(end) - axis.workBefore(tick)).toBe(lag);
        // The last tick of a positive lag is worked, so is the first of a negative one.
        const edge = lag > 0 ? end - 1 : end;
        const worked = axis.workBefore(edge + 1) - axis.workBefore(edge) === 1;
        expect(lag === 0 ? end === tick : worked).toBe(true);
      }),
    );
  });

  it('[SC47] the latest instant before a lag is exactly the last from which it ends in time', () => {
    fc.assert(
      fc.property(anyAxis, anyTick, anyLag, (axis, limit, lag) => {
        const latest = latestBeforeLag(axis, limit, lag);
        expect(afterLag(axis, latest, lag)).toBeLessThanOrEqual(limit);
        expect(afterLag(axis, latest + 1, lag)).toBeGreaterThan(limit);
      }),
    );
  });
});
