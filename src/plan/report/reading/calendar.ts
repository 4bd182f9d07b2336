// Who works when. The hours of a part-time role are a share of a week, not a time of day.
import type { Plan } from '../../../contract/plan.ts';
import { figure } from './words.ts';

const FULL_WEEK_H = 168;
const dayNames = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

type Calendar = NonNullable<Plan['calendars']>[number];

const officeDay = [{ from: '09:00', to: '17:00' }];
/** What roles have that name no calendar. */
const office: Calendar = {
  calendar_id: 'office',
  week: [officeDay, officeDay, officeDay, officeDay, officeDay, [], []],
};

const minutesOf = (clock: string): number => {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  return hours * 60 + minutes;
};

const hoursOf = ({ week }: Calendar): number =>
  week.flat().reduce((sum, { from, to }) => sum + (minutesOf(to) - minutesOf(from)) / 60, 0);

/** Mon to Fri; days that do not follow each other one by one. */
function daysOf({ week }: Calendar): string {
  const days = week.flatMap((hours, index) => (hours.length > 0 ? [index] : []));
  const [first = 0, last = 0] = [days[0], days.at(-1)];
  const inARow = last - first === days.length - 1;
  if (inARow && days.length > 2) return `${dayNames[first]} to ${dayNames[last]}`;
  return days.map((day) => dayNames[day]).join(', ');
}

function hoursText(calendar: Calendar): string {
  const hours = hoursOf(calendar);
  if (hours > FULL_WEEK_H - 1) return 'round the clock';
  return hours === 0 ? 'no fixed hours' : `${figure(hours)} h a week, ${daysOf(calendar)}`;
}

/** In plain words for the roles that have hours of their own; else what the scheduler says. */
export function calendarText({ schedule, roles = [], calendars = [] }: Plan): string {
  const known = new Map([office, ...calendars].map((one) => [one.calendar_id, one]));
  const timed = roles.flatMap(({ name, kind, calendar = office.calendar_id }) => {
    const own = known.get(calendar);
    return own === undefined || kind === 'agent' ? [] : [{ name, own }];
  });
  if (timed.length === 0 || calendars.length === 0) return schedule.calendar;
  const groups = [...Map.groupBy(timed, ({ own }) => hoursText(own))].map(
    ([hours, some]) => `${some.map(({ name }) => name).join(', ')} ${hours}`,
  );
  const [, ...rest] = schedule.calendar.split('; ');
  const agents = /agents round the clock/.test(schedule.calendar) ? ['agents round the clock'] : [];
  return [...groups, ...agents, ...closedText(timed.map(({ own }) => own)), ...rest].join('; ');
}

const MOST_CLOSED = 12;

function closedText(calendars: readonly Calendar[]): string[] {
  const closed = calendars.flatMap(({ exceptions = [] }) =>
    exceptions.filter(({ hours }) => hours.length === 0).map(({ date }) => date),
  );
  const days = [...new Set(closed)].toSorted();
  if (days.length === 0) return [];
  return days.length > MOST_CLOSED
    ? [`${days.length} days off`]
    : [`no work on ${days.join(', ')}`];
}
