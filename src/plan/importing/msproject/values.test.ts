import { describe, expect, it } from 'vitest';
import { foreignProject, foreignTasks } from '../../../../test/support/msproject/foreign.ts';
import { readXml } from '../../../base/xml.ts';
import { importPlan } from '../import-plan.ts';
import { msProjectReader } from '../read-msproject.ts';
import { isBadTime, timeIn } from './values.ts';

const at = (text: string) => readXml(`<a><At>${text}</At></a>`);

describe('dates of MS Project XML', () => {
  it.each([
    ['2027-02-28T08:00:00', '2027-02-28T08:00', false],
    ['2028-02-29T08:00:00', '2028-02-29T08:00', false],
    ['2027-02-29T08:00:00', undefined, true],
    ['2027-02-31T08:00:00', undefined, true],
    ['2027-04-31T08:00:00', undefined, true],
    ['2027-13-01T08:00:00', undefined, true],
    ['soon', undefined, true],
    ['', undefined, false],
    ['NA', undefined, false],
    ['1899-12-30T00:00:00', undefined, false],
  ])('[IM44] %s is %s', (text, time, isBad) => {
    expect(timeIn(at(text), 'At')).toBe(time);
    expect(isBadTime(at(text), 'At')).toBe(isBad);
  });

  it('[IM44] those that are no days are told and left out, and the rest is taken in', async () => {
    const fields = { Duration: 'PT1H', Deadline: '2027-02-31T17:00:00' };
    const text = foreignProject([...foreignTasks, { uid: 20, level: 1, name: 'x', fields }])
      .replace('<StartDate>2027-04-19', '<StartDate>2027-04-31')
      .replace('<FinishDate>2027-07-01', '<FinishDate>2027-06-31');
    const imported = msProjectReader.read(text, 'file.xml');
    expect(imported.defects).toMatchObject([
      { kind: 'unreadable_date', where: 'StartDate', repaired: false },
      { kind: 'unreadable_date', where: 'FinishDate', repaired: false },
      { kind: 'unreadable_date', where: 'task_20', repaired: false },
    ]);
    expect(imported.defects[2]?.detail).toContain('2027-02-31');
    const { plan } = await importPlan(imported, { planId: 'plan_wall1', today: '2027-01-04' });
    expect(plan.start_date).toBe('2027-01-04');
  });
});
