// The schedule as iCalendar (RFC 5545). Tasks within one day are timed events in UTC; longer ones
// lie on whole days, as people draw them. Nothing depends on when it is written, so a calendar that
// is subscribed to sees a change only where there is one.
import type { Minute } from '../project.ts';
import type { Scheduled, ScheduledRow } from '../scheduled.ts';
import { dayOfIsoDate, isoDateOfDay } from '../time/civil.ts';
import { isoDateIn } from '../time/local-time.ts';
import { cleanText } from './clean-text.ts';

export function writeIcal(scheduled: Scheduled): string {
  const { project, rows, title } = scheduled;
  const names = new Map(project.tasks.map(({ id, name }) => [id, name]));
  const events = rows
    .filter(({ task }) => task.kind !== 'summary')
    .flatMap((row) => eventOf(row, scheduled, names.get(row.task.parent ?? '')));
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Planwright//Schedule//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${icalText(title)}`,
    `X-WR-TIMEZONE:${icalText(project.zone)}`,
    ...events,
    'END:VCALENDAR',
  ];
  return `${lines.map(fold).join('\r\n')}\r\n`;
}

function eventOf(row: ScheduledRow, { planId, project }: Scheduled, phase?: string): string[] {
  const { task, uses } = row;
  const roles = uses.map(({ role, units }) => (units === 1 ? role : `${units} × ${role}`));
  const about = [roles.join(', '), row.critical ? 'On the critical path.' : ''];
  const description = about.filter((part) => part !== '').join('\n');
  return [
    'BEGIN:VEVENT',
    `UID:${uidPart(task.id)}.${uidPart(planId)}@planwright`,
    `DTSTAMP:${utcTime(project.start)}`,
    ...timesOf(row, project.zone),
    `SUMMARY:${icalText(task.name)}`,
    ...(description === '' ? [] : [`DESCRIPTION:${icalText(description)}`]),
    ...(phase === undefined ? [] : [`CATEGORIES:${icalText(phase)}`]),
    ...(row.critical ? ['PRIORITY:1'] : []),
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ];
}

function timesOf({ task, start, finish }: ScheduledRow, zone: string): string[] {
  if (task.kind === 'milestone' || finish <= start) return [`DTSTART:${utcTime(start)}`];
  const [first, last] = [isoDateIn(zone, start), isoDateIn(zone, finish - 1)];
  if (first === last) return [`DTSTART:${utcTime(start)}`, `DTEND:${utcTime(finish)}`];
  const dayAfter = isoDateOfDay((dayOfIsoDate(last) ?? 0) + 1);
  return [`DTSTART;VALUE=DATE:${plainDate(first)}`, `DTEND;VALUE=DATE:${plainDate(dayAfter)}`];
}

const plainDate = (date: string): string => date.replaceAll('-', '');

const utcTime = (minute: Minute): string =>
  `${new Date(minute * 60_000).toISOString().slice(0, 16).replace(/[-:]/g, '')}00Z`;

/** The same id gives the same part, and different ids different ones. */
function uidPart(id: string): string {
  const hex = (char: string): string => `-${(char.codePointAt(0) ?? 0).toString(16)}-`;
  return [...id.slice(0, 120)]
    .map((char) => (/[A-Za-z0-9_.]/.test(char) ? char : hex(char)))
    .join('');
}

/** Line ends of ours stay, as \n; those of outside texts are gone by then. */
export function icalText(text: string): string {
  const lines = text.split('\n').map((line) => cleanText(line));
  return lines.map((line) => line.replace(/[\\;,]/g, (char) => `\\${char}`)).join('\\n');
}

const MAX_OCTETS = 75;

/** Longer lines go on in the next one after a blank; no character is cut apart. */
export function fold(line: string): string {
  let folded = '';
  let octets = 0;
  for (const char of line) {
    const size = new TextEncoder().encode(char).length;
    if (octets + size > MAX_OCTETS) {
      folded += '\r\n ';
      octets = 1;
    }
    folded += char;
    octets += size;
  }
  return folded;
}
