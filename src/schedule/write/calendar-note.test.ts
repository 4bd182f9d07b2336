import { describe, expect, it } from 'vitest';
import { sampleSchedule } from '../../../test/support/scheduled.ts';
import { calendarNote } from './calendar-note.ts';

describe('who works when, in words', () => {
  it('[SC82] names the hours in use, and whether holidays count', () => {
    const { project } = sampleSchedule;
    expect(calendarNote(project)).toBe(
      'people Monday to Friday, 9 to 17, agents round the clock; time zone Europe/Copenhagen',
    );
    const [office, always] = project.calendars;
    const plain = {
      ...project,
      roles: project.roles.map((role) => ({ ...role, capacity: 1 })),
      calendars: [{ ...office, exceptions: [] }, always] as typeof project.calendars,
    };
    expect(calendarNote(plain)).toContain('one task at a time per role');
    expect(calendarNote(plain)).toContain('public holidays are not taken into account');
  });
});
