// A project with its dates: what every output is written from. Rows come in the order of the
// project, summaries before their children.

import type { StatedCost } from './money/cost-lines.ts';
import type { Link, Minute, Project, Task } from './project.ts';
import type { OutcomeTask, ScheduleOutcome } from './run/outcome.ts';

export interface ScheduledRow extends OutcomeTask {
  readonly task: Task;
}

export interface Scheduled {
  /** Stable and unique enough for the ids of calendar events. */
  readonly planId: string;
  readonly title: string;
  readonly project: Project;
  readonly rows: readonly ScheduledRow[];
  readonly finish: Minute;
  readonly currency: string | null;
  /** Money beside the rates, in the project's currency; of a task, or of the whole. */
  readonly stated?: readonly StatedCost[];
}

/** What is stated for each task, and under no name what belongs to none. */
export function statedByTask({ stated = [] }: Scheduled): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const { task = '', amount } of stated) {
    sums.set(task, (sums.get(task) ?? 0) + amount.likely);
  }
  return sums;
}

/** The links into each task. */
export function linksInto({ links }: Project): ReadonlyMap<string, readonly Link[]> {
  const into = new Map<string, Link[]>();
  for (const link of links) {
    const list = into.get(link.to);
    if (list === undefined) into.set(link.to, [link]);
    else list.push(link);
  }
  return into;
}

/** How deep a task lies: 1 for those without a summary above. */
export function depthsOf({ tasks }: Project): ReadonlyMap<string, number> {
  const parents = new Map(tasks.map(({ id, parent }) => [id, parent]));
  const depths = new Map<string, number>();
  for (const { id } of tasks) {
    let depth = 0;
    for (let at: string | undefined = id; at !== undefined && depth <= tasks.length; ) {
      depth += 1;
      at = parents.get(at);
    }
    depths.set(id, depth);
  }
  return depths;
}

/** The project's tasks beside what was computed for them. */
export function rowsOf({ tasks }: Project, outcome: ScheduleOutcome): ScheduledRow[] {
  const computed = new Map(outcome.tasks.map((row) => [row.id, row]));
  return tasks.flatMap((task) => {
    const row = computed.get(task.id);
    return row === undefined ? [] : [{ ...row, task }];
  });
}
