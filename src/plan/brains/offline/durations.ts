// Lengths of time in a goal: "within 6 months", "a 30-year initiative", "over 5 years", "1 hour".
import { addCalendarDays } from '../../working-days.ts';
import { languageOf } from './language.ts';
import { byLanguage, numberWords } from './number-words.ts';
import { parseNumber } from './numbers.ts';

export interface DurationReading {
  readonly text: string;
  readonly at: number;
  readonly value: number;
  readonly unit: 'hour' | 'day' | 'week' | 'month' | 'year' | 'minute';
  /** The most it may take ("within"), how long the whole lasts ("a 10-year program"), or neither. */
  readonly use: 'limit' | 'length' | 'other';
}

const UNITS: ReadonlyMap<string, DurationReading['unit']> = new Map(
  Object.entries({
    minute: 'minute minutes min minuten minutter minutos',
    hour: 'hour hours stunde stunden time timer heure heures hora horas',
    day: 'day days tag tage tagen dag dage jour jours día días dias',
    week: 'week weeks woche wochen uge uger semaine semaines semana semanas weken wöchiges wöchige',
    month:
      'month months monat monate monaten monats måned måneder måneders månedersprogram mois mes meses mesi maanden monatiges monatige месяцев',
    year: 'year years jahr jahre jahren jähriges jährige jähriger årigt årig årige år års an ans année années año años anos anni jaar лет',
  }).flatMap(([unit, list]) =>
    list.split(' ').map((word) => [word, unit as DurationReading['unit']] as const),
  ),
);
const UNIT = [...UNITS.keys()].sort((a, b) => b.length - a.length).join('|');
/** One of it, in words; with a half, where the words say so. */
const ONE = 'an?|ein(?:e[mnrs]?)?|une?|una?|en|et';
const HALF =
  'half an?|ein(?:em?)? halbe[ns]?|en halv|et halvt|medio|eineinhalb|anderthalb|halvandet';
