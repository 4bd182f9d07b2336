import { describe, expect, it } from 'vitest';
import { importObjection, importSummary } from './import-file.ts';

const taken = { tasks: 40, dependencies: 1, defects: [], defect_count: 0, schedule: null };
const defect = { kind: 'dangling_id', where: 'task 4', detail: '5 is not there.' };

describe('a file that is brought', () => {
  it('[FR12] is refused before it is sent, with what to do', () => {
    expect(importObjection({ name: 'notes.docx', size: 10 })).toContain('Choose the file');
    expect(importObjection({ name: 'plan.json', size: 0 })).toBe('plan.json is empty.');
    expect(importObjection({ name: 'plan.zip', size: 33_554_433 })).toContain('32 MiB');
    expect(importObjection({ name: 'My plan.ZIP', size: 33_554_432 })).toBe('');
  });

  it('[FR13] is told with its defects, how many were repaired and the days saved', () => {
    const defects = [
      { ...defect, repaired: true },
      { ...defect, repaired: false },
    ];
    const schedule = { days: 61, waterfall_days: 200, days_saved: 139 };
    expect(importSummary({ ...taken, defects, defect_count: 2, schedule })).toBe(
      '40 tasks · 1 dependency · 2 defects, 1 repaired · 61 days, 139 days less than one task after the other.',
    );
  });

  it('[FR13] claims neither days that were not saved nor repairs that it does not see', () => {
    const schedule = { days: 1, waterfall_days: 1, days_saved: 0 };
    expect(importSummary({ ...taken, schedule })).toBe(
      '40 tasks · 1 dependency · no defects · 1 day.',
    );
    expect(
      importSummary({ ...taken, defects: [{ ...defect, repaired: true }], defect_count: 9 }),
    ).toBe('40 tasks · 1 dependency · 9 defects.');
  });
});
