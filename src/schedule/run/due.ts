// What is due. The deadline of a plan is about its end. A plan that has none, but tasks with
// deadlines of their own, is due with the last of these: a shop that opens by a date has work after.
import { finishOf } from '../finish.ts';
import type { Minute, Placed, Project } from '../project.ts';

export interface Due {
  /** The task that is due; null for the end of the whole. */
  readonly task: string | null;
  readonly deadline: Minute;
  /** When it is planned to be finished. */
  readonly finish: Minute;
}

export function dueOf(project: Project, placed: readonly Placed[]): Due | null {
  const { deadline } = project;
  if (deadline !== undefined) return { task: null, deadline, finish: finishOf(project, placed) };
  return taskDeadlines(project, placed).reduce<Due | null>(
    (last, each) => (last === null || each.deadline > last.deadline ? each : last),
    null,
  );
}

/** Every task that has a deadline of its own. */
export function taskDeadlines({ tasks }: Project, placed: readonly Placed[]): readonly Due[] {
  const rows = new Map(placed.map(({ id, finish }) => [id, finish]));
  return tasks.flatMap(({ id, kind, deadline }): Due[] => {
    const finish = rows.get(id);
    if (kind === 'summary' || deadline === undefined || finish === undefined) return [];
    return [{ task: id, deadline, finish }];
  });
}
