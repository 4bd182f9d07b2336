// Dates that give no year: "by October", "next spring", "before Christmas", "on Friday". Each is the next
// one after the start; that this is a guess is said in the plan.
import { addCalendarDays } from '../../working-days.ts';
import {
  type DayOrder,
  day,
  nextDay,
  nextMonths,
  nextPartOfMonth,
  nextSeason,
  nextWeekday,
  num,
  type Window,
} from './date-windows.ts';
import {
  LONE_PART,
  NEXT,
  NEXT_AFTER,
  PART,
  partOf,
  SEASON,
  seasonOf,
  WEEKDAY,
  weekdayOf,
} from './date-words.ts';
import { MONTH, monthNumber } from './months.ts';

export type DateRule = readonly [
  RegExp,
  (groups: string[], start: string, order: DayOrder) => Window | null,
];

export const YEAR = String.raw`(?:19|20|21)\d\d`;

/** A lone month or season is only a time after one of these: "may" and "march" are other words too. */
const TIME_BEFORE = String.raw`(?<=(?<!\p{L})(?:by|before|until|till|in|during|through|this|coming|${NEXT}|${LONE_PART}|im|bis|ab|vor|inden|senest|før|til|i(?! (?:may|march)(?!\p{L}))|en|avant|au|à|d['’]ici|jusqu['’](?:en|à|au)|antes del?|hasta|para|vóór)[ -](?:(?:the |this |zum |dem |le |la |el |del )?(?:coming |kommende[mnrs]? |(?:${NEXT}) )?|l['’]|à l['’]|(?:${PART}) ))`;
/** Mars is a planet, and three letters are mostly a name. */
const LONE_MONTH = MONTH.split('|')
  .filter((name) => name !== 'mars' && (name.length > 3 || ['may', 'mai', 'maj'].includes(name)))
  .join('|');

const named: readonly (readonly [words: string, dayIn: (year: number) => Window | null])[] = [
  [
    'Christmas|Xmas|Weihnachten|Noël|Navidad|(?<=(?:inden|før|til) )jul(?:en|eaften)?',
    (year) => day(year, 12, 24),
  ],
  [
    "New Year(?:['’]s Eve)?|Silvester|Nouvel An|Nochevieja|Año Nuevo|nytår(?:saften)?",
    (year) => day(year, 12, 31),
  ],
  ['Halloween', (year) => day(year, 10, 31)],
  ["Valentine['’]?s Day", (year) => day(year, 2, 14)],
  ['Thanksgiving', (year) => fourthThursday(year)],
  ['Easter|Ostern|Pâques|Semana Santa|Pascua|påske', (year) => easter(year)],
];

const namedRules = named.map(([words, dayIn]): DateRule => {
  const pattern = String.raw`(?<![\p{L}])(?:${words})(?![\p{L}])(?! (?:of )?${YEAR})`;
  return [new RegExp(pattern, 'giu'), (_, start) => nextOf(dayIn, start)];
});
const namedWithYear = named.map(([words, dayIn]): DateRule => {
  const pattern = String.raw`(?<![\p{L}])(?:${words}) (?:of )?(${YEAR})(?!\d)`;
  return [new RegExp(pattern, 'giu'), ([, year]) => dayIn(num(year))];
});

const withoutYear: readonly DateRule[] = [
  [
    new RegExp(String.raw`(?<![\p{L}])(${MONTH})\.? (\d\d?)(?:st|nd|rd|th)?(?![\d:%])`, 'giu'),
    ([, m, d], start) => nextDay(monthNumber(m ?? ''), num(d), start),
  ],
  [
    new RegExp(
      String.raw`\b(\d\d?)(?:st|nd|rd|th|er|\.|º)? ?(?:of |de )?(${MONTH})(?![\p{L}])`,
      'giu',
    ),
    ([, d, m], start) => nextDay(monthNumber(m ?? ''), num(d), start),
  ],
  [
    /(?<![\p{L}])(?:Q|quarter )([1-4])(?![\p{L}\p{N}])/giu,
    ([, q], start) => nextMonths(num(q) * 3 - 2, 3, start),
  ],
  ...namedRules,
  [
    // The end of a month is read with the month: its last day counts.
    new RegExp(String.raw`(?<!\p{L})(${LONE_PART})[- ](${LONE_MONTH})(?![\p{L}\p{N}'’-])`, 'giu'),
    ([, p, m], start) =>
      partOf(p ?? '') === 'end'
        ? null
        : nextPartOfMonth(partOf(p ?? ''), monthNumber(m ?? ''), start),
  ],
  [
    new RegExp(
      String.raw`${TIME_BEFORE}(${LONE_MONTH})(?: (?:${NEXT_AFTER}))?(?![\p{L}\p{N}'’-])`,
      'giu',
    ),
    ([, m], start) => nextMonths(monthNumber(m ?? ''), 1, start),
  ],
  [
    new RegExp(
      String.raw`${TIME_BEFORE}(${SEASON})(?: (?:${NEXT_AFTER}))?(?![\p{L}'’-]| (?:of|in|camp|school))`,
      'giu',
    ),
    ([, name], start) => nextSeason(seasonOf(name ?? ''), start),
  ],
  [
    new RegExp(String.raw`(?<![\p{L}])(${SEASON}) (?:${NEXT_AFTER})(?!\p{L})`, 'giu'),
    ([, name], start) => nextSeason(seasonOf(name ?? ''), start),
  ],
  [
    // "bis zum 1.9.", "am 1.9. um acht": elsewhere two numbers with dots are a section.
    /(?<=(?<!\p{L})(?:bis|zum|am|dem|ab|vom|spätestens|den|inden|senest|før) )(\d\d?)\.(\d\d?)\.(?!\d)/giu,
    ([, d, m], start) => nextDay(num(m), num(d), start),
  ],
];

const weekdayRule: DateRule = [
  new RegExp(
    String.raw`(?<=(?<!\p{L})(?:by|before|on|until|till|this|next|coming|bis|vor|am|zum|dem|nächsten|spätestens|avant|d['’]ici|pour|le|prochain|antes del|hasta el|el|para el|inden|senest|på|før|næste) )(${WEEKDAY})(?!\p{L})`,
    'giu',
  ),
  ([, name], start) => nextWeekday(weekdayOf(name ?? ''), start),
];

export const yearlessRules: readonly DateRule[] = [...namedWithYear, ...withoutYear, weekdayRule];

export function isYearless(rule: DateRule): boolean {
  return withoutYear.includes(rule) || rule === weekdayRule;
}

function nextOf(dayIn: (year: number) => Window | null, start: string): Window | null {
  const year = Number(start.slice(0, 4));
  const here = dayIn(year);
  return here && here[0] >= start ? here : dayIn(year + 1);
}

function fourthThursday(year: number): Window {
  const first = nextWeekday(3, `${year}-11-01`)[0];
  const iso = addCalendarDays(first, 21);
  return [iso, iso];
}

/** Easter Sunday of the western churches, by the usual table of the moon. */
function easter(year: number): Window | null {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const shift = century - Math.floor(century / 4) - Math.floor((8 * century + 13) / 25);
  const moon = (shift + 19 * golden + 15) % 30;
  const full = moon - (moon > 28 || (moon === 28 && golden > 10) ? 1 : 0);
  const leap = year + Math.floor(year / 4) - century + Math.floor(century / 4);
  const toSunday = full - ((leap + full + 2) % 7);
  const month = 3 + Math.floor((toSunday + 40) / 44);
  return day(year, month, toSunday + 28 - 31 * Math.floor(month / 4));
}
