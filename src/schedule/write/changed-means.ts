// Roles, calendars and dates of the whole in plan.json after a change.
import type { Calendar, Project, Role, Span } from '../project.ts';
import { isoDateIn, isoDateTimeIn } from '../time/local-time.ts';
import { isSame, type Json, listOf } from './json.ts';

interface Means {
  readonly before: Project;
  readonly after: Project;
}

export function changedMeans(raw: Json, change: Means): Json {
  const { before, after } = change;
  return {
    ...(isSame(before.roles, after.roles) ? {} : rolesAfter(raw, change)),
    ...(isSame(before.calendars, after.calendars) ? {} : calendarsAfter(raw, change)),
    ...(before.start === after.start ? {} : { start_date: isoDateIn(after.zone, after.start) }),
    ...(before.deadline === after.deadline ? {} : { deadline: deadlineOf(after) }),
  };
}

const deadlineOf = ({ deadline }: Project): string | undefined =>
  deadline === undefined ? undefined : isoDateTimeIn('UTC', deadline);

/** All of them: a plan that describes some roles and names no others means just those. */
function rolesAfter(raw: Json, { before, after }: Means): Json {
  const described = new Map(
    listOf(raw.roles)
      .map((role) => [role.name, role] as const)
      .toReversed(),
  );
  const known = new Map(before.roles.map((role) => [role.id, role] as const).toReversed());
  const roles = after.roles.map((role) => roleOf(role, known.get(role.id), described.get(role.id)));
  if (!Array.isArray(raw.roles_required)) return { roles };
  const names = [...(raw.roles_required as string[]), ...after.roles.map(({ id }) => id)];
  return { roles, roles_required: [...new Set(names)] };
}

function roleOf(role: Role, was: Role | undefined, raw: Json | undefined): Json {
  const { id, kind, capacity, calendar, skills, ratePerHour } = role;
  const { rate_per_hour: rate, currency, ...rest } = raw ?? {};
  const isKept = was !== undefined && was.ratePerHour === ratePerHour && rate !== undefined;
  // Another rate is in the currency of the plan.
  const changed = ratePerHour === undefined ? {} : { rate_per_hour: ratePerHour };
  return {
    name: id,
    kind,
    ...rest,
    capacity,
    calendar,
    ...(skills.length === 0 ? {} : { skills }),
    ...(isKept
      ? { rate_per_hour: rate, ...(currency === undefined ? {} : { currency }) }
      : changed),
  };
}

/** Those of the plan itself, once each; the two that are always there need not be written. */
function calendarsAfter(raw: Json, { before, after }: Means): Json {
  const own = new Map(
    listOf(raw.calendars)
      .map((one) => [one.calendar_id, one] as const)
      .toReversed(),
  );
  const sound = new Map(before.calendars.map((one) => [one.id, one] as const).toReversed());
  const calendars = after.calendars.flatMap((calendar) => {
    const was = sound.get(calendar.id);
    const given = own.get(calendar.id);
    if (was !== undefined && isSame(was, calendar)) return given ?? [];
    return calendarFields(calendar);
  });
  return { calendars };
}

export const calendarFields = ({ id, zone, week, exceptions }: Calendar): Json => ({
  calendar_id: id,
  time_zone: zone,
  week: week.map((spans) => spans.map(spanOf)),
  exceptions: exceptions.map(({ date, spans }) => ({ date, hours: spans.map(spanOf) })),
});

const spanOf = ({ from, to }: Span): Json => ({ from: clockOf(from), to: clockOf(to) });

const clockOf = (minute: number): string =>
  [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':');
