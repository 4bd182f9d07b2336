// The Gantt that a PlanExe plan draws: when each of its leaves begins and how long it is. It is compared
// with what the plan says elsewhere, never believed.
import { jsonValue, parseStrictJson } from '../../base/strict-json.ts';
import type { PlanexeFiles } from './planexe-files.ts';

export interface GanttSpan {
  /** In days since 1970. */
  readonly start: number;
  readonly finish: number;
}

const dayMs = 86_400_000;
const maxObjectChars = 8_000_000;

/** The first JSON object after the mark; its end is found by counting braces outside of strings. */
function objectAfter(text: string, mark: string): string | null {
  const at = text.indexOf(mark);
  const start = at < 0 ? -1 : text.indexOf('{', at);
  if (start < 0) return null;
  const end = Math.min(text.length, start + maxObjectChars);
  let [depth, isText] = [0, false];
  for (let index = start; index < end; index += 1) {
    const sign = text[index];
    if (isText && sign === '\\') index += 1;
    else if (sign === '"') isText = !isText;
    else if (!isText && sign === '{') depth += 1;
    else if (!isText && sign === '}') depth -= 1;
    if (depth === 0) return text.slice(start, index + 1);
  }
  return null;
}

function rowOf(row: unknown): [string, GanttSpan][] {
  if (typeof row !== 'object' || row === null) return [];
  const { id, start_date: start, duration } = row as Record<string, unknown>;
  if (typeof id !== 'string' || typeof start !== 'string' || typeof duration !== 'number') {
    return [];
  }
  const first = Date.parse(start.slice(0, 10)) / dayMs;
  if (!Number.isFinite(first) || !(duration >= 0)) return [];
  return [[id, { start: first, finish: first + duration }]];
}

/** By the id of the task; null where the plan has no Gantt that can be read. */
export function planexeGantt(files: PlanexeFiles): ReadonlyMap<string, GanttSpan> | null {
  const page = files.text('schedule_gantt_dhtmlx.html');
  const found = page === undefined ? null : objectAfter(page, 'GANTT_DATA_DHTMLX');
  if (found === null) return null;
  const data = jsonValue(parseStrictJson(found, 'schedule_gantt_dhtmlx.html')) as {
    tasks?: unknown;
  } | null;
  return Array.isArray(data?.tasks) ? new Map(data.tasks.flatMap(rowOf)) : null;
}

/** From the first day of any of them to the last. */
export const hull = (spans: readonly GanttSpan[]): GanttSpan | null =>
  spans.length === 0
    ? null
    : {
        start: spans.reduce((least, { start }) => Math.min(least, start), Number.POSITIVE_INFINITY),
        finish: spans.reduce(
          (most, { finish }) => Math.max(most, finish),
          Number.NEGATIVE_INFINITY,
        ),
      };
