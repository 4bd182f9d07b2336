// Ids that are unique, a hierarchy that is a tree, kinds that fit what the task has, dates in range.
import { planIdPattern } from '../../contract/plan-fields.ts';
import type { Actual, Link, Project, Task } from '../project.ts';
import { isoDateIn } from '../time/local-time.ts';
import { freeName, type Say } from './change.ts';
import { quoted } from './finding.ts';
import { buildHierarchy } from './hierarchy.ts';
import { nearestInstant } from './limits.ts';
import { isInstant } from './lint-resources.ts';
import { isTaskId } from './lint-tasks.ts';
import { isMinutes } from './lint-ways.ts';

const MAX_NEW_ID_CHARS = 60;

export function repairTasks(project: Project, say: Say): Project {
  const named = repairIds(project, say);
  const rooted = repairParents(named.tasks, say);
  const parents = new Set(rooted.map(({ parent }) => parent));
  const tasks = rooted
    .map((task) => repairKind(task, parents.has(task.id), say))
    .map((task) => repairDates(task, say));
  return { ...project, ...named, tasks };
}

function repairIds({ tasks, links }: Project, say: Say): { tasks: Task[]; links: readonly Link[] } {
  const taken = new Set(tasks.map(({ id }) => id));
  const used = new Set<string>();
  const renamed = new Map<string, string>();
  const named = tasks.map((task, index) => {
    const fine = isTaskId(task.id);
    if (fine && !used.has(task.id)) {
      used.add(task.id);
      return task;
    }
    const id = freeName(wantedId(task.id, index, taken), taken);
    taken.add(id);
    used.add(id);
    if (!fine && !renamed.has(task.id)) renamed.set(task.id, id);
    const code = fine ? 'duplicate_id' : 'bad_id';
    const which = fine
      ? `another task ${quoted(task.id)}`
      : `the task with the id ${quoted(task.id)}`;
    const named = task.name === '' ? '' : ` (${quoted(task.name)})`;
    say(code, [id], `${which}${named} is called ${quoted(id)} now`);
    return { ...task, id };
  });
  if (renamed.size === 0) return { tasks: named, links };
  const now = (id: string) => renamed.get(id) ?? id;
  return {
    tasks: named.map((task) =>
      task.parent === undefined ? task : { ...task, parent: now(task.parent) },
    ),
    links: links.map((link) => ({ ...link, from: now(link.from), to: now(link.to) })),
  };
}

/** Like the old one, and as the published pattern of ids asks. */
function wantedId(old: string, index: number, taken: ReadonlySet<string>): string {
  const plain = old
    .slice(0, MAX_NEW_ID_CHARS)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '');
  if (planIdPattern.test(plain)) return plain;
  // It gets a number behind it, which completes it.
  if (/^[a-z]+$/.test(plain) && taken.has(plain)) return plain;
  return `task_${plain === '' ? index + 1 : plain}`;
}

function repairParents(tasks: readonly Task[], say: Say): Task[] {
  const ids = new Set(tasks.map(({ id }) => id));
  let rooted = tasks.map((task) => {
    if (task.parent === undefined || ids.has(task.parent)) return task;
    const message = `task ${quoted(task.id)} belongs to nothing now: ${quoted(task.parent)} does not exist`;
    say('unknown_parent', [task.id], message);
    return withoutParent(task);
  });
  for (const index of ringStarts(rooted)) {
    const { id } = rooted[index] as Task;
    say('parent_ring', [id], `task ${quoted(id)} belongs to nothing now: it was its own ancestor`);
    rooted = rooted.with(index, withoutParent(rooted[index] as Task));
  }
  return rooted;
}

function withoutParent(task: Task): Task {
  const { parent, ...rest } = task;
  return parent === undefined ? task : rest;
}

