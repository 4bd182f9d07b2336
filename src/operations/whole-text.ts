// A text that somebody wrote to somebody, as a whole: questions, answers and messages. And what was found
// wrong with a piece of work, as lines to read.
import { contentJson } from '../engine/content.ts';
import type { ContentRow } from '../store/store.ts';

const keys = ['message', 'text', 'answer', 'question'] as const;

/** Of a text that was erased only that is left. */
export function wholeText(row: ContentRow | null | undefined): string {
  if (!row) return '(erased)';
  const value = contentJson(row);
  if (typeof value === 'string') return value;
  const record = value as Readonly<Record<string, unknown>>;
  const key = keys.find((one) => typeof record[one] === 'string');
  return key === undefined ? JSON.stringify(value) : String(record[key]);
}

interface Found {
  readonly what?: unknown;
  readonly exit_code?: unknown;
  readonly found?: unknown;
}

/** What a check by the engine saw, line by line; or the words of whoever said what is wrong. */
export function errorText(row: ContentRow | null | undefined): string {
  const value = row ? (contentJson(row) as Found | string | null) : null;
  if (typeof value !== 'object' || typeof value?.found !== 'string') return wholeText(row);
  const { what, exit_code: code, found } = value;
  const ended = typeof code === 'number' ? ` (exit code ${code})` : '';
  return `${String(what)}${ended}\n${found}`.trim();
}
