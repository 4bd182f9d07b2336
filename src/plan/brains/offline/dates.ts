// Dates and windows in a goal. Each becomes a first and a last day, so that "Q1 2026" and
// "March 3rd" are the same kind of thing. A date without a year is the next one after the start.
import { addCalendarDays } from '../../working-days.ts';
import {
  type DayOrder,
  day,
  months,
  nextUnit,
  num,
  partOfMonth,
  partOfNext,
  partOfYear,
  season,
  slashed,
  thisUnit,
} from './date-windows.ts';
import {
  BEFORE,
  LIMIT,
  NEXT,
  NEXT_AFTER,
  ORDINAL,
  ordinalOf,
  PART,
  partOf,
  SEASON,
  seasonOf,
  TIME_UNIT,
  unitOf,
} from './date-words.ts';
import { MONTH, monthNumber } from './months.ts';
import { mainPlace, readPlaces } from './places.ts';
import { type DateRule, isYearless, YEAR, yearlessRules } from './yearless-dates.ts';

export interface DateReading {
  readonly text: string;
  readonly at: number;
  readonly first: string;
  readonly last: string;
  /** The words before it make it a limit: "by", "until", "no later than". */
  readonly deadline: boolean;
  /** "before" is a limit that leaves the time itself out. */
  readonly before: boolean;
  /** The goal gives no year, so that the next one is taken. */
  readonly yearless: boolean;
  /** How 5/6/2027 was read, where it can be read two ways. */
  readonly order: DayOrder | null;
}

const LEAD = new RegExp(String.raw`(?<!\p{L})(?:this|coming|kommende[mnrs]?|${NEXT})\s$`, 'iu');
const IS_NEXT = new RegExp(String.raw`^(?:${NEXT})\s|\s(?:${NEXT_AFTER})$`, 'iu');