const patternFor = byLanguage(
  (language) =>
    new RegExp(
      String.raw`(?<![\p{L}\p{N}.,$€£])((?:\d{1,3}|${numberWords(language)}) and a half|\d{1,9}(?:[.,]\d{1,3})?|${HALF}|${numberWords(language)}|${ONE})(?:(?:\s?[–-]\s?|\s(?:to|bis|à|a|til)\s)(\d{1,9}|${numberWords(language)}))?(?:\s|-|–)?\s?(${UNIT})(?![\p{L}])(\set demie?|\sy medio|\sand a half)?`,
      'giu',
    ),
);
/** "by month fourteen" is fourteen months from the start. */
const monthNumbered = byLanguage(
  (language) =>
    new RegExp(
      String.raw`(?<=(?<!\p{L})(?:by|until|from|in|before) )month (\d{1,3}|(?:${numberWords(language)})(?:-(?:${numberWords(language)}))?)(?![\p{L}\d])`,
      'giu',
    ),
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
  /(?<!\p{L})(?:within|in|over|inside|under|for|next|in less than|during|binnen|innerhalb(?: von)?|in weniger als|inden(?: for)?|om|i løbet af|på|på under|en|dans|d['’]ici|sous|en moins de|en menos de|dentro de|en un plazo de|en el plazo de|over a|timeline(?: constraints for this plan)?:?|ramp is|frist:?|plazo:?|délai ?:?)(?: the)?(?: next)?(?: about| around| roughly| etwa| environ| unos| cirka| ca\.)?\s*$/iu;
const PROJECT_AFTER =
  /^[\s,-]*(?:\p{L}+[\s,-]+){0,3}?(?:project|projekt|proyecto|projet|initiative|iniciativa|initiativ|programm?e?|plan|campaign|campaña|campagne|kampagne|effort|timeline|roadmap|\$|usd|eur)/iu;
const LENGTH_BEFORE =
  /(?<!\p{L})(?:over|ramp is|lasting|spanning|for|über|durante|pendant|sur|i)(?: the)?(?: next)?\s*$/iu;
/** "a week" is a span after these; after any other word it is a rhythm: "3 recipes a week". */
const ONCE =
  /(?:^|[:;,(]|(?<!\p{L})(?:in|within|over|for|after|under|about|around|than|takes?|lasts?|of|within|is|only|next|innerhalb|binnen|nach|für|über|etwa|von|dans|sur|sous|après|pendant|d['’]ici|d['’]|en|durante|tras|de|dentro|på|i|inden for|om|løbet af|efter|under|cirka))\s*$/iu;
const RECORD = /\b(?:first|largest|biggest|worst|time|best|only)\b[^.]{0,25}$/iu;
const NOT_PROJECT =
  /^\s*(?:ago|old|of experience|per\b|delay|each|an? (?:day|week|month|year)|every|daily|am Tag|pro |par |al día|om dagen|from home|alt|Erfahrung|d['’]expérience|de experiencia|erfaring|gammel)/iu;

export function readDurations(goal: string): DurationReading[] {
  const found: DurationReading[] = [];
  const language = languageOf(goal);
  for (const match of goal.matchAll(patternFor(language))) {
    const reading = spanOf(goal, match, language);
    if (reading) found.push(reading);
  }
  for (const match of goal.matchAll(monthNumbered(language))) {
    const value = (match[1] ?? '')
      .split('-')
      .reduce((sum, word) => sum + parseNumber(word, false, language), 0);
    if (value > 0 && value < 1e3)
      found.push({ text: match[0], at: match.index, value, unit: 'month', use: 'other' });
  }
  for (const match of goal.matchAll(cjk)) {
    const unit = CJK_UNITS[match[2] ?? ''];
    const value = Number(match[1]);
    if (unit && value > 0 && value < 1e5)
      found.push({ text: match[0], at: match.index, value, unit, use: 'limit' });
  }
  return found.slice(0, 30);
}

const isOne = (word: string): boolean => new RegExp(`^(?:${ONE})$`, 'iu').test(word);

function spanOf(goal: string, match: RegExpExecArray, language: string): DurationReading | null {
  const [text, low = '', high, unitWord = '', half] = match;
  const unit = UNITS.get(unitWord.toLowerCase());
  const at = match.index;
  if (isOne(low) && !ONCE.test(goal.slice(Math.max(0, at - 20), at))) return null;
  // French "en une heure" is an hour, but Danish "en time" too, and English "a time" is none.
  if (/^time$/iu.test(unitWord) && language !== 'da') return null;
  const value =
    (high === undefined ? spelledOut(low, language) : parseNumber(high, false, language)) +
    (half ? 0.5 : 0);
  if (!unit || !(value > 0 && value < 1e5)) return null;
  return { text: text.trim(), at, value, unit, use: useOf(goal, at, text, unit) };
}

function spelledOut(low: string, language: string): number {
  const whole = /^(.{1,20}) and a half$/iu.exec(low)?.[1];
  if (whole !== undefined) return parseNumber(whole, false, language) + 0.5;
  if (/^(?:eineinhalb|anderthalb|halvandet)$/iu.test(low)) return 1.5;
  if (new RegExp(`^(?:${HALF})$`, 'iu').test(low)) return 0.5;
  return isOne(low) ? 1 : parseNumber(low, false, language);
}

function useOf(
  goal: string,
  at: number,
  text: string,
  unit: DurationReading['unit'],
): DurationReading['use'] {
  const left = goal.slice(Math.max(0, at - 50), at);
  const right = goal.slice(at + text.length, at + text.length + 50);
  if (NOT_PROJECT.test(right) || RECORD.test(left)) return 'other';
  // Danish: a film "på 90 minutter" lasts so long; a book "på et år" is done by then.
  if ((unit === 'minute' || unit === 'hour') && /(?<!\p{L})på\s*$/iu.test(left)) return 'other';
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
