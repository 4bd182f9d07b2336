import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { PLAN_SCHEMA_VERSION, planSchema } from './plan.ts';
import { migratePlan } from './plan-versions.ts';

const file = new URL('../../test/contract/fixtures/plan-v1.json', import.meta.url);
const first = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;

describe('versions of plan.json', () => {
  it('[PD1] a file of version 1 is read as one of today, and nothing of it is lost', () => {
    const plan = planSchema.parse(migratePlan(first));
    expect(plan).toEqual({ ...first, schema_version: PLAN_SCHEMA_VERSION });
  });

  it('[PD1] what version 1 did not know is overlooked as it was then', () => {
    const plan = migratePlan({ ...first, gates: 'all fine', swot: 7 });
    expect(plan).toEqual({ ...first, schema_version: PLAN_SCHEMA_VERSION });
  });

  it('[PD1] one of today stays as it is', () => {
    const plan = { ...first, schema_version: PLAN_SCHEMA_VERSION, gates: [] };
    expect(migratePlan(plan)).toBe(plan);
  });

  it('[PD2] one of a newer version is refused with what to do', () => {
    const newer = { ...first, schema_version: PLAN_SCHEMA_VERSION + 1 };
    expect(() => migratePlan(newer)).toThrow(
      expect.objectContaining({
        code: 'INVALID_ARGUMENTS',
        message: expect.stringMatching(/version 3; .* up to 2\. Update Planwright/) as string,
      }),
    );
  });

  it('[PD2] what is no version is left to the check that follows', () => {
    for (const version of ['1', 0, -1, 1.5, null]) {
      const odd = { ...first, schema_version: version };
      expect(migratePlan(odd)).toBe(odd);
      expect(planSchema.safeParse(migratePlan(odd)).success).toBe(false);
    }
    expect(migratePlan([1])).toEqual([1]);
    expect(migratePlan({ title: 'by hand' })).toEqual({ title: 'by hand' });
  });
});
