// Escaping for Markdown. A goal may carry HTML, links or table bars; in a report they are only text.
// What is not seen (terminal codes, turned writing, tags) is left out; joiners are part of words.
const unseen = /(?![\u200c\u200d])[\p{Cc}\p{Cf}]/gu;

/** Most texts: words with single spaces between them, in which no mark means anything. */
const plain = /^\p{L}[\p{L}\p{N},;()'’"%€$-]*(?: [\p{L}\p{N},;()'’"%€$-]+)*(?:(?<![Ww]{3})\.)?$/u;

export function escapeMarkdown(text: string): string {
  if (plain.test(text)) return text;
  return text
    .replace(/\s+/g, ' ')
    .replace(unseen, '')
    .trim()
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/[\\`*_[\]|#~!]/g, '\\$&')
    .replace(/^(\d*)([-+=.)])(?=\s|$)/u, '$1\\$2')
    .replace(/(https?|ftp|javascript|mailto|vbscript|(?:data|file)(?=:\S)):/giu, '$1&#58;')
    .replace(/\bwww\./giu, 'www&#46;')
    .replace(/@/g, '&#64;');
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    line(head),
    line(head.map(() => '---')),
    ...rows.map((row) => line(row.map(escapeMarkdown))),
  ].join('\n');
}
