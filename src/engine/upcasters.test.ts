import { describe, expect, it } from 'vitest';
import { type UpcasterTable, upcast } from './upcasters.ts';

/** A made-up event: v1 had minutes, v2 has milliseconds, v3 also says who. */
const table: UpcasterTable = {
  'kettle.boiled': {
    1: (data) => ({ tookMs: (data as { minutes: number }).minutes * 60_000 }),
    2: (data) => ({ ...data, by: 'unknown' }),
  },
};
const type = 'kettle.boiled';

describe('upcasting', () => {
  it('[EN11] goes step by step from the stored version to the present one', () => {
    const v3 = { tookMs: 120_000, by: 'unknown' };
    expect(upcast(type, 1, { minutes: 2 }, 3, table)).toEqual(v3);
    expect(upcast(type, 2, { tookMs: 120_000 }, 3, table)).toEqual(v3);
    expect(upcast(type, 3, v3, 3, table)).toBe(v3);
    expect(upcast(type, 1, { minutes: 2 }, 2, table)).toEqual({ tookMs: 120_000 });
  });

  it('[EN11] leaves what was stored as it is', () => {
    const stored = Object.freeze({ minutes: 2 });
    upcast(type, 1, stored, 3, table);
    expect(stored).toEqual({ minutes: 2 });
  });

  it.each([
    ['version', type, 0],
    ['type', 'kettle.dropped', 1],
  ])('[EN11] refuses an unknown %s rather than guessing', (_, name, from) => {
    expect(() => upcast(name, from, {}, 3, table)).toThrow(`no upcaster for ${name}`);
  });
});
