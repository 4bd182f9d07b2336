// Escaping for Markdown. A goal may carry HTML, links or table bars; in a report they are only text.
// What is not seen (terminal codes, turned writing, tags) is left out; joiners are part of words.
const unseen = /(?![\u200c\u200d])[\p{Cc}\p{Cf}]/gu;

/** Most texts: words with single spaces between them, in which no mark means anything. */
const plain = /^\p{L}[\p{L}\p{N},;()'’"%€$-]*(?: [\p{L}\p{N},;()'’"%€$-]+)*(?:(?<![Ww]{3})\.)?$/u;

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '@': '&#64;',
};

/** Marks, and what a reader's program would make a link of. */
const meaning =
  /[&<>@\\`*_[\]|#~!]|(?:https?|ftp|javascript|mailto|vbscript|(?:data|file)(?=:\S)):|\bwww\./giu;

function harmless(found: string): string {
  const entity = entities[found];
  if (entity !== undefined) return entity;
  if (found.endsWith(':')) return `${found.slice(0, -1)}&#58;`;
  return found.endsWith('.') ? 'www&#46;' : `\\${found}`;
}

export function escapeMarkdown(text: string): string {
  if (plain.test(text)) return text;
  return text
    .replace(/\s+/g, ' ')
    .replace(unseen, '')
    .trim()
    .replace(meaning, harmless)
    .replace(/^(\d*)([-+=.)])(?=\s|$)/u, '$1\\$2');
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    line(head),
    line(head.map(() => '---')),
    ...rows.map((row) => line(row.map(escapeMarkdown))),
  ].join('\n');
}
