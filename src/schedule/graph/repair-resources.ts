// Zones, calendars and roles that can be worked with.
import type { Calendar, Minute, Project, Role } from '../project.ts';
import { calendarFaults, weekdayCalendar } from '../time/calendar.ts';
import { MINUTES_PER_DAY } from '../time/civil.ts';
import { isoDateIn, startOfDate } from '../time/local-time.ts';
import { isZone } from '../time/zone.ts';
import type { Say } from './change.ts';
import { quoted } from './finding.ts';
import { MAX_INSTANT, MAX_RATE, nearestInstant } from './limits.ts';
import { isCapacity, isInstant, MAX_CAPACITY } from './lint-resources.ts';
import { repairCalendar } from './repair-calendar.ts';

export function repairResources(project: Project, say: Say): Project {
  const zone = isZone(project.zone) ? project.zone : 'UTC';
  if (zone !== project.zone) say('bad_zone', [], `the zone ${quoted(project.zone)} became UTC`);
  const { deadline, ...rest } = project;
  const start = isInstant(project.start) ? project.start : nearestDay(zone, project.start);
  if (start !== project.start) {
    say('bad_date', [], `the start was out of range and became ${isoDateIn(zone, start)}`);
  }
  const calendars = repairCalendars(project, zone, say);
  const roles = repairRoles(project, calendars, say);
  const plain = { ...rest, zone, start, calendars, roles };
  if (deadline === undefined) return plain;
  const kept = isInstant(deadline) ? deadline : nearestInstant(deadline);
  if (kept !== deadline) {
    say('bad_date', [], `the deadline was out of range and became ${isoDateIn(zone, kept)}`);
  }
  return { ...plain, deadline: kept };
}

/** A project starts with a day. */
const nearestDay = (zone: string, minute: Minute): Minute => {
  const nearest = nearestInstant(minute);
  // The first day of all has begun before dates do.
  const within = Math.max(nearest, MINUTES_PER_DAY - MAX_INSTANT);
  return startOfDate(zone, isoDateIn(zone, within));
};

function repairCalendars(project: Project, zone: string, say: Say): readonly Calendar[] {
  const byId = new Map<string, Calendar>();
  for (const calendar of project.calendars) {
    const { id } = calendar;
    if (byId.has(id)) {
      say('duplicate_calendar', [id], `the second calendar ${quoted(id)} was dropped`);
    } else if (calendarFaults(calendar).length === 0) {
      byId.set(id, calendar);
    } else {
      const tell = (message: string) => say('bad_calendar', [id], message);
      byId.set(id, repairCalendar(calendar, zone, tell));
    }
  }
  const id = project.defaultCalendar;
  if (!byId.has(id)) {
    byId.set(id, weekdayCalendar(id, zone));
    say(
      'unknown_calendar',
      [id],
      `the calendar ${quoted(id)} was added: Monday to Friday, 9 to 17`,
    );
  }
  return [...byId.values()];
}

function repairRoles(project: Project, calendars: readonly Calendar[], say: Say): readonly Role[] {
  const known = new Set(calendars.map(({ id }) => id));
  const byId = new Map<string, Role>();
  for (const role of project.roles) {
    if (byId.has(role.id)) {
      say('duplicate_role', [role.id], `the second role ${quoted(role.id)} was dropped`);
    } else {
      byId.set(role.id, repairRole(role, known, project.defaultCalendar, say));
    }
  }
  return [...byId.values()];
}

function repairRole(role: Role, known: ReadonlySet<string>, fallback: string, say: Say): Role {
  const { ratePerHour, ...rest } = role;
  const name = `role ${quoted(role.id)}`;
  const calendar = known.has(role.calendar) ? role.calendar : fallback;
  if (calendar !== role.calendar) {
    say('unknown_calendar', [role.id], `${name} works on the default calendar now`);
  }
  const capacity = isCapacity(role.capacity) ? role.capacity : nearestCapacity(role.capacity);
  if (capacity !== role.capacity) {
    say('bad_capacity', [role.id], `the capacity of ${name} became ${capacity}`);
  }
  const plain = { ...rest, calendar, capacity };
  if (ratePerHour === undefined) return plain;
  if (ratePerHour >= 0 && ratePerHour <= MAX_RATE) return { ...plain, ratePerHour };
  const nearest = Number.isNaN(ratePerHour) ? 0 : Math.max(0, Math.min(MAX_RATE, ratePerHour));
  const message = `the rate of ${name} became ${nearest} an hour: ${ratePerHour} is no rate to reckon with`;
  say('bad_rate', [role.id], message);
  return { ...plain, ratePerHour: nearest };
}

function nearestCapacity(value: number): number {
  return Number.isNaN(value) ? 1 : Math.max(0, Math.min(MAX_CAPACITY, Math.round(value)));
}
