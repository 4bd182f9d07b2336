// Words of other tools for how far something is.
import type { ImportedStatus } from './imported-plan.ts';

const words: readonly (readonly [ImportedStatus, RegExp])[] = [
  ['dropped', /cancel|won'?t|abandon|reject|obsolete/],
  ['open', /not\s?(?:started|done)|undone|incomplete|to[\s-]?do/],
  ['done', /done|complete|closed|finished|resolved/],
  ['begun', /progress|doing|review|started|active|testing/],
];

export function statusIn(text: string | undefined): ImportedStatus {
  const lower = text?.toLowerCase() ?? '';
  return words.find(([, pattern]) => pattern.test(lower))?.[0] ?? 'open';
}
