// The tasks of a foreign plan as a tree with one id each: what is cancelled is left out, twins get an id
// of their own, and what belongs to nothing or to itself stands at the top.
import { PlanwrightError } from '../../base/errors.ts';
import type { ImportDefect, ImportedPlan, ImportedTask } from './imported-plan.ts';

/** As many as the phases of a plan hold. */
export const maxTasks = 1_800;
/** With their parts. */
const maxRows = 20_000;
const maxLinks = 20_000;

export interface SoundTasks {
  readonly tasks: readonly ImportedTask[];
  readonly defects: readonly ImportDefect[];
  /** Ids of what was cancelled. */
  readonly dropped: ReadonlySet<string>;
}

const tooMany = (what: string, count: number, limit: number): PlanwrightError =>
  new PlanwrightError(
    'limit_exceeded',
    `The file has ${count} ${what}; at most ${limit} are taken in. Split it, or leave out what is done.`,
  );

export interface Counts {
  readonly rows: number;
  readonly tasks: number;
  readonly links: number;
}

/** For readers that make something of many before there is a plan. */
export function requireCounts({ rows, tasks, links }: Counts): void {
  if (rows > maxRows) throw tooMany('rows', rows, maxRows);
  if (tasks > maxTasks) throw tooMany('tasks', tasks, maxTasks);
  if (links > maxLinks) throw tooMany('links', links, maxLinks);
}

export function checkCounts({ tasks, links }: Pick<ImportedPlan, 'tasks' | 'links'>): void {
  const scheduled = tasks.filter(({ kind }) => kind === 'task' || kind === 'milestone');
  requireCounts({ rows: tasks.length, tasks: scheduled.length, links: links.length });
}

/** Gives names that are not taken yet, as they are or with a number behind them, and takes them. It goes
 * on from the last number: all rows of a file may have one id. */
export function freeNames(taken: Set<string>): (wanted: string) => string {
  const numbers = new Map<string, number>();
  return (wanted) => {
    let name = wanted;
    let number = numbers.get(wanted) ?? 2;
    for (; taken.has(name); number += 1) name = `${wanted}_${number}`;
    numbers.set(wanted, number);
    taken.add(name);
    return name;
  };
}

function withOwnIds(tasks: readonly ImportedTask[], defects: ImportDefect[]): ImportedTask[] {
  const free = freeNames(new Set(tasks.map(({ id }) => id)));
  const used = new Set<string>();
  return tasks.map((task) => {
    if (!used.has(task.id)) {
      used.add(task.id);
      return task;
    }
    const id = free(task.id);
    used.add(id);
    const detail = `Two rows have this id; "${task.title}" is called ${id} now.`;
    defects.push({ kind: 'duplicate_id', where: task.id, detail, repaired: true });
    return { ...task, id };
  });
}

const orphaned = (task: ImportedTask, kind: string, detail: string) => ({
  task: { ...task, parent: null, kind: task.kind === 'step' ? ('task' as const) : task.kind },
  defect: { kind, where: task.id, detail, repaired: true },
});

/** True where its parents lead back to itself; each row is walked once. */
function ringFinder(parents: ReadonlyMap<string, string | null>): (id: string) => boolean {
  const sound = new Set<string>();
  return (id) => {
    const walked = new Set<string>();
    let at: string | null = id;
    while (at !== null && !sound.has(at) && !walked.has(at)) {
      walked.add(at);
      at = parents.get(at) ?? null;
    }
    if (at !== null && walked.has(at)) return at === id;
    for (const each of walked) sound.add(each);
    return false;
  };
}

function withSoundParents(tasks: readonly ImportedTask[], defects: ImportDefect[]): ImportedTask[] {
  const parents = new Map(tasks.map(({ id, parent }) => [id, parent]));
  const isRing = ringFinder(parents);
  return tasks.map((task) => {
    const { id, title, parent } = task;
    if (parent === null) return task;
    const isUnknown = !parents.has(parent);
    if (!isUnknown && !isRing(id)) return task;
    const { task: freed, defect } = isUnknown
      ? orphaned(task, 'unknown_parent', `"${title}" belongs to ${parent}, which is not there.`)
      : orphaned(task, 'parent_ring', `"${title}" belongs to itself.`);
    parents.set(id, null);
    defects.push(defect);
    return freed;
  });
}

/** With all that belongs to it. */
function cancelled(tasks: readonly ImportedTask[]): Set<string> {
  const dropped = new Set<string>();
  for (const { id, parent, status } of tasks) {
    if (status === 'dropped' || (parent !== null && dropped.has(parent))) dropped.add(id);
  }
  return dropped;
}

export function soundTasks(given: readonly ImportedTask[]): SoundTasks {
  const defects: ImportDefect[] = [];
  const rooted = withSoundParents(withOwnIds(given, defects), defects);
  const dropped = cancelled(rooted);
  return { tasks: rooted.filter(({ id }) => !dropped.has(id)), defects, dropped };
}
