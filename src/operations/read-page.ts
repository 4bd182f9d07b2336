// A page of something long, as JSON that stays within a limit: a list by its items, a text by its
// characters. What is too long alone is shortened, and says what was left out.
import { PlanwrightError } from '../base/errors.ts';

/** What there is to page through. */
export type Matter =
  | {
      readonly kind: 'list';
      /** Stands above the list, on the first page. */
      readonly head?: object;
      readonly items: readonly unknown[];
    }
  | { readonly kind: 'text'; readonly text: string };

export interface Page {
  readonly value?: Record<string, unknown>;
  readonly items?: unknown[];
  readonly text?: string;
  readonly total?: number;
  readonly next_cursor: string | null;
}

const lengthOf = (value: unknown): number => JSON.stringify(value)?.length ?? 0;

/** Without its longest fields, as many as it takes. */
export function shortened(value: unknown, maxChars: number): unknown {
  if (lengthOf(value) <= maxChars) return value;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { left_out: ['all'], characters: lengthOf(value) };
  }
  const byLength = Object.entries(value).sort(([, a], [, b]) => lengthOf(b) - lengthOf(a));
  const leftOut: string[] = [];
  const kept = new Map(Object.entries(value));
  for (const [name] of byLength) {
    kept.delete(name);
    leftOut.push(name);
    const short = { ...Object.fromEntries(kept), left_out: leftOut };
    if (lengthOf(short) <= maxChars) return short;
  }
  return { left_out: ['all'], characters: lengthOf(value) };
}

function startOf(cursor: string | undefined): number {
  if (cursor === undefined) return 0;
  const [, digits] = /^at_(\d{1,9})$/.exec(cursor) ?? [];
  if (digits !== undefined) return Number(digits);
  throw new PlanwrightError('INVALID_ARGUMENTS', 'cursor: must be the next_cursor of an answer.');
}

const cursorAt = (at: number, total: number): string | null => (at < total ? `at_${at}` : null);

/** So that what stands above and one item always fit together. */
const roomOf = (maxChars: number): number => Math.floor(maxChars / 2) - 8;

function listPage(
  { head, items }: Extract<Matter, { kind: 'list' }>,
  start: number,
  maxChars: number,
): Page {
  const value = start === 0 && head ? shortened(head, roomOf(maxChars)) : undefined;
  let left = maxChars - (value === undefined ? 0 : lengthOf(value));
  const page: unknown[] = [];
  for (const item of items.slice(start)) {
    const short = shortened(item, roomOf(maxChars));
    left -= lengthOf(short) + 1;
    if (left < 0) break;
    page.push(short);
  }
  return {
    ...(value === undefined ? {} : { value: value as Record<string, unknown> }),
    items: page,
    total: items.length,
    next_cursor: cursorAt(start + page.length, items.length),
  };
}

const isLowHalf = (code: number): boolean => code >= 0xdc00 && code <= 0xdfff;

/** How many characters from there are within the limit once they are JSON; at least one. */
function fitting(text: string, start: number, maxChars: number): number {
  let end = Math.min(text.length, start + maxChars);
  while (lengthOf(text.slice(start, end)) > maxChars) end = start + Math.ceil((end - start) * 0.8);
  if (end < text.length && isLowHalf(text.charCodeAt(end))) end -= 1;
  return Math.max(start + 1, end);
}

function textPage(text: string, start: number, maxChars: number): Page {
  const end = fitting(text, start, maxChars);
  return {
    text: text.slice(start, end),
    total: text.length,
    next_cursor: cursorAt(end, text.length),
  };
}

export function pageOf(matter: Matter, cursor: string | undefined, maxChars: number): Page {
  const start = startOf(cursor);
  return matter.kind === 'list'
    ? listPage(matter, start, maxChars)
    : textPage(matter.text, start, maxChars);
}
