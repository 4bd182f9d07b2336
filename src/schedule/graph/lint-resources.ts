// Zones, calendars and roles: what work is placed on.
import type { Project } from '../project.ts';
import { calendarFaults } from '../time/calendar.ts';
import { isZone } from '../time/zone.ts';
import { type FindingList, quoted } from './finding.ts';
import { MAX_INSTANT, MAX_RATE } from './limits.ts';

export const MAX_CAPACITY = 2 ** 20;

export const isInstant = (minute: number): boolean =>
  Number.isInteger(minute) && Math.abs(minute) <= MAX_INSTANT;

export const isCapacity = (value: number): boolean =>
  Number.isInteger(value) && value >= 0 && value <= MAX_CAPACITY;

export function lintResources(project: Project, list: FindingList): void {
  if (!isZone(project.zone)) {
    list.add('bad_zone', [], `${quoted(project.zone)} is not a time zone; use an IANA name`);
  }
  for (const [what, date] of [
    ['start', project.start],
    ['deadline', project.deadline ?? 0],
  ] as const) {
    if (!isInstant(date))
      list.add(
        'bad_date',
        [],
        `the project's ${what} is out of range; dates lie between 1742 and 2198`,
      );
  }
  if (project.deadline !== undefined && project.deadline <= project.start) {
    list.add('dates_cross', [], "the project's deadline is not after its start; move one of them");
  }
  lintCalendars(project, list);
  lintRoles(project, list);
}

function lintCalendars(project: Project, list: FindingList): void {
  const seen = new Set<string>();
  for (const calendar of project.calendars) {
    const { id } = calendar;
    if (seen.has(id)) {
      list.add('duplicate_calendar', [id], `two calendars have the id ${quoted(id)}; rename one`);
    }
    seen.add(id);
    for (const { message } of calendarFaults(calendar)) list.add('bad_calendar', [id], message);
  }
  if (!seen.has(project.defaultCalendar)) {
    const message = `the default calendar ${quoted(project.defaultCalendar)} does not exist; add it`;
    list.add('unknown_calendar', [project.defaultCalendar], message);
  }
}

function lintRoles(project: Project, list: FindingList): void {
  const calendars = new Set(project.calendars.map(({ id }) => id));
  const { roles, skills } = usedNames(project);
  const seen = new Set<string>();
  for (const role of project.roles) {
    const name = `role ${quoted(role.id)}`;
    const ids = [role.id];
    if (seen.has(role.id)) list.add('duplicate_role', ids, `${name} is there twice; rename one`);
    seen.add(role.id);
    if (!calendars.has(role.calendar)) {
      const message = `${name} works on the calendar ${quoted(role.calendar)}, which does not exist`;
      list.add('unknown_calendar', ids, message);
    }
    if (!isCapacity(role.capacity)) {
      list.add(
        'bad_capacity',
        ids,
        `${name}: the capacity is a whole number from 0 to ${MAX_CAPACITY}`,
      );
    }
    if (role.capacity === 0) {
      list.add('no_capacity', ids, `${name} has nobody; raise its capacity or give its work away`);
    }
    if (
      role.ratePerHour !== undefined &&
      !(role.ratePerHour >= 0 && role.ratePerHour <= MAX_RATE)
    ) {
      list.add('bad_rate', ids, `${name}: the rate per hour is a number from 0 to ${MAX_RATE}`);
    }
    if (!roles.has(role.id) && !role.skills.some((skill) => skills.has(skill))) {
      list.add('unused_role', ids, `${name} has nothing to do; give it work or remove it`);
    }
  }
}

function usedNames({ tasks }: Project) {
  const roles = new Set<string>();
  const skills = new Set<string>();
  for (const task of tasks) {
    for (const way of task.ways) {
      for (const use of way.uses) {
        if ('role' in use) roles.add(use.role);
        else skills.add(use.skill);
      }
    }
  }
  return { roles, skills };
}
