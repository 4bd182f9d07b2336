// Dates and windows in a goal. Each becomes a first and a last day, so that "Q1 2026" and
// "March 3rd" are the same kind of thing. A date without a year is the next one after the start.
import { addCalendarDays } from '../../working-days.ts';
import {
  day,
  dotted,
  months,
  nextUnit,
  num,
  partOfMonth,
  partOfYear,
  season,
  thisUnit,
} from './date-windows.ts';
import { MONTH, monthNumber } from './months.ts';
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
}

const LIMIT =
  /(?:\bby|\bthrough|\buntil|\btill|\bbefore|\bno later than|\bdeadline(?: is|:)?|\bdue(?: on| by)?|\bending|\bbis(?: zum)?|\bsenest|\bavant|\bantes de|\binden|\bvóór|\bfinish(?:ed)? (?:in|on)|\bopen(?:ed|ing)? (?:in|on)|\blaunch(?:ed|ing)? (?:in|on)|\bcomplete[d]? (?:in|on|by))(?: the)?(?: end of)?(?: (?:early|mid|late))?[\s-]*$/iu;
const BEFORE = /\b(?:before|avant|antes de|vóór)(?: the)?\s*$/iu;
const LEAD = /(?<!\p{L})(?:this|next|coming)\s$/iu;

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
    new RegExp(String.raw`\b(\d\d?)[./](\d\d?)[./](${YEAR})\b`, 'gu'),
    ([, a, b, y]) => dotted(num(a), num(b), num(y)),
  ],
  [
    new RegExp(String.raw`(?<![\p{L}])(${MONTH})\.? (\d\d?)(?:st|nd|rd|th)?,? (${YEAR})\b`, 'giu'),
    ([, m, d, y]) => day(num(y), monthNumber(m ?? ''), num(d)),
  ],
  [
    new RegExp(
      String.raw`\b(\d\d?)(?:st|nd|rd|th|\.)? (?:of |de )?(${MONTH})\.?,?(?: de)? (${YEAR})\b`,
      'giu',
    ),
    ([, d, m, y]) => day(num(y), monthNumber(m ?? ''), num(d)),
  ],
  [
    new RegExp(String.raw`(?<![\p{L}])(?:Q|quarter )([1-4])[ ,/-]*(?:of )?(${YEAR})\b`, 'giu'),
    ([, q, y]) => months(num(y), num(q) * 3 - 2, 3),
  ],
  [
    new RegExp(String.raw`\b(${YEAR})[ -]?Q([1-4])\b`, 'giu'),
    ([, y, q]) => months(num(y), num(q) * 3 - 2, 3),
  ],
  [
    new RegExp(String.raw`\bH([12])[ ,/-]*(${YEAR})\b`, 'giu'),
    ([, h, y]) => months(num(y), num(h) * 6 - 5, 6),
  ],
  [
    new RegExp(
      String.raw`(?<![\p{L}])(spring|summer|autumn|fall|winter)(?: of)? (${YEAR})\b`,
      'giu',
    ),
    ([, s, y]) => season(s ?? '', num(y)),
  ],
  [
    new RegExp(String.raw`(?<![\p{L}])(early|mid|late)[- ](${MONTH}) (${YEAR})\b`, 'giu'),
    ([, p, m, y]) => partOfMonth(p ?? '', monthNumber(m ?? ''), num(y)),
  ],
  [
    new RegExp(String.raw`(?<![\p{L}])(early|mid|late)[- ](${YEAR})\b`, 'giu'),
    ([, p, y]) => partOfYear(p ?? '', num(y)),
  ],
  [
    new RegExp(String.raw`(?<![\p{L}])(${MONTH})\.?,?(?: of| de)? (${YEAR})\b`, 'giu'),
    ([, m, y]) => months(num(y), monthNumber(m ?? ''), 1),
  ],
  [
    new RegExp(String.raw`\b(${YEAR})\s?(?:-|–|—|to)\s?(${YEAR})\b`, 'gu'),
    ([, a, b]) => (num(a) <= num(b) ? [`${a}-01-01`, `${b}-12-31`] : null),
  ],
  ...yearlessRules,
  [
    /\bend of (?:the |this )?year\b/giu,
    (_, start) => [`${start.slice(0, 4)}-12-31`, `${start.slice(0, 4)}-12-31`],
  ],
  [
    /(?<=\b(?:this|end of|end of the) )(week|weekend|month|quarter|year)\b/giu,
    ([, unit], start) => thisUnit(unit ?? '', start),
  ],
  [/\bnext (week|month|quarter|year)\b/giu, ([, unit], start) => nextUnit(unit ?? '', start)],
  [/\btomorrow\b/giu, (_, start) => [addCalendarDays(start, 1), addCalendarDays(start, 1)]],
  [
    new RegExp(
      String.raw`(?<=\b(?:by|in|until|before|during|since|of|for|year|to|im Jahr|bis|en)\s)(${YEAR})(?![\p{L}\p{N}-])`,
      'giu',
    ),
    ([, y]) => [`${y}-01-01`, `${y}-12-31`],
  ],
  [
    new RegExp(String.raw`(?<![\p{L}\p{N}.,$€£-])(${YEAR})(?![\p{L}\p{N}%-]|[.,]\d)`, 'gu'),
    ([, y]) => [`${y}-01-01`, `${y}-12-31`],
  ],
];

/** A goal with more dates than this is not read further. */
const MAX_READ = 40;

export function readDates(goal: string, start: string): DateReading[] {
  const found: DateReading[] = [];
  for (const rule of rules) {
    for (const match of goal.matchAll(rule[0])) {
      if (found.length >= MAX_READ) break;
      const reading = readingOf(goal, rule, match, start);
      if (reading && !found.some((other) => overlaps(other, reading))) found.push(reading);
    }
  }
  return found.sort((a, b) => a.at - b.at);
}

function overlaps(a: DateReading, b: DateReading): boolean {
  return a.at < b.at + b.text.length && a.at + a.text.length > b.at;
}

function readingOf(
  goal: string,
  rule: DateRule,
  match: RegExpMatchArray,
  start: string,
): DateReading | null {
  const matched = match.index ?? 0;
  const lead = LEAD.exec(goal.slice(Math.max(0, matched - 12), matched))?.[0] ?? '';
  const at = matched - lead.length;
  const left = goal.slice(Math.max(0, at - 40), at);
  const before = BEFORE.test(left);
  const yearless = isYearless(rule);
  let window = rule[1]([...match], start);
  const later = before || /^next/iu.test(lead);
  if (window && yearless && later && window[0] <= start)
    window = rule[1]([...match], addCalendarDays(window[1], 1));
  if (!window) return null;
  const [first, last] = window;
  const text = `${lead}${match[0]}`.trim();
  return { text, at, first, last, deadline: LIMIT.test(left), before, yearless };
}
