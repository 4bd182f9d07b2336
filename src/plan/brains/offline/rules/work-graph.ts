// Tasks and their links while they are put together: small enough that paths are simply walked.

export interface Linked {
  readonly task_id: string;
  readonly prerequisites: readonly string[];
}

/** Whether one comes before the other, over whatever lies between. */
export function leadsTo(tasks: readonly Linked[], from: string, to: string): boolean {
  const before = new Map(tasks.map((task) => [task.task_id, task.prerequisites]));
  const seen = new Set<string>();
  const open = [to];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    for (const one of before.get(id) ?? []) {
      if (one === from) return true;
      if (!seen.has(one)) open.push(one);
      seen.add(one);
    }
  }
  return false;
}

/** Whether two can become one without a ring: nothing else lies on a way from the first to the second. */
export function canJoin(tasks: readonly Linked[], one: string, other: string): boolean {
  const isBetween = (from: string, to: string): boolean =>
    tasks.some(
      ({ task_id }) =>
        task_id !== from &&
        task_id !== to &&
        leadsTo(tasks, from, task_id) &&
        leadsTo(tasks, task_id, to),
    );
  return !isBetween(one, other) && !isBetween(other, one);
}

/** What nothing comes after. */
export function endsOf<Task extends Linked>(tasks: readonly Task[]): Task[] {
  const awaited = new Set(tasks.flatMap(({ prerequisites }) => prerequisites));
  return tasks.filter(({ task_id }) => !awaited.has(task_id));
}
