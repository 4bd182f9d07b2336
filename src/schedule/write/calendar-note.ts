// Who works when, in words for the reader of a plan.
import type { Calendar, Project } from '../project.ts';
import { isRoundTheClock } from '../time/calendar.ts';
import { cleanText } from './clean-text.ts';

export function calendarNote(project: Project): string {
  const used = new Set([
    ...project.roles.map(({ calendar }) => calendar),
    ...project.tasks.flatMap(({ ways }) => ways.flatMap(({ calendar }) => calendar ?? [])),
  ]);
  const calendars = project.calendars.filter(({ id }) => used.has(id));
  const hours = calendars.map(hoursNote);
  const isAlone = project.roles.every(({ capacity }) => capacity === 1);
  const hasHolidays = calendars.some(({ exceptions }) => exceptions.length > 0);
  const parts = [
    hours.length === 0 ? 'Nobody is named' : hours.join(', '),
    ...(isAlone && project.roles.length > 0 ? ['one task at a time per role'] : []),
    ...(hasHolidays ? [] : ['public holidays are not taken into account']),
    `time zone ${project.zone}`,
  ];
  return cleanText(parts.join('; '), 290);
}

function hoursNote(calendar: Calendar): string {
  if (isRoundTheClock(calendar)) return 'agents round the clock';
  const [monday = [], , , , friday = [], saturday = [], sunday = []] = calendar.week;
  const isOffice =
    monday.length === 1 && friday.length === 1 && saturday.length + sunday.length === 0;
  const [day] = monday;
  if (!isOffice || day === undefined) return `calendar ${calendar.id}`;
  return `people Monday to Friday, ${clock(day.from)} to ${clock(day.to)}`;
}

const clock = (minute: number): string =>
  `${Math.floor(minute / 60)}${minute % 60 === 0 ? '' : `:${String(minute % 60).padStart(2, '0')}`}`;
