// Summary tasks span what lies below them: the first start, the last finish, the least float.
import type { Network } from './network.ts';
import type { TaskDates } from './task-dates.ts';

/** Dates of all tasks in the project's order, from the dates of the leaves in node order. */
export function rollUp({ hierarchy, nodeOf }: Network, leaves: readonly TaskDates[]): TaskDates[] {
  const { tasks, preorder, parentOf, isLeaf } = hierarchy;
  const all: (TaskDates | undefined)[] = tasks.map((_, index) => leaves[nodeOf[index] ?? -1]);
  for (let place = preorder.length - 1; place >= 0; place -= 1) {
    const index = preorder[place] as number;
    const parent = parentOf[index] as number;
    const dates = all[index];
    if (dates === undefined || parent === -1 || isLeaf[parent] === 1) continue;
    all[parent] = span(tasks[parent]?.id ?? '', all[parent] ?? dates, dates);
  }
  return all.filter((dates) => dates !== undefined);
}

const span = (id: string, a: TaskDates, b: TaskDates): TaskDates => ({
  id,
  start: Math.min(a.start, b.start),
  finish: Math.max(a.finish, b.finish),
  lateStart: Math.min(a.lateStart, b.lateStart),
  lateFinish: Math.max(a.lateFinish, b.lateFinish),
  totalFloatMinutes: Math.min(a.totalFloatMinutes, b.totalFloatMinutes),
  freeFloatMinutes: Math.min(a.freeFloatMinutes, b.freeFloatMinutes),
  critical: a.critical || b.critical,
});
