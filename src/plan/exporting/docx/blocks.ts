// Our own Markdown as blocks of a document: headings, paragraphs, items of lists, tables. Only what our
// reports are written in; everything else is a paragraph.
import { type Run, runsOf } from '../../report/markdown-runs.ts';

export type Block =
  | { readonly kind: 'heading'; readonly level: number; readonly runs: readonly Run[] }
  | { readonly kind: 'text' | 'quote'; readonly runs: readonly Run[] }
  | {
      readonly kind: 'item';
      readonly level: number;
      /** As it is written, where the list is numbered. */
      readonly number?: string;
      readonly runs: readonly Run[];
    }
  | { readonly kind: 'table'; readonly rows: readonly (readonly (readonly Run[])[])[] };

const MAX_LEVEL = 3;

const isTable = (line: string): boolean => /^\s*\|.*\|\s*$/.test(line);

function lineBlock(line: string): Block {
  const [, marks, title] = /^(#{1,6}) (.*)$/.exec(line) ?? [];
  if (marks !== undefined) {
    return { kind: 'heading', level: Math.min(MAX_LEVEL, marks.length), runs: runsOf(title ?? '') };
  }
  const [, indent, mark, item] = /^( *)([-*+]|\d{1,3}[.)]) (.*)$/.exec(line) ?? [];
  if (indent !== undefined) {
    const level = Math.min(MAX_LEVEL - 1, Math.floor(indent.length / 2));
    const number = /\d/.test(mark ?? '') ? { number: mark ?? '' } : {};
    return { kind: 'item', level, ...number, runs: runsOf(item ?? '') };
  }
  if (line.startsWith('>')) return { kind: 'quote', runs: runsOf(line.replace(/^> ?/, '')) };
  return { kind: 'text', runs: runsOf(line.trim()) };
}

const cellsOf = (line: string): Run[][] =>
  line
    .trim()
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => runsOf(cell.trim()));

const tableBlock = (lines: readonly string[]): Block => ({
  kind: 'table',
  rows: lines.filter((line) => !/^[\s|:-]+$/.test(line)).map(cellsOf),
});

export function blocksOf(markdown: string): Block[] {
  const blocks: Block[] = [];
  let rows: string[] = [];
  const endTable = (): void => {
    if (rows.length > 0) blocks.push(tableBlock(rows));
    rows = [];
  };
  for (const line of markdown.split(/\r?\n/)) {
    if (isTable(line)) {
      rows.push(line);
      continue;
    }
    endTable();
    if (line.trim() !== '') blocks.push(lineBlock(line));
  }
  endTable();
  return blocks;
}
