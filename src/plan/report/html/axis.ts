// A line of days that charts are drawn on. Places are shares of the width in percent, so a chart
// fits any screen without being redrawn.
import { dayNumber, type Words } from '../reading/words.ts';

export interface Axis {
  /** Where a day begins. */
  readonly at: (iso: string) => number;
  /** From the begin of the first day to the end of the last. */
  readonly span: (start: string, finish: string) => { readonly x: number; readonly width: number };
  readonly marks: readonly { readonly x: number; readonly label: string }[];
}

const DAY_MS = 86_400_000;
const MOST_MARKS = 8;

const isoOf = (day: number): string => new Date(day * DAY_MS).toISOString();
const round = (value: number): number => Math.round(value * 100) / 100;

export function axisOf(days: readonly string[], words: Words): Axis {
  const numbers = days.map(dayNumber).filter(Number.isFinite);
  const first = Math.min(...numbers);
  const last = Math.max(...numbers) + 1;
  const whole = Math.max(1, last - first);
  const place = (day: number): number => round(((day - first) / whole) * 100);
  return {
    at: (iso) => place(dayNumber(iso)),
    span: (start, finish) => {
      const [x, end] = [place(dayNumber(start)), place(dayNumber(finish) + 1)];
      return { x, width: round(Math.max(0.6, end - x)) };
    },
    marks: marksOf(first, last, words).map(({ day, label }) => ({ x: place(day), label })),
  };
}

/** Weeks, months, quarters or years: whichever gives few enough. */
function marksOf(first: number, last: number, words: Words): { day: number; label: string }[] {
  const days = last - first;
  if (days <= MOST_MARKS * 7) return weeks(first, last, words);
  const steps = [1, 3, 6, 12, 24, 60, 120, 600];
  const step = steps.find((size) => days / (30.4 * size) <= MOST_MARKS) ?? 1200;
  return monthStarts(first, last, step, words);
}

/** Mondays. The first of January 1970 was a Thursday. */
function weeks(first: number, last: number, words: Words): { day: number; label: string }[] {
  const monday = first + ((((4 - first) % 7) + 7) % 7);
  const count = Math.max(0, Math.ceil((last - monday) / 7));
  return Array.from({ length: count }, (_, index) => {
    const day = monday + index * 7;
    return { day, label: words.shortDay(isoOf(day)) };
  });
}

function monthStarts(
  first: number,
  last: number,
  step: number,
  words: Words,
): { day: number; label: string }[] {
  const begin = new Date(first * DAY_MS);
  const from = begin.getUTCFullYear() * 12 + begin.getUTCMonth();
  const marks: { day: number; label: string }[] = [];
  for (let month = Math.ceil(from / step) * step; marks.length < 40; month += step) {
    const day = Date.UTC(Math.floor(month / 12), month % 12, 1) / DAY_MS;
    if (day >= last) break;
    const name = step >= 12 ? '' : `${words.shortMonth(isoOf(day))} `;
    const year = month % 12 === 0 || step >= 12 || marks.length === 0;
    if (day >= first)
      marks.push({ day, label: `${name}${year ? Math.floor(month / 12) : ''}`.trim() });
  }
  return marks;
}
