// What comes before what, as a Mermaid flowchart: a box for each task inside that of its phase, an arrow
// for each link. Labels stand in quotes; what would end one or mean something in it is replaced by
// something that looks alike.
import type { Link } from '../project.ts';
import type { Scheduled, ScheduledRow } from '../scheduled.ts';
import { cleanText } from './clean-text.ts';
import { lagText } from './link-text.ts';

export function writeFlowchart({ project, rows, title }: Scheduled): string {
  const names = new Map(rows.map(({ id, task }, index) => [id, nameOf(task.kind, index)]));
  const children = Map.groupBy(rows, ({ task }) => task.parent ?? '');
  const critical = rows.filter((row) => row.critical && row.task.kind !== 'summary');
  const lines = [
    '---',
    `title: "${labelText(title)}"`,
    '---',
    'flowchart LR',
    ...boxes(children.get('') ?? [], children, names, '  '),
    ...project.links.flatMap((link) => arrow(link, names)),
    '  classDef critical stroke-width:3px',
    ...critical.map(({ id }) => `  class ${names.get(id)} critical`),
  ];
  return `${lines.join('\n')}\n`;
}

type Names = ReadonlyMap<string, string>;

const nameOf = (kind: string, index: number): string =>
  `${kind === 'summary' ? 'p' : 't'}${index + 1}`;

function boxes(
  rows: readonly ScheduledRow[],
  children: ReadonlyMap<string, readonly ScheduledRow[]>,
  names: Names,
  indent: string,
): string[] {
  return rows.flatMap(({ id, task }) => {
    const [name, label] = [names.get(id) ?? '', labelText(task.name)];
    if (task.kind === 'milestone') return [`${indent}${name}{{"${label}"}}`];
    if (task.kind === 'task') return [`${indent}${name}["${label}"]`];
    const inside = boxes(children.get(id) ?? [], children, names, `${indent}  `);
    return [`${indent}subgraph ${name}["${label}"]`, ...inside, `${indent}end`];
  });
}

/** A link from finish to start without a lag is the usual one, and needs no words. */
function arrow(link: Link, names: Names): string[] {
  const [from, to] = [names.get(link.from), names.get(link.to)];
  if (from === undefined || to === undefined) return [];
  const lag = lagText(link);
  const label = link.type === 'FS' ? lag : `${link.type}${lag}`;
  return [label === '' ? `  ${from} --> ${to}` : `  ${from} -- "${label}" --> ${to}`];
}

const lookAlike: Readonly<Record<string, string>> = {
  '"': "'",
  '`': "'",
  '#': '＃',
  '<': '‹',
  '>': '›',
  '%': '％',
  '{': '(',
  '}': ')',
  '\\': '/',
};

function labelText(text: string): string {
  const plain = cleanText(text, 120).replace(/["`#<>%{}\\]/g, (char) => lookAlike[char] ?? ' ');
  return plain === '' ? 'unnamed' : plain;
}
