// A calendar that can be worked by, with as much of the given one as is sound: a bad span costs that
// span or its day, never the other days or the holidays.
import type { Calendar, Span } from '../project.ts';
import {
  clockText,
  MAX_CALENDAR_EXCEPTIONS,
  spansFault,
  weekdayCalendar,
} from '../time/calendar.ts';
import { dayOfIsoDate } from '../time/civil.ts';
import { isZone } from '../time/zone.ts';
import { quoted } from './finding.ts';

type Tell = (message: string) => void;

const weekdays = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const;
const officeDay: readonly Span[] = [{ from: 9 * 60, to: 17 * 60 }];

export function repairCalendar(calendar: Calendar, zone: string, say: Tell): Calendar {
  const tell: Tell = (message) => say(`calendar ${quoted(calendar.id)}: ${message}`);
  const own = isZone(calendar.zone) ? calendar.zone : zone;
  if (own !== calendar.zone) tell(`the zone ${quoted(calendar.zone)} became ${own}`);
  return {
    id: calendar.id,
    zone: own,
    week: repairWeek(calendar, tell),
    exceptions: repairExceptions(calendar, tell),
  };
}

function repairWeek({ id, zone, week }: Calendar, tell: Tell): Calendar['week'] {
  if (week.length !== 7 || week.every((spans) => spans.length === 0)) {
    tell('the week became Monday to Friday, 9 to 17; its exceptions stay');
    return weekdayCalendar(id, zone).week;
  }
  return week.map((spans, day) => repairDay(spans, weekdays[day] ?? '', tell));
}

function repairExceptions({ exceptions }: Calendar, tell: Tell): Calendar['exceptions'] {
  const few = exceptions.slice(0, MAX_CALENDAR_EXCEPTIONS);
  if (few.length < exceptions.length) tell(`only the first ${few.length} exceptions stay`);
  const seen = new Set<string>();
  return few.flatMap(({ date, spans }) => {
    const isTwin = seen.has(date);
    seen.add(date);
    if (!isTwin && dayOfIsoDate(date) !== null) {
      return [{ date, spans: repairDay(spans, date, tell) }];
    }
    const why = isTwin ? 'there is another one' : 'that is no date';
    tell(`the exception ${quoted(date)} was dropped: ${why}`);
    return [];
  });
}

/** The spans that are sound; 9 to 17 where none is. */
function repairDay(spans: readonly Span[], name: string, tell: Tell): readonly Span[] {
  const fault = spansFault(spans);
  if (fault === null) return spans;
  const sound: Span[] = [];
  for (const span of spans) if (spansFault([...sound, span]) === null) sound.push(span);
  const kept = sound.length === 0 ? officeDay : sound;
  const shown = kept.map(({ from, to }) => `${clockText(from)} to ${clockText(to)}`).join(', ');
  tell(`the hours of ${name} became ${shown.slice(0, 120)}: ${fault}`);
  return kept;
}