/** The first task of each ring of parents. */
function ringStarts(tasks: readonly Task[]): number[] {
  const { parentOf, ringed } = buildHierarchy(tasks);
  const state = new Uint8Array(tasks.length);
  const starts: number[] = [];
  for (const index of ringed) {
    const walked: number[] = [];
    let at = index;
    for (; state[at] === 0; at = parentOf[at] as number) {
      state[at] = 1;
      walked.push(at);
    }
    const ring = walked.slice(Math.max(0, walked.indexOf(at)));
    if (walked.includes(at)) starts.push(ring.reduce((first, each) => Math.min(first, each)));
  }
  return starts;
}

function repairKind(task: Task, hasChildren: boolean, say: Say): Task {
  const name = `task ${quoted(task.id)}`;
  if (hasChildren) {
    if (task.kind !== 'summary') {
      say('parent_not_summary', [task.id], `${name} is a summary now, since tasks belong to it`);
    }
    if (task.ways.length > 0) {
      say(
        'summary_with_ways',
        [task.id],
        `${name} lost its own duration: the tasks below it have theirs`,
      );
    }
    return task.kind === 'summary' && task.ways.length === 0
      ? task
      : { ...task, kind: 'summary', ways: [] };
  }
  if (task.kind !== 'task' && task.ways.length > 0) {
    const code = task.kind === 'summary' ? 'summary_with_ways' : 'milestone_with_ways';
    say(code, [task.id], `${name} is a plain task now, since it has a duration`);
    return { ...task, kind: 'task' };
  }
  if (task.kind === 'task' && task.ways.length === 0) {
    say('task_without_ways', [task.id], `${name} is a milestone now, since it has no duration`);
    return { ...task, kind: 'milestone' };
  }
  return task;
}

const dateNames = {
  notBefore: 'not-before date',
  fixedStart: 'fixed start',
  deadline: 'deadline',
} as const;

function repairDates(task: Task, say: Say): Task {
  const dates = Object.entries(dateNames).flatMap(([key, name]) => {
    const date = task[key as keyof typeof dateNames];
    if (date === undefined || isInstant(date)) return [];
    const nearest = nearestInstant(date);
    const shown = isoDateIn('UTC', nearest);
    const message = `task ${quoted(task.id)}: the ${name} was out of range and became ${shown}`;
    say('bad_date', [task.id], message);
    return [[key, nearest] as const];
  });
  const { actual, ...rest } = task;
  const plain: Task = { ...rest, ...Object.fromEntries(dates) };
  if (actual === undefined) return plain;
  return { ...plain, actual: repairActual(task, actual, say) };
}

const actualNames: Readonly<Record<keyof Actual, string>> = {
  started: 'start',
  finished: 'finish',
  progress: 'progress',
  remainingMinutes: 'remainder',
  way: 'way',
  cost: 'cost',
};

function repairActual(task: Task, actual: Actual, say: Say): Actual {
  const { started, finished, progress, remainingMinutes, way } = actual;
  const crossed = started !== undefined && finished !== undefined && finished < started;
  const isBad: Record<keyof Actual, boolean> = {
    started: started !== undefined && (!isInstant(started) || crossed),
    finished: finished !== undefined && !isInstant(finished),
    progress: progress !== undefined && !(progress >= 0 && progress <= 1),
    remainingMinutes: remainingMinutes !== undefined && !isMinutes(remainingMinutes),
    way: way !== undefined && !task.ways.some(({ id }) => id === way),
    cost: false,
  };
  const kept = Object.entries(actual).filter(([key]) => !isBad[key as keyof Actual]);
  const lost = Object.keys(actual).filter((key) => isBad[key as keyof Actual]);
  if (lost.length > 0) {
    const names = lost.map((key) => actualNames[key as keyof Actual]).join(', ');
    const message = `task ${quoted(task.id)}: of what happened the ${names} cannot be true and was dropped`;
    say('bad_actual', [task.id], message);
  }
  return Object.fromEntries(kept);
}
