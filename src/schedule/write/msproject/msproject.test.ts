import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sampleSchedule } from '../../../../test/support/scheduled.ts';
import { childOf, childrenOf, readXml, textOf } from '../../../../test/support/xml-tree.ts';
import { anyCurrency } from '../../money/currency.ts';
import { writeMsProject } from './msproject.ts';
import { writeXml } from './xml.ts';

const root = readXml(writeMsProject(sampleSchedule));
const list = (group: string, tag: string) => childrenOf(childOf(root, group), tag);
const tasks = list('Tasks', 'Task');
const byUid = (uid: string) => tasks.find((task) => textOf(task, 'UID') === uid);

describe('the schedule as MS Project XML', () => {
  it('[SC90] has the namespace, dates in local time and the parts in the order of the schema', () => {
    expect(root.tag).toBe('Project');
    expect(root.attributes.xmlns).toBe('http://schemas.microsoft.com/project');
    expect(textOf(root, 'StartDate')).toBe('2026-03-02T00:00:00');
    expect(textOf(root, 'FinishDate')).toBe('2026-03-07T16:00:00');
    expect(root.children.slice(-4).map(({ tag }) => tag)).toEqual([
      'Calendars',
      'Tasks',
      'Resources',
      'Assignments',
    ]);
  });

  it('[SC90] tasks keep their outline, times, work and kind', () => {
    expect(tasks.map((task) => textOf(task, 'OutlineNumber'))).toEqual([
      '1',
      '1.1',
      '1.2',
      '2',
      '2.1',
      '2.2',
    ]);
    expect(new Set(tasks.map((task) => textOf(task, 'UID'))).size).toBe(6);
    expect(textOf(byUid('1'), 'Summary')).toBe('1');
    expect(textOf(byUid('6'), 'Milestone')).toBe('1');
    expect(textOf(byUid('3'), 'Duration')).toBe('PT16H0M0S');
    expect(textOf(byUid('3'), 'Work')).toBe('PT32H0M0S');
    expect(textOf(byUid('3'), 'Deadline')).toBe('2026-03-06T00:00:00');
    expect(textOf(byUid('3'), 'FixedCost')).toBe('25050');
    expect(textOf(byUid('5'), 'ConstraintType')).toBe('2');
    expect(textOf(byUid('2'), 'TotalSlack')).toBe('-900');
  });

  it('[SC90] links keep type and lag, in tenths of minutes', () => {
    const link = (uid: string) => childOf(byUid(uid), 'PredecessorLink');
    expect(link('3')?.children.map(({ text }) => text)).toEqual(['2', '1', '0', '0', '5']);
    expect(link('5')?.children.map(({ text }) => text)).toEqual(['3', '3', '0', '-900', '6']);
    expect(link('6')?.children.map(({ text }) => text)).toEqual(['5', '0', '0', '600', '5']);
  });

  it('[SC90] resources have units, rates and calendars, and every assignment finds both ends', () => {
    const resources = list('Resources', 'Resource');
    expect(resources.map((one) => textOf(one, 'MaxUnits'))).toEqual(['2', '1']);
    expect(textOf(resources[0], 'StandardRate')).toBe('40');
    const assignments = list('Assignments', 'Assignment');
    expect(assignments).toHaveLength(3);
    for (const one of assignments) {
      expect(byUid(textOf(one, 'TaskUID') ?? '')).toBeDefined();
      expect(resources.map((role) => textOf(role, 'UID'))).toContain(textOf(one, 'ResourceUID'));
    }
  });

  it('[SC90] calendars have hours, holidays and a derived one for each resource', () => {
    const calendars = list('Calendars', 'Calendar');
    expect(calendars.map((one) => textOf(one, 'IsBaseCalendar'))).toEqual(['1', '1', '0', '0']);
    const uids = calendars.map((one) => textOf(one, 'UID'));
    expect(new Set(uids).size).toBe(4);
    const [office, always, cook] = calendars;
    const days = childrenOf(childOf(office, 'WeekDays'), 'WeekDay');
    const working = days.filter((day) => textOf(day, 'DayWorking') === '1');
    expect(working.map((day) => textOf(day, 'DayType'))).toEqual(['2', '3', '4', '5', '6']);
    const [holiday] = childrenOf(childOf(office, 'Exceptions'), 'Exception');
    expect(textOf(childOf(holiday, 'TimePeriod'), 'FromDate')).toBe('2026-03-05T00:00:00');
    const [midnight] = childrenOf(childOf(always, 'WeekDays'), 'WeekDay');
    const hours = childOf(childOf(midnight, 'WorkingTimes'), 'WorkingTime');
    expect([textOf(hours, 'FromTime'), textOf(hours, 'ToTime')]).toEqual(['00:00:00', '00:00:00']);
    expect(textOf(cook, 'BaseCalendarUID')).toBe(textOf(office, 'UID'));
    const resources = list('Resources', 'Resource');
    expect(textOf(resources[0], 'CalendarUID')).toBe(textOf(cook, 'UID'));
  });

  it('[SC136] lines of costs are fixed costs of their task, or of the project as a whole', () => {
    const amount = { low: 1, likely: 100, high: 200 };
    const line = { id: 'c', name: 'Flour', source: 'quote', amount, currency: anyCurrency };
    const stated = [{ ...line, task: 'task_2' }, { ...line, task: 'phase_2' }, line, line];
    const given = readXml(writeMsProject({ ...sampleSchedule, stated }));
    const costs = childrenOf(childOf(given, 'Tasks'), 'Task').map((one) => [
      textOf(one, 'UID'),
      textOf(one, 'FixedCost'),
    ]);
    expect(costs.filter(([, cost]) => cost !== undefined)).toEqual([
      ['0', '20000'],
      ['3', '35050'],
      ['4', '10000'],
    ]);
  });

  it('[SC91] any text comes back as text', () => {
    expect(textOf(byUid('3'), 'Name')).toContain('<b>&amp;</b> "quoted"');
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (text) => {
        const read = readXml(writeXml(['Project', [['Name', text]]], 'urn:x'));
        expect(textOf(read, 'Name')).not.toMatch(/[\p{Cc}\p{Cs}]/u);
        expect(childrenOf(read, 'Name')).toHaveLength(1);
      }),
    );
  });
});
