// A little Markdown as markup: headings, lists, tables, bold, code. Every text goes through the one
// template that escapes; links, pictures and HTML stay the characters that they are.
import { type Run, runsOf } from '../markdown-runs.ts';
import { html, type Markup } from './markup.ts';

const words = (text: string): Markup => html`${runsOf(text).map((run) => runMarkup(run))}`;

function runMarkup({ text, look }: Run): Markup {
  if (look === 'bold') return html`<strong>${text}</strong>`;
  return look === 'code' ? html`<code>${text}</code>` : html`${text}`;
}

type Kind = 'heading' | 'bullet' | 'number' | 'table' | 'code' | 'text' | 'blank';

function kindOf(line: string): Kind {
  if (line.trim() === '') return 'blank';
  if (/^#{1,6} /.test(line)) return 'heading';
  if (/^\s*[-*+] /.test(line)) return 'bullet';
  if (/^\s*\d{1,3}[.)] /.test(line)) return 'number';
  if (/^\s*\|.*\|\s*$/.test(line)) return 'table';
  if (/^```/.test(line)) return 'code';
  return 'text';
}

export function plainMarkdown(markdown: string): Markup {
  const lines = markdown.split(/\r?\n/);
  const blocks: Markup[] = [];
  for (let at = 0; at < lines.length; ) {
    const kind = kindOf(lines[at] ?? '');
    const end = kind === 'code' ? fenceEnd(lines, at) : runEnd(lines, at, kind);
    blocks.push(block(kind, lines.slice(at, end)));
    at = end;
  }
  return html`${blocks}`;
}

function runEnd(lines: readonly string[], from: number, kind: Kind): number {
  if (kind === 'heading') return from + 1;
  let end = from + 1;
  while (end < lines.length && kindOf(lines[end] ?? '') === kind) end += 1;
  return end;
}

function fenceEnd(lines: readonly string[], from: number): number {
  const close = lines.findIndex((line, index) => index > from && /^```/.test(line));
  return close === -1 ? lines.length : close + 1;
}

function block(kind: Kind, lines: readonly string[]): Markup {
  switch (kind) {
    case 'blank':
      return html``;
    case 'heading':
      return html`<h3>${words((lines[0] ?? '').replace(/^#+ /, ''))}</h3>`;
    case 'bullet':
      return html`<ul>${items(lines, /^\s*[-*+] /)}</ul>`;
    case 'number':
      return html`<ol>${items(lines, /^\s*\d{1,3}[.)] /)}</ol>`;
    case 'table':
      return tableOf(lines);
    case 'code':
      return html`<pre>${lines.slice(1, lines.length > 1 ? -1 : undefined).join('\n')}</pre>`;
    case 'text':
      return html`<p>${words(lines.map((line) => line.replace(/^> ?/, '')).join(' '))}</p>`;
  }
}

const items = (lines: readonly string[], mark: RegExp): Markup[] =>
  lines.map((line) => html`<li>${words(line.replace(mark, ''))}</li>`);

function tableOf(lines: readonly string[]): Markup {
  const rows = lines
    .filter((line) => !/^[\s|:-]+$/.test(line))
    .map((line) =>
      line
        .trim()
        .slice(1, -1)
        .split(/(?<!\\)\|/),
    );
  const [head = [], ...body] = rows;
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Table"><table><thead><tr>${head.map((cell) => html`<th scope="col">${words(cell.trim())}</th>`)}</tr></thead>
<tbody>${body.map((row) => html`<tr>${row.map((cell) => html`<td>${words(cell.trim())}</td>`)}</tr>`)}</tbody></table></div>`;
}
