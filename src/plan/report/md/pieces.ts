// The pieces that Markdown sections are made of. Every text of the plan goes through `safe`.
import { escapeMarkdown, table as tableOf } from '../markdown.ts';
import { withShortNames } from '../reading/names.ts';
import { bare, tidy } from '../reading/sentences.ts';

export const safe = (text: string): string => escapeMarkdown(withShortNames(tidy(text)));

/** A column that nothing is said in is left out. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return '';
  const isSaid = (_: string, index: number): boolean =>
    rows.some((cells) => (cells[index] ?? '').trim() !== '');
  return tableOf(
    head.filter(isSaid),
    rows.map((cells) => cells.filter(isSaid).map((cell) => withShortNames(tidy(cell)))),
  );
}

export const bullets = (lines: readonly string[]): string => lines.map(bullet).join('\n');

/** The line is Markdown already. */
export const bullet = (line: string): string => `- ${line}`;

export const safeBullets = (texts: readonly string[]): string => bullets(texts.map(safe));

export function section(title: string, ...bodies: readonly string[]): string {
  const body = bodies.filter((part) => part !== '').join('\n\n');
  return body === '' ? '' : `## ${title}\n\n${body}`;
}

/** A bold word before it; nothing for nothing. */
export const labeled = (label: string, body: string): string =>
  body === '' ? '' : `**${label}:** ${body}`;

export const under = (title: string, body: string): string =>
  body === '' ? '' : `### ${title}\n\n${body}`;

/** Parts of one line, without those that say nothing. */
export const together = (parts: readonly (string | undefined | false)[], between = ' '): string =>
  parts.filter((part) => part !== undefined && part !== false && part !== '').join(between);

/** Several texts in one line; each is a sentence or not. */
export const listed = (texts: readonly string[]): string =>
  texts.map((text) => safe(bare(text))).join('; ');
