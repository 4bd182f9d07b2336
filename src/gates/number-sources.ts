// Where the numbers of a text come from. A number is sourced if it stands somewhere in the material, if
// need be rounded, in thousands or millions, or as a percentage. Small counts need no source.
import { datesIn, numbersIn, type TextNumber } from './text-numbers.ts';

export interface NumberSources {
  readonly numbers: ReadonlySet<number>;
  readonly dates: ReadonlySet<string>;
  /** In order, so that what is near can be found quickly. */
  readonly ordered: readonly number[];
}

/** Counts that everybody sees for themselves. */
const SMALL_COUNT = 12;
/** Hours of a day, days of a month and of a year, weeks, the whole. */
const everyday: ReadonlySet<number> = new Set([24, 30, 31, 48, 52, 60, 100, 365]);
/** Thousands and millions in words or letters, also those of Asia. */
const scales = [1, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e12] as const;
const MAX_DEPTH = 40;

interface Gathered {
  readonly numbers: Set<number>;
  readonly dates: Set<string>;
}

interface Figures {
  readonly numbers: readonly number[];
  readonly dates: readonly string[];
}

function newFigures(text: string): Figures {
  const dates = datesIn(text);
  const numbers = new Set([
    ...dates.flatMap((date) => date.split('-').map(Number)),
    ...numbersIn(text).flatMap(({ values }) => values),
    // Numbers within names (Q1, 5G) are sources too.
    ...(text.match(/\d+/g) ?? []).map(Number),
  ]);
  return { numbers: [...numbers], dates };
}

/** The same texts are gathered from again and again: for each closing text, and for the gates. */
const known = new Map<string, Figures>();
const KNOWN_MAX = 5_000;

function figuresOf(text: string): Figures {
  const found = known.get(text);
  if (found) return found;
  if (known.size >= KNOWN_MAX) known.clear();
  const figures = newFigures(text);
  known.set(text, figures);
  return figures;
}

function gatherText(text: string, into: Gathered): void {
  const { numbers, dates } = figuresOf(text);
  for (const date of dates) into.dates.add(date);
  for (const number of numbers) into.numbers.add(number);
}

function gather(value: unknown, into: Gathered, depth: number): void {
  if (depth > MAX_DEPTH) return;
  if (typeof value === 'number') into.numbers.add(value);
  else if (typeof value === 'string') gatherText(value, into);
  else if (Array.isArray(value)) for (const item of value) gather(item, into, depth + 1);
  else if (typeof value === 'object' && value !== null) {
    for (const item of Object.values(value)) gather(item, into, depth + 1);
  }
}

/** All numbers and dates in a piece of material, whatever it is made of. */
export function numberSources(...material: readonly unknown[]): NumberSources {
  const into: Gathered = { numbers: new Set(), dates: new Set() };
  for (const one of material) gather(one, into, 0);
  const ordered = [...into.numbers].filter(Number.isFinite).sort((a, b) => a - b);
  return { ...into, ordered };
}

const MOST_RECKONED = 60;

/** What two numbers come to. */
function reckonings(one: number, other: number): number[] {
  const shares = other === 0 ? [] : [one / other];
  return [one + other, Math.abs(one - other), one * other, ...shares];
}

/** Also what one gets by adding, subtracting, multiplying or dividing two of these: 3 deals at 1,500. */
export function withReckonings(sources: NumberSources, ...of: readonly unknown[]): NumberSources {
  const known = numberSources(...of).ordered.filter((one) => one > 1);
  // The largest are the amounts, which people reckon with.
  const few = [1, ...known.slice(-MOST_RECKONED)];
  const made = few.flatMap((one) => few.flatMap((other) => reckonings(one, other)));
  const numbers = new Set([...sources.numbers, ...made.filter(Number.isFinite)]);
  const ordered = [...numbers].filter(Number.isFinite).sort((a, b) => a - b);
  return { ...sources, numbers, ordered };
}

/** Whether the list has something within reach of the value. */
function hasNear(ordered: readonly number[], value: number, within: number): boolean {
  let [low, high] = [0, ordered.length];
  const least = value - within - Math.abs(value) * 1e-9;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ordered[middle] ?? 0) < least) low = middle + 1;
    else high = middle;
  }
  const found = ordered[low];
  return found !== undefined && found <= value + within + Math.abs(value) * 1e-9;
}

const isSmall = (value: number): boolean =>
  Number.isInteger(value) && value >= 0 && value <= SMALL_COUNT;

function isYear(value: number, { dates }: NumberSources): boolean {
  if (!Number.isInteger(value) || value < 1900 || value > 2200) return false;
  return [...dates].some((date) => Math.abs(Number(date.slice(0, 4)) - value) <= 1);
}

/** Half of its last place that is not zero: 50 of 12,300; nothing of 7, since that is no rounding. */
const roundingOf = (value: number, significant: number): number =>
  significant < 2 || value === 0
    ? 0
    : 0.5 * 10 ** (Math.floor(Math.log10(Math.abs(value))) - significant + 1);

function isSourced(found: TextNumber, sources: NumberSources): boolean {
  const { values, significant, isPlain, isPercent } = found;
  const { ordered } = sources;
  return values.some((value) => {
    const within = roundingOf(value, significant);
    if (isPlain && (isSmall(value) || everyday.has(value) || isYear(value, sources))) return true;
    if (isPercent && hasNear(ordered, value / 100, Math.max(within, 0.5) / 100)) return true;
    return scales.some((scale) => hasNear(ordered, value * scale, within * scale));
  });
}

/** Numbers and dates of a text that stand nowhere in the material, as they are written, once each. */
export function unsourcedNumbers(text: string, sources: NumberSources): string[] {
  const dates = datesIn(text).filter((date) => !sources.dates.has(date));
  const numbers = numbersIn(text)
    .filter((number) => !isSourced(number, sources))
    .map(({ raw }) => raw);
  return [...new Set([...dates, ...numbers])];
}
