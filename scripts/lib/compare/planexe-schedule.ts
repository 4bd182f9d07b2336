// Tasks, estimates, dependencies and Gantt of a published PlanExe plan, checked as they are read.
import { z } from 'zod';
import type { PlanexeFiles } from './planexe-files.ts';
import type { Link, LinkType, Span, Tree } from './sequence.ts';

interface Node {
  readonly id: string;
  readonly task_children?: readonly Node[] | undefined;
}

const nodeSchema: z.ZodType<Node> = z.lazy(() =>
  z.object({ id: z.string(), task_children: z.array(nodeSchema).optional() }),
);
const treeSchema = z.object({ wbs_project: nodeSchema });

export function planexeTree(files: PlanexeFiles): Tree {
  const { wbs_project: root } = treeSchema.parse(
    files.json('wbs_project_level1_and_level2_and_level3.json'),
  );
  const parents = new Map<string, string>();
  const leaves: string[] = [];
  const walk = ({ id, task_children: children = [] }: Node) => {
    if (children.length === 0) leaves.push(id);
    for (const child of children) {
      parents.set(child.id, id);
      walk(child);
    }
  };
  walk(root);
  return { parents, leaves };
}

const dependenciesSchema = z.object({
  task_dependency_details: z.array(
    z.object({ dependent_task_id: z.string(), depends_on_task_id_list: z.array(z.string()) }),
  ),
});

/** Null where the plan has no list of them. */
export function planexeDependencies(files: PlanexeFiles): Link[] | null {
  const read = dependenciesSchema.safeParse(files.json('task_dependencies_raw.json'));
  if (!read.success) return null;
  return read.data.task_dependency_details.flatMap(({ dependent_task_id: to, ...details }) =>
    details.depends_on_task_id_list.map((from): Link => ({ from, to, type: 'FS' })),
  );
}

const durationsSchema = z.array(z.object({ task_id: z.string(), days_realistic: z.number() }));

/** Realistic days by task. */
export function planexeDays(files: PlanexeFiles): ReadonlyMap<string, number> | null {
  const read = durationsSchema.safeParse(files.json('task_durations.json'));
  if (!read.success) return null;
  return new Map(read.data.map(({ task_id: id, days_realistic: days }) => [id, days]));
}

const ganttSchema = z.object({
  tasks: z.array(
    z.object({
      id: z.string(),
      start_date: z.iso.date().optional(),
      duration: z.number().optional(),
    }),
  ),
  links: z.array(
    z.object({ source: z.string(), target: z.string(), type: z.enum(['0', '1', '2', '3']) }),
  ),
});

const ganttTypes: Readonly<Record<'0' | '1' | '2' | '3', LinkType>> = {
  0: 'FS',
  1: 'SS',
  2: 'FF',
  3: 'SF',
};

/** The first JSON object after the mark; its end is found by counting braces outside of strings. */
function objectAfter(text: string, mark: RegExp): string | null {
  const found = mark.exec(text);
  if (found === null) return null;
  const start = found.index + found[0].length - 1;
  const token = /"(?:[^"\\]|\\.)*"|[{}]/g;
  token.lastIndex = start;
  let depth = 0;
  for (let match = token.exec(text); match !== null; match = token.exec(text)) {
    if (match[0] === '{') depth += 1;
    if (match[0] === '}') depth -= 1;
    if (depth === 0) return text.slice(start, token.lastIndex);
  }
  return null;
}

export interface PlanexeGantt {
  readonly rows: number;
  readonly spans: readonly Span[];
  readonly links: readonly Link[];
}

const dayMs = 86_400_000;

/** Null where the plan has no Gantt, or one that cannot be read. */
export function planexeGantt(files: PlanexeFiles): PlanexeGantt | null {
  const page = files.text('schedule_gantt_dhtmlx.html') ?? '';
  const object = objectAfter(page, /GANTT_DATA_DHTMLX\s*=\s*\{/);
  if (object === null) return null;
  const { tasks, links } = ganttSchema.parse(JSON.parse(object));
  const spans = tasks.flatMap(({ id, start_date: start, duration }) => {
    if (start === undefined || duration === undefined) return [];
    const startMs = Date.parse(start);
    return [{ id, startMs, finishMs: startMs + duration * dayMs }];
  });
  return {
    rows: tasks.length,
    spans,
    links: links.map(({ source, target, type }) => ({
      from: source,
      to: target,
      type: ganttTypes[type],
    })),
  };
}
