// The solver's answer as dates: every task of the project, summaries from first start to last finish.
import type { Placed, Task } from '../project.ts';
import type { Compiled } from './compile.ts';
import type { Answer } from './problem.ts';

export interface MissedDate {
  readonly task: string;
  readonly what: 'fixed_start' | 'deadline';
  /** Minutes after the date that was asked for. */
  readonly minutes: number;
}

export function toPlaced(compiled: Compiled, answer: Answer): Placed[] {
  const { hierarchy, project } = compiled;
  const all = placeLeaves(compiled, answer);
  for (let at = hierarchy.preorder.length - 1; at >= 0; at -= 1) {
    const index = hierarchy.preorder[at] as number;
    const parent = hierarchy.parentOf[index] as number;
    const placed = all[index];
    if (placed === undefined || parent < 0 || hierarchy.isLeaf[parent] === 1) continue;
    all[parent] = span(project.tasks[parent] as Task, all[parent] ?? placed, placed);
  }
  return all.filter((placed) => placed !== undefined);
}

function placeLeaves(compiled: Compiled, answer: Answer): (Placed | undefined)[] {
  const { project, taskOf, tickMinutes, ways } = compiled;
  const all = new Array<Placed | undefined>(project.tasks.length).fill(undefined);
  taskOf.forEach((index, at) => {
    const real = ways[at]?.[answer.ways[at] as number];
    all[index] = {
      id: (project.tasks[index] as Task).id,
      way: real?.way.id ?? null,
      start: project.start + (answer.starts[at] as number) * tickMinutes,
      finish: project.start + (answer.finishes[at] as number) * tickMinutes,
      ...(real?.way.uses.some((use) => 'skill' in use) ? { uses: real.uses } : {}),
    };
  });
  return all;
}

const span = (summary: Task, a: Placed, b: Placed): Placed => ({
  id: summary.id,
  way: null,
  start: Math.min(a.start, b.start),
  finish: Math.max(a.finish, b.finish),
});

/** Fixed starts and deadlines of tasks that the schedule does not keep. */
export function missedDates(compiled: Compiled, placed: readonly Placed[]): MissedDate[] {
  const byId = new Map(placed.map((place) => [place.id, place]));
  return compiled.project.tasks.flatMap((task): MissedDate[] => {
    const place = byId.get(task.id);
    if (place === undefined) return [];
    const isPromised = task.fixedStart !== undefined && task.goesOn !== true;
    const slip = isPromised ? place.start - (task.fixedStart ?? 0) : 0;
    const late = task.deadline === undefined ? 0 : place.finish - task.deadline;
    return [
      ...(slip > 0 ? [{ task: task.id, what: 'fixed_start' as const, minutes: slip }] : []),
      ...(late > 0 ? [{ task: task.id, what: 'deadline' as const, minutes: late }] : []),
    ];
  });
}
