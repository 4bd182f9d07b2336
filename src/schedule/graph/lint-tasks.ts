// Tasks one by one: ids, the hierarchy, what a kind may have, dates, what happened.
import type { Actual, Project, Task } from '../project.ts';
import { type FindingList, quoted } from './finding.ts';
import type { Hierarchy } from './hierarchy.ts';
import { isInstant } from './lint-resources.ts';
import { isMinutes, WayLinter } from './lint-ways.ts';

export const MAX_ID_CHARS = 200;

export const isTaskId = (id: string): boolean => id.length > 0 && id.length <= MAX_ID_CHARS;

export function lintTasks(project: Project, hierarchy: Hierarchy, list: FindingList): void {
  const ways = new WayLinter(project, list);
  const parents = new Set(project.tasks.map(({ parent }) => parent));
  for (const [index, task] of project.tasks.entries()) {
    lintId(task, index, hierarchy, list);
    lintParent(task, hierarchy, list);
    lintKind(task, parents.has(task.id), list);
    ways.lint(task);
    lintDates(task, project, list);
    if (task.actual !== undefined) lintActual(task, task.actual, list);
  }
  if (hierarchy.ringed.length > 0) list.add('parent_ring', ...parentRing(hierarchy));
}

function lintId(task: Task, index: number, { indexOf }: Hierarchy, list: FindingList): void {
  if (!isTaskId(task.id)) {
    const message = `the id ${quoted(task.id)} of ${quoted(task.name)}: one has 1 to ${MAX_ID_CHARS} characters`;
    list.add('bad_id', [task.id.slice(0, MAX_ID_CHARS)], message);
  }
  if (indexOf.get(task.id) !== index) {
    list.add('duplicate_id', [task.id], `two tasks have the id ${quoted(task.id)}; rename one`);
  }
}

function lintParent(task: Task, { tasks, indexOf }: Hierarchy, list: FindingList): void {
  if (task.parent === undefined) return;
  const parent = indexOf.get(task.parent);
  const ids = [task.id, task.parent];
  if (parent === undefined) {
    const message = `task ${quoted(task.id)} belongs to ${quoted(task.parent)}, which does not exist`;
    list.add('unknown_parent', ids, message);
  } else if (tasks[parent]?.kind !== 'summary') {
    const message = `task ${quoted(task.id)} belongs to ${quoted(task.parent)}, which is no summary task; make it one`;
    list.add('parent_not_summary', ids, message);
  }
}

function lintKind(task: Task, hasChildren: boolean, list: FindingList): void {
  const name = `task ${quoted(task.id)}`;
  switch (task.kind) {
    case 'summary':
      if (task.ways.length > 0) {
        const message = `${name} is a summary; its work belongs to the tasks below it`;
        list.add('summary_with_ways', [task.id], message);
      }
      if (!hasChildren) {
        list.add(
          'empty_summary',
          [task.id],
          `${name} is a summary of nothing; add tasks or drop it`,
        );
      }
      return;
    case 'milestone':
      if (task.ways.length === 0) return;
      list.add(
        'milestone_with_ways',
        [task.id],
        `${name} is a milestone; make it a task to give it work`,
      );
      return;
    case 'task':
      if (task.ways.length > 0) return;
      list.add(
        'task_without_ways',
        [task.id],
        `${name} has no duration; give it a way or make it a milestone`,
      );
  }
}

function lintDates(task: Task, project: Project, list: FindingList): void {
  const name = `task ${quoted(task.id)}`;
  const { notBefore, fixedStart, deadline } = task;
  for (const date of [notBefore, fixedStart, deadline]) {
    if (date === undefined || isInstant(date)) continue;
    list.add(
      'bad_date',
      [task.id],
      `${name}: a date is out of range; dates lie between 1742 and 2198`,
    );
  }
  const cross = (early: number | undefined, late: number | undefined, what: string) => {
    if (early === undefined || late === undefined || early <= late) return;
    list.add('dates_cross', [task.id], `${name}: ${what}; change one of the two`);
  };
  cross(notBefore, deadline, 'it must not begin before its deadline is over');
  cross(notBefore, fixedStart, 'its fixed start lies before its not-before date');
  cross(fixedStart, deadline, 'its fixed start lies after its deadline');
  cross(project.start, deadline, 'its deadline lies before the project starts');
  cross(project.start, fixedStart, 'its fixed start lies before the project starts');
}

function lintActual(task: Task, actual: Actual, list: FindingList): void {
  const say = (message: string) =>
    list.add('bad_actual', [task.id], `task ${quoted(task.id)}: ${message}`);
  const { started, finished, progress, remainingMinutes, way } = actual;
  for (const date of [started, finished]) {
    if (date !== undefined && !isInstant(date)) say('a date of what happened is out of range');
  }
  if (started !== undefined && finished !== undefined && finished < started) {
    say('it is said to be finished before it started');
  }
  if (progress !== undefined && !(progress >= 0 && progress <= 1)) say('progress goes from 0 to 1');
  if (remainingMinutes !== undefined && !isMinutes(remainingMinutes)) {
    say('the remaining minutes must be a whole number, not negative');
  }
  if (way !== undefined && !task.ways.some(({ id }) => id === way)) {
    say(`the way ${quoted(way)} that was taken does not exist`);
  }
}

/** One ring of parents, from child to parent. */
function parentRing({ tasks, parentOf, ringed }: Hierarchy): [string[], string] {
  const seen = new Set<number>();
  let at = ringed[0] as number;
  while (!seen.has(at)) {
    seen.add(at);
    at = parentOf[at] as number;
  }
  const ring = [...seen].slice([...seen].indexOf(at)).map((index) => tasks[index]?.id ?? '');
  const shown = [...ring.slice(0, 12), ring[0] ?? ''].map(quoted).join(' → ');
  return [ring, `tasks belong to each other in a circle: ${shown}; give one of them no parent`];
}
