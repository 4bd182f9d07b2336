// The schedule as a Mermaid gantt chart. Mermaid has no escapes in task names: what would end a name
// or begin a statement is replaced by something that looks alike.
import type { Scheduled, ScheduledRow } from '../scheduled.ts';
import { isoDateTimeIn } from '../time/local-time.ts';
import { cleanText } from './clean-text.ts';

export function writeMermaid(scheduled: Scheduled): string {
  const { project, rows, title } = scheduled;
  const lines = [
    'gantt',
    `  title ${mermaidText(title)}`,
    '  dateFormat YYYY-MM-DDTHH:mm',
    '  axisFormat %Y-%m-%d',
  ];
  let section = '';
  const names = new Map(project.tasks.map(({ id, name }) => [id, name]));
  for (const [index, row] of rows.entries()) {
    if (row.task.kind === 'summary') continue;
    const parent = row.task.parent ?? '';
    if (parent !== section) lines.push(`  section ${mermaidText(names.get(parent) ?? 'Tasks')}`);
    section = parent;
    lines.push(`  ${taskLine(row, index, project.zone)}`);
  }
  return `${lines.join('\n')}\n`;
}

function taskLine(row: ScheduledRow, index: number, zone: string): string {
  const { task } = row;
  const isMilestone = task.kind === 'milestone';
  const tags = [row.critical ? 'crit' : '', isMilestone ? 'milestone' : ''];
  const at = (minute: number): string => isoDateTimeIn(zone, minute).slice(0, 16);
  const end = isMilestone ? '0d' : at(row.finish);
  const data = [...tags.filter((tag) => tag !== ''), `t${index + 1}`, at(row.start), end];
  return `${mermaidText(task.name)} :${data.join(', ')}`;
}

const lookAlike: Readonly<Record<string, string>> = {
  ':': '∶',
  ';': ',',
  '#': '＃',
  '<': '‹',
  '>': '›',
  '%': '％',
  '{': '(',
  '}': ')',
  '`': "'",
  '\\': '/',
};

/** Words that begin a statement, and dates, which are a token of their own. */
const statement =
  /^(?:gantt|title|section|dateFormat|axisFormat|tickInterval|inclusiveEndDates|topAxis|excludes|includes|todayMarker|weekday|weekend|click|href|call|acctitle|accdescr|\d{4}-\d)/i;

export function mermaidText(text: string): string {
  const plain = cleanText(text, 120).replace(/[:;#<>%{}`\\]/g, (char) => lookAlike[char] ?? ' ');
  if (plain === '') return 'unnamed';
  return statement.test(plain) ? `· ${plain}` : plain;
}