/** A year in short, after what can have one: June '28. "The summer of '69" is none. */
const YEAR_OR_SHORT = String.raw`(?:${YEAR}|['’][2-4]\d)`;
const yearOf = (text: string | undefined): number =>
  /^['’]/.test(text ?? '') ? 2000 + num(text?.slice(1)) : num(text);

/** What may follow a year that stands alone: "2000 trees" are trees. */
const FOLLOWS =
  'in|and|or|to|with|for|at|by|on|the|a|an|as|but|is|will|from|under|when|while|census|after|before|und|mit|für|oder|ein|eine|einen|et|avec|pour|ou|un|une|y|con|para|o|og|med|til|eller|en|et|de|du|des|la|le|les|el|los|im|am|an|auf|i|på|sans|sin|ohne|uden|eröffnen|starten|fertig|ouvrir|abrir|åbne';

const rules: readonly DateRule[] = [
  [
    new RegExp(String.raw`\b(${YEAR})-(\d\d?)-(\d\d?)\b`, 'gu'),
    ([, y, m, d]) => day(num(y), num(m), num(d)),
  ],
  [
    new RegExp(String.raw`\b(${YEAR})[- ](${MONTH})[- ](\d\d?)\b`, 'giu'),
    ([, y, m, d]) => day(num(y), monthNumber(m ?? ''), num(d)),
  ],
  [
    new RegExp(String.raw`\b(\d\d?)\.(\d\d?)\.(${YEAR})\b`, 'gu'),
    ([, d, m, y]) => (num(m) > 12 ? day(num(y), num(d), num(m)) : day(num(y), num(m), num(d))),
  ],
  [
    new RegExp(String.raw`(?<![\d/])(\d\d?)/(\d\d?)/(${YEAR}|2\d|3\d)(?![\d/])`, 'gu'),
    ([, a, b, y], _, order) => slashed(num(a), num(b), num(y?.padStart(4, '20')), order),
  ],
  [
    /(?<![\d.])(\d\d)\.(\d\d)\.(2\d|3\d)(?![\d.]\d|\d)/gu,
    ([, d, m, y]) => day(2000 + num(y), num(m), num(d)),
  ],
  [
    // With one digit it may be a version: it must stand where dates do.
    /(?<=^|[,;:(\n] ?|(?<!\p{L})(?:by|on|until|before|due|from|bis|zum|am|dem|ab|vor|vom|spätestens|le|au|avant|el|del|hasta|den|inden|senest|før) )(\d\d?)\.(\d\d?)\.(2\d|3\d)(?![\d.]\d|\d)/giu,
    ([, d, m, y]) => day(2000 + num(y), num(m), num(d)),
  ],
  [
    new RegExp(
      String.raw`(?<![\p{L}])(${MONTH})\.? (\d\d?)(?:st|nd|rd|th)?,? (${YEAR_OR_SHORT})\b`,
      'giu',
    ),
    ([, m, d, y]) => day(yearOf(y), monthNumber(m ?? ''), num(d)),
  ],
  [
    new RegExp(
      String.raw`\b(\d\d?)(?:st|nd|rd|th|er|\.|º)? ?(?:of |de )?(${MONTH})\.?,?(?: del?)? (${YEAR_OR_SHORT})\b`,
      'giu',
    ),
    ([, d, m, y]) => day(yearOf(y), monthNumber(m ?? ''), num(d)),
  ],
  [
    new RegExp(
      String.raw`(?<![\p{L}])(?:[QT]|quarter |Quartal )([1-4])[ ,/-]*(?:of |de )?(${YEAR_OR_SHORT})\b`,
      'giu',
    ),
    ([, q, y]) => months(yearOf(y), num(q) * 3 - 2, 3),
  ],
  [
    new RegExp(
      String.raw`(?<![\p{L}\p{N}])(${ORDINAL}) (?:quarter|quartal|trimestre|kvartal)(?: of| de| des Jahres)? (${YEAR_OR_SHORT})\b`,
      'giu',
    ),
    ([, q, y]) => months(yearOf(y), ordinalOf(q ?? '') * 3 - 2, 3),
  ],
  [
    new RegExp(
      String.raw`(?<![\p{L}\p{N}])(${ORDINAL}) (?:half|halbjahr|semestre|halvår)(?: of| de)? (${YEAR_OR_SHORT})\b`,
      'giu',
    ),
    ([, h, y]) =>
      ordinalOf(h ?? '') > 2 ? null : months(yearOf(y), ordinalOf(h ?? '') * 6 - 5, 6),
  ],
  [
    new RegExp(String.raw`\b(${YEAR})[ -]?Q([1-4])\b`, 'giu'),
    ([, y, q]) => months(num(y), num(q) * 3 - 2, 3),
  ],
  [
    new RegExp(String.raw`\b[HS]([12])[ ,/-]*(${YEAR})\b`, 'giu'),
    ([, h, y]) => months(num(y), num(h) * 6 - 5, 6),
  ],
  [
    new RegExp(String.raw`(?<![\p{L}])(${SEASON})(?: of| de| del)? (${YEAR_OR_SHORT})\b`, 'giu'),
    ([, s, y]) => season(seasonOf(s ?? ''), yearOf(y)),
  ],
  [
    new RegExp(String.raw`(?<![\p{L}])(${PART})[- ](${MONTH})(?: de)? (${YEAR_OR_SHORT})\b`, 'giu'),
    ([, p, m, y]) => partOfMonth(partOf(p ?? ''), monthNumber(m ?? ''), yearOf(y)),
  ],
  [
    new RegExp(String.raw`(?<![\p{L}])(${PART})[- ](${YEAR_OR_SHORT})\b`, 'giu'),
    ([, p, y]) => partOfYear(partOf(p ?? ''), yearOf(y)),
  ],
  [
    new RegExp(
      String.raw`(?<![\p{L}])(${MONTH})\.?,?(?: of| del?)?(?: |(?=['’]))(${YEAR_OR_SHORT})\b`,
      'giu',
    ),
    ([, m, y]) => months(yearOf(y), monthNumber(m ?? ''), 1),
  ],
  [
    new RegExp(String.raw`\b(${YEAR})\s?(?:-|–|—|to|bis|à|a|til)\s?(${YEAR})\b`, 'gu'),
    ([, a, b]) => (num(a) <= num(b) ? [`${a}-01-01`, `${b}-12-31`] : null),
  ],
  [
    new RegExp(
      String.raw`(?<!\p{L})(${PART})[- ](?:(?:${NEXT}) (year|jahres|jahr|år|month|monats|monat|måned)|(?:de )?l['’](année) prochaine|(mois) prochain)(?!\p{L})`,
      'giu',
    ),
    ([, p, ...found], start) =>
      partOfNext(partOf(p ?? ''), unitOf(found.find(Boolean) ?? ''), start),
  ],
  [
    /(?<!\p{L})(principios|mediados|finales) del (?:próximo (año|mes)|(año|mes) (?:próximo|que viene))(?!\p{L})/giu,
    ([, p, ...found], start) =>
      partOfNext(partOf(`${p} de`), unitOf(found.find(Boolean) ?? ''), start),
  ],
  ...yearlessRules,
  [
    /(?<!\p{L})(?:end of (?:the |this )?year|Jahresende|Ende des Jahres|fin d['’]année|fin de l['’]année|fin(?:ales)? de(?:l)? año|årets udgang|udgangen af året|slutningen af året)(?!\p{L})/giu,
    (_, start) => [`${start.slice(0, 4)}-12-31`, `${start.slice(0, 4)}-12-31`],
  ],
  [
    new RegExp(
      String.raw`(?<=(?<!\p{L})(?:this|end of|end of the|dieses?n?|ce|cette|este|esta|denne|dette) )(${TIME_UNIT})(?!\p{L})`,
      'giu',
    ),
    ([, unit], start) => thisUnit(unitOf(unit ?? ''), start),
  ],
  [
    new RegExp(String.raw`(?<!\p{L})(?:${NEXT}) (${TIME_UNIT})(?!\p{L})`, 'giu'),
    ([, unit], start) => nextUnit(unitOf(unit ?? ''), start),
  ],
  [
    new RegExp(String.raw`(?<!\p{L})(${TIME_UNIT}) (?:${NEXT_AFTER})(?!\p{L})`, 'giu'),
    ([, unit], start) => nextUnit(unitOf(unit ?? ''), start),
  ],
  [
    /(?<!\p{L})(?:tomorrow|demain|(?:bis|ab) morgen|mañana mismo|i morgen)(?!\p{L})/giu,
    (_, start) => [addCalendarDays(start, 1), addCalendarDays(start, 1)],
  ],
  [
    new RegExp(
      String.raw`(?<=(?<!\p{L})(?:by|in|until|before|during|since|of|year|im Jahr|Jahres?|bis|ab|seit|vor|en|avant|depuis|d['’]ici|de|del|desde|hasta|antes de|para|inden|før|siden|år|fra|i)\s)(${YEAR})(?![\p{L}\p{N}-]|[.,]\d|\s(?!(?:${FOLLOWS})(?!\p{L}))\p{L}{3})`,
      'giu',
    ),
    ([, y]) => [`${y}-01-01`, `${y}-12-31`],
  ],
  [
    /(?<=(?:['’]s|(?<!\p{L})(?:the|der|die|das|la|el|les))\s)(19\d\d|20(?:0[1-9]|[1-9]\d))(?=\s\p{L})/giu,
    ([, y]) => [`${y}-01-01`, `${y}-12-31`],
  ],
  [
    new RegExp(
      String.raw`(?<![\p{L}\p{N}.,$€£-])(${YEAR})(?![\p{L}\p{N}%-]|[.,]\d|\s(?!(?:${FOLLOWS})(?!\p{L}))\p{L})`,
      'gu',
    ),
    ([, y]) => [`${y}-01-01`, `${y}-12-31`],
  ],
];

/** A goal with more dates than this is not read further. */
const MAX_READ = 40;

export function readDates(goal: string, start: string): DateReading[] {
  const found: DateReading[] = [];
  const order = orderOf(goal);
  for (const rule of rules) {
    for (const match of goal.matchAll(rule[0])) {
      if (found.length >= MAX_READ) break;
      const reading = readingOf(goal, rule, match, { start, order });
      if (reading && !found.some((other) => overlaps(other, reading))) found.push(reading);
    }
  }
  return found.sort((a, b) => a.at - b.at);
}

const TWO_WAYS = /(?<![\d/])(\d\d?)\/(\d\d?)\/(?:\d\d){1,2}(?![\d/])/u;

/** In the United States the month is written first. Places are only read where it matters. */
function orderOf(goal: string): DayOrder {
  if (!TWO_WAYS.test(goal)) return 'day first';
  return mainPlace(readPlaces(goal), goal).country === 'US' ? 'month first' : 'day first';
}

/** Both numbers can be the day and the month, and it makes a difference. */
function hasTwoWays(text: string): boolean {
  const [, a, b] = TWO_WAYS.exec(text) ?? [];
  return a !== undefined && num(a) !== num(b) && num(a) <= 12 && num(b) <= 12;
}

function overlaps(a: DateReading, b: DateReading): boolean {
  return a.at < b.at + b.text.length && a.at + a.text.length > b.at;
}

const END_PART = new RegExp(`^(${PART})[- ]`, 'iu');

const isEnd = (text: string): boolean => {
  const part = END_PART.exec(text)?.[1];
  return part !== undefined && partOf(part) === 'end';
};

function readingOf(
  goal: string,
  rule: DateRule,
  match: RegExpMatchArray,
  { start, order }: { readonly start: string; readonly order: DayOrder },
): DateReading | null {
  const matched = match.index ?? 0;
  const lead = LEAD.exec(goal.slice(Math.max(0, matched - 12), matched))?.[0] ?? '';
  const at = matched - lead.length;
  const left = goal.slice(Math.max(0, at - 40), at);
  const text = `${lead}${match[0]}`.trim();
  // "before the end of 2029" still has that year.
  const before = BEFORE.test(left) && !isEnd(match[0]);
  const yearless = isYearless(rule);
  let window = rule[1]([...match], start, order);
  const later = before || IS_NEXT.test(text);
  if (window && yearless && later && window[0] <= start)
    window = rule[1]([...match], addCalendarDays(window[1], 1), order);
  if (!window) return null;
  const [first, last] = window;
  return {
    ...{ text, at, first, last, before, yearless },
    deadline: LIMIT.test(left),
    order: hasTwoWays(text) ? order : null,
  };
}
