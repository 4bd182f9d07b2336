// Lengths of time in a goal: "within 6 months", "a 30-year initiative", "over 5 years", "1 hour".
import { addCalendarDays } from '../../working-days.ts';
import { NUMBER_WORD, parseNumber } from './numbers.ts';

export interface DurationReading {
  readonly text: string;
  readonly at: number;
  readonly value: number;
  readonly unit: 'hour' | 'day' | 'week' | 'month' | 'year' | 'minute';
  /** The most it may take ("within"), how long the whole lasts ("a 10-year program"), or neither. */
  readonly use: 'limit' | 'length' | 'other';
}

const UNITS: Readonly<Record<string, DurationReading['unit']>> = {
  minute: 'minute',
  minutes: 'minute',
  min: 'minute',
  minuten: 'minute',
  hour: 'hour',
  hours: 'hour',
  stunden: 'hour',
  timer: 'hour',
  heures: 'hour',
  horas: 'hour',
  day: 'day',
  days: 'day',
  tage: 'day',
  tagen: 'day',
  dage: 'day',
  jours: 'day',
  días: 'day',
  dias: 'day',
  week: 'week',
  weeks: 'week',
  wochen: 'week',
  uger: 'week',
  semaines: 'week',
  semanas: 'week',
  weken: 'week',
  month: 'month',
  months: 'month',
  monate: 'month',
  monaten: 'month',
  måneder: 'month',
  mois: 'month',
  meses: 'month',
  mesi: 'month',
  maanden: 'month',
  месяцев: 'month',
  year: 'year',
  years: 'year',
  jahre: 'year',
  jahren: 'year',
  år: 'year',
  ans: 'year',
  años: 'year',
  anos: 'year',
  anni: 'year',
  jaar: 'year',
  лет: 'year',
};
const UNIT = Object.keys(UNITS)
  .sort((a, b) => b.length - a.length)
  .join('|');
const pattern = new RegExp(
  String.raw`(?<![\p{L}\p{N}.,$€£])(\d+(?:[.,]\d+)?|${NUMBER_WORD}|a|an)(?:\s?[–-]\s?(\d+))?(?:\s|-|–)?\s?(${UNIT})(?![\p{L}])`,
  'giu',
);
const cjk =
  /(?<!\d)(\d{1,9})\s?(?:个)?(分钟|小时|時間|天|日間|周|週間|月|ヶ月|か月|年)(?:内|以内)/gu;
const CJK_UNITS: Readonly<Record<string, DurationReading['unit']>> = {
  分钟: 'minute',
  小时: 'hour',
  時間: 'hour',
  天: 'day',
  日間: 'day',
  周: 'week',
  週間: 'week',
  月: 'month',
  ヶ月: 'month',
  か月: 'month',
  年: 'year',
};
const LIMIT_BEFORE =
  /(?:\bwithin|\bin|\bover|\binside|\bunder|\bfor|\bnext|\bin less than|\bduring|\bbinnen|\binnerhalb von|\bin under|\binden for|\ben|\bdans|\bover a|\btimeline(?: constraints for this plan)?:?|\bramp is)(?: the)?(?: next)?(?: about| around| roughly)?\s*$/iu;
const PROJECT_AFTER =
  /^[\s,-]*(?:\p{L}+[\s,-]+){0,3}?(?:project|initiative|program|programme|plan|campaign|effort|timeline|roadmap|\$|usd|eur)/iu;
const LENGTH_BEFORE = /\b(?:over|ramp is|lasting|spanning|for)(?: the)?(?: next)?\s*$/iu;
const OFTEN = /(?:once|twice|times|hours?|days?)\s*$/iu;
const RECORD = /\b(?:first|largest|biggest|worst|time|best|only)\b[^.]{0,25}$/iu;
const NOT_PROJECT = /^\s*(?:ago|old|of experience|per\b|delay|each|a week|from home)/iu;

export function readDurations(goal: string): DurationReading[] {
  const found: DurationReading[] = [];
  for (const match of goal.matchAll(pattern)) {
    const [text, low, high, unitWord] = match;
    const unit = UNITS[(unitWord ?? '').toLowerCase()];
    if (
      /^an?$/i.test(low ?? '') &&
      OFTEN.test(goal.slice(Math.max(0, match.index - 12), match.index))
    )
      continue;
    const value = /^an?$/i.test(low ?? '') ? 1 : parseNumber(high ?? low ?? '');
    if (unit && value > 0 && value < 1e5) {
      found.push({
        text: text.trim(),
        at: match.index,
        value,
        unit,
        use: useOf(goal, match.index, text),
      });
    }
  }
  for (const match of goal.matchAll(cjk)) {
    const unit = CJK_UNITS[match[2] ?? ''];
    const value = Number(match[1]);
    if (unit && value > 0 && value < 1e5)
      found.push({ text: match[0], at: match.index, value, unit, use: 'limit' });
  }
  return found.slice(0, 30);
}

function useOf(goal: string, at: number, text: string): DurationReading['use'] {
  const left = goal.slice(Math.max(0, at - 50), at);
  const right = goal.slice(at + text.length, at + text.length + 50);
  if (NOT_PROJECT.test(right) || RECORD.test(left)) return 'other';
  if (PROJECT_AFTER.test(right) || LENGTH_BEFORE.test(left)) return 'length';
  return LIMIT_BEFORE.test(left) ? 'limit' : 'other';
}

const DAYS: Readonly<Record<DurationReading['unit'], number>> = {
  minute: 1 / 1440,
  hour: 1 / 24,
  day: 1,
  week: 7,
  month: 30.44,
  year: 365.25,
};

export function durationDays(duration: Pick<DurationReading, 'value' | 'unit'>): number {
  return duration.value * DAYS[duration.unit];
}

/** The last calendar day of a span that begins on `start`. */
export function endOfSpan(
  start: string,
  duration: Pick<DurationReading, 'value' | 'unit'>,
): string {
  const { value, unit } = duration;
  if ((unit === 'month' || unit === 'year') && Number.isInteger(value)) {
    const [year = 0, month = 1, date = 1] = start.split('-').map(Number);
    const shifted = month - 1 + value * (unit === 'year' ? 12 : 1);
    const endYear = Math.min(9998, year + Math.floor(shifted / 12));
    const endMonth = (shifted % 12) + 1;
    const last = new Date(Date.UTC(endYear, endMonth, 0)).getUTCDate();
    const iso = `${String(endYear).padStart(4, '0')}-${String(endMonth).padStart(2, '0')}-${String(Math.min(date, last)).padStart(2, '0')}`;
    return addCalendarDays(iso, -1);
  }
  return addCalendarDays(
    start,
    Math.max(0, Math.min(2_000_000, Math.ceil(durationDays(duration)) - 1)),
  );
}
