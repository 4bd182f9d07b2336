// The schedule as CSV (RFC 4180): one row a task, times in the zone of the project. A text that a
// spreadsheet would take for a formula gets an apostrophe in front.
import { linksInto, type Scheduled, type ScheduledRow, statedByTask } from '../scheduled.ts';
import { isoDateTimeIn } from '../time/local-time.ts';
import { cleanText } from './clean-text.ts';
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

interface Prices {
  /** Per hour, by role. */
  readonly rates: ReadonlyMap<string, number>;
  /** Beside the task's own cost, by task. */
  readonly stated: ReadonlyMap<string, number>;
}

export function writeCsv(scheduled: Scheduled): string {
  const { project } = scheduled;
  const into = linksInto(project);
  const rates = new Map(project.roles.map(({ id, ratePerHour = 0 }) => [id, ratePerHour]));
  const prices = { rates, stated: statedByTask(scheduled) };
  const lines = scheduled.rows.map((row) => {
    const links = (into.get(row.task.id) ?? []).map(linkText).join(' ');
    return cellsOf(row, project.zone, prices, links).join(',');
  });
  return `${[columns.join(','), ...lines].join('\r\n')}\r\n`;
}

function cellsOf(row: ScheduledRow, zone: string, prices: Prices, predecessors: string): string[] {
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
    costText(row, prices),
    hoursText(row.totalFloatMinutes),
    hoursText(row.freeFloatMinutes),
    row.critical ? 'yes' : 'no',
    textCell(predecessors),
  ];
}

/** Rates by hours, the fixed cost and the lines of the task, in the currency of the project; empty
 * where there is none. */
function costText(row: ScheduledRow, { rates, stated }: Prices): string {
  const { task, way, uses, workMinutes } = row;
  const perHour = uses.reduce((sum, { role, units }) => sum + units * (rates.get(role) ?? 0), 0);
  const fixed = task.ways.find(({ id }) => id === way)?.fixedCost?.likely ?? 0;
  const cost = (perHour * workMinutes) / 60 + fixed + (stated.get(task.id) ?? 0);
  return cost === 0 ? '' : String(Math.round(cost * 100) / 100);
}

/** Only for text: a number may begin with a minus. */
export function textCell(text: string): string {
  const plain = cleanText(text);
  const safe = /^[=+\-@＝＋－＠]/u.test(plain) ? `'${plain}` : plain;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
