import { describe, expect, it } from 'vitest';
import { fiveOfTen } from '../../../test/support/sim-models.ts';
import { AxisTable } from '../solve/axis-table.ts';
import { UnitProfile } from './unit-profile.ts';

const always = (work: number) => work;
/** Works at all times. */
const free = { always: true, workBefore: always, tickOf: always } as unknown as AxisTable;
const firstFree = (profile: UnitProfile, from: number): number =>
  profile.earliest(free, from, 1, 1);

describe('the units of a role whose tasks pause', () => {
  it('[SC179] are left to others in its pauses, but for those of a task that pauses for years', () => {
    const axis = new AxisTable(fiveOfTen);
    const short = new UnitProfile(1);
    short.take(axis, 3, 108, 1, 7);
    expect(firstFree(short, 91)).toBeLessThan(108);
    const long = new UnitProfile(1);
    const end = 100_008;
    long.take(axis, 3, end, 1, 7);
    expect(firstFree(long, 11)).toBeLessThan(20);
    expect(firstFree(long, 50_001)).toBe(end);
    expect(long.lastOwner).toBe(7);
  });
});
