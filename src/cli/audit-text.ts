// The audit of access for people: a line for each change, and below it what was changed.
import type { z } from 'zod';
import type { keyAuditOutput } from '../contract/access.ts';
import { safeText } from './safe-text.ts';

type Audit = z.output<typeof keyAuditOutput>;
type Entry = Audit['entries'][number];

const maxTextChars = 500;

const hasText = (value: unknown): boolean => value !== null && value !== '';

const detailsOf = ({ details }: Entry): string[] =>
  Object.entries(details)
    .filter(([, value]) => hasText(value))
    .map(([name, value]) => `${name} ${safeText(String(value), maxTextChars)}`);

function entryLines(entry: Entry): string[] {
  const { at, action, subject, actor } = entry;
  const details = detailsOf(entry).join(' · ');
  const first = `${at}  ${action.padEnd(14)}  ${subject}  by ${actor}`;
  return details === '' ? [first] : [first, `  ${details}`];
}

export function auditText(answer: object): string {
  const { entries, next_cursor: next } = answer as Audit;
  if (entries.length === 0 && next === null) return 'No changes of access on record.\n';
  const more = next === null ? [] : [`More: planwright keys audit --cursor ${next}`];
  return `${[...entries.flatMap(entryLines), ...more].join('\n')}\n`;
}
