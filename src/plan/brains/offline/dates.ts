// Dates and windows in a goal. Each becomes a first and a last day, so that "Q1 2026" and
// "March 3rd" are the same kind of thing. A date without a year is the next one after the start.
import { addCalendarDays, dayNumber, isoDate } from '../../../schedule/calendar.ts';
import { MONTH, monthNumber } from './months.ts';

export interface DateReading {
  readonly text: string;
  readonly at: number;
  readonly first: string;
  readonly last: string;
  /** The words before it make it a limit: "by", "until", "no later than". */
  readonly deadline: boolean;
}

const YEAR = String.raw`(?:19|20|21)\d\d`;
const LIMIT =
  /(?:\bby|\bthrough|\buntil|\btill|\bbefore|\bno later than|\bdeadline(?: is|:)?|\bdue(?: on| by)?|\bending|\bbis(?: zum)?|\bsenest|\bavant|\bantes de|\binden|\bvóór|\bfinish(?:ed)? (?:in|on)|\bopen(?:ed|ing)? (?:in|on)|\blaunch(?:ed|ing)? (?:in|on)|\bcomplete[d]? (?:in|on|by))(?: the)?(?: end of)?\s*$/iu;

type Rule = readonly [
  RegExp,
  (groups: string[], start: string) => readonly [string, string] | null,
];

const rules: readonly Rule[] = [
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
  [
    new RegExp(String.raw`(?<![\p{L}])(${MONTH})\.? (\d\d?)(?:st|nd|rd|th)?(?![\d:%])`, 'giu'),
    ([, m, d], start) => nextDay(monthNumber(m ?? ''), num(d), start),
  ],
  [
    new RegExp(String.raw`\b(\d\d?)(?:st|nd|rd|th|\.)? (?:of |de )?(${MONTH})(?![\p{L}])`, 'giu'),
    ([, d, m], start) => nextDay(monthNumber(m ?? ''), num(d), start),
  ],
  [
    /(?<![\p{L}])(?:Q|quarter )([1-4])(?![\p{L}\p{N}])/giu,
    ([, q], start) => nextMonths(num(q) * 3 - 2, 3, start),
  ],
  [
    new RegExp(
      String.raw`(?<![\p{L}])(?:Christmas|Xmas|Weihnachten|Noël|Navidad)(?: (?:of )?(${YEAR}))?(?![\p{L}])`,
      'giu',
    ),
    ([, y], start) => (y ? day(num(y), 12, 24) : nextDay(12, 24, start)),
  ],
  [
    /\bend of (?:the |this )?year\b/giu,
    (_, start) => [`${start.slice(0, 4)}-12-31`, `${start.slice(0, 4)}-12-31`],
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
  const taken: [number, number][] = [];
  for (const [pattern, toWindow] of rules) {
    for (const match of goal.matchAll(pattern)) {
      if (found.length >= MAX_READ) break;
      const at = match.index;
      const end = at + match[0].length;
      const window = toWindow([...match], start);
      if (!window || taken.some(([from, to]) => at < to && end > from)) continue;
      taken.push([at, end]);
      const deadline = LIMIT.test(goal.slice(Math.max(0, at - 40), at));
      found.push({ text: match[0].trim(), at, first: window[0], last: window[1], deadline });
    }
  }
  return found.sort((a, b) => a.at - b.at);
}

const num = (text: string | undefined) => Number(text);
const pad = (value: number) => String(value).padStart(2, '0');

function day(year: number, month: number, date: number): readonly [string, string] | null {
  if (month < 1 || month > 12 || date < 1 || date > lastDate(year, month)) return null;
  const iso = `${year}-${pad(month)}-${pad(date)}`;
  return [iso, iso];
}

/** 31/12/2026 and 12/31/2026; where both readings are possible, day first. */
function dotted(a: number, b: number, year: number): readonly [string, string] | null {
  return b > 12 ? day(year, a, b) : day(year, b, a);
}

function lastDate(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

function months(year: number, month: number, count: number): readonly [string, string] | null {
  if (month < 1) return null;
  const end = month + count - 1;
  const endYear = year + Math.floor((end - 1) / 12);
  const endMonth = ((end - 1) % 12) + 1;
  return [
    `${year}-${pad(month)}-01`,
    `${endYear}-${pad(endMonth)}-${pad(lastDate(endYear, endMonth))}`,
  ];
}

function season(name: string, year: number): readonly [string, string] | null {
  const first: Readonly<Record<string, number>> = {
    spring: 3,
    summer: 6,
    autumn: 9,
    fall: 9,
    winter: 12,
  };
  return months(year, first[name.toLowerCase()] ?? 0, 3);
}

function partOfYear(part: string, year: number): readonly [string, string] | null {
  const first: Readonly<Record<string, number>> = { early: 1, mid: 5, late: 9 };
  return months(year, first[part.toLowerCase()] ?? 1, 4);
}

function partOfMonth(part: string, month: number, year: number): readonly [string, string] | null {
  const from: Readonly<Record<string, number>> = { early: 1, mid: 11, late: 21 };
  const first = from[part.toLowerCase()] ?? 1;
  const last = first === 21 ? lastDate(year, month) : first + 9;
  return [`${year}-${pad(month)}-${pad(first)}`, `${year}-${pad(month)}-${pad(last)}`];
}

function nextDay(month: number, date: number, start: string): readonly [string, string] | null {
  const year = Number(start.slice(0, 4));
  const here = day(year, month, date);
  return here && here[0] >= start ? here : day(year + 1, month, date);
}

function nextMonths(month: number, count: number, start: string): readonly [string, string] | null {
  const year = Number(start.slice(0, 4));
  const here = months(year, month, count);
  return here && here[1] >= start ? here : months(year + 1, month, count);
}

function nextUnit(unit: string, start: string): readonly [string, string] | null {
  const year = Number(start.slice(0, 4));
  const month = Number(start.slice(5, 7));
  const shifted = (by: number) =>
    [year + Math.floor((month - 1 + by) / 12), ((month - 1 + by) % 12) + 1] as const;
  switch (unit.toLowerCase()) {
    case 'week': {
      const monday = dayNumber(start) - ((((dayNumber(start) + 3) % 7) + 7) % 7) + 7;
      return [isoDate(monday), isoDate(monday + 6)];
    }
    case 'month':
      return months(...shifted(1), 1);
    case 'quarter':
      return months(...shifted(3 - ((month - 1) % 3)), 3);
    default:
      return months(year + 1, 1, 12);
  }
}
