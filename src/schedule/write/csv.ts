// The schedule as CSV (RFC 4180): one row a task, times in the zone of the project. A text that a
// spreadsheet would take for a formula gets an apostrophe in front.
import { linksInto, type Scheduled, type ScheduledRow } from '../scheduled.ts';
import { isoDateTimeIn } from '../time/local-time.ts';
import { cleanText } from './clean-text.ts';
import { guarded } from './formula-guard.ts';
import { hoursText, linkText } from './link-text.ts';

const columns = [
  'id',
  'name',
  'kind',
  'parent',
  'way',
  'roles',
  'start',
  'finish',
  'duration_hours',
  'work_hours',
  'cost',
  'total_float_hours',
  'free_float_hours',
  'critical',
  'predecessors',
] as const;

export function writeCsv(scheduled: Scheduled): string {
  const { project } = scheduled;
  const into = linksInto(project);
  const lines = scheduled.rows.map((row) => {
    const links = (into.get(row.task.id) ?? []).map(linkText).join(' ');
    return cellsOf(row, project.zone, links).join(',');
  });
  return `${[columns.join(','), ...lines].join('\r\n')}\r\n`;
}

function cellsOf(row: ScheduledRow, zone: string, predecessors: string): string[] {
  const { task, uses } = row;
  const units = uses.reduce((sum, use) => sum + use.units, 0);
  const roles = uses.map(({ role, units }) => (units === 1 ? role : `${units} × ${role}`));
  return [
    textCell(task.id),
    textCell(task.name),
    task.kind,
    textCell(task.parent ?? ''),
    textCell(row.way ?? ''),
    textCell(roles.join('; ')),
    isoDateTimeIn(zone, row.start),
    isoDateTimeIn(zone, row.finish),
    hoursText(row.workMinutes),
    hoursText(row.workMinutes * units),
    costText(row.cost),
    hoursText(row.totalFloatMinutes),
    hoursText(row.freeFloatMinutes),
    row.critical ? 'yes' : 'no',
    textCell(predecessors),
  ];
}

/** In the currency of the project; empty where there is none. */
const costText = (cost: number): string => (cost === 0 ? '' : String(Math.round(cost * 100) / 100));

/** Only for text: a number may begin with a minus. */
export function textCell(text: string): string {
  const safe = guarded(cleanText(text));
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
