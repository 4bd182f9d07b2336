// A text that somebody wrote to somebody, as a whole: questions, answers and messages.
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
