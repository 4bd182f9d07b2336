// What is left of a project at an instant: finished tasks are gone, their links have become dates,
// running tasks go on with what remains of them, and nothing else begins before now.
import { buildHierarchy } from '../graph/hierarchy.ts';
import { toLeafLinks } from '../graph/leaf-links.ts';
import { type Assignment, assignmentsOf, workedBetween } from '../money/assignments.ts';
import type { Link, Minute, Placed, Project, Task, ThreePoint, Way } from '../project.ts';
import { pertMean } from '../simulate/beta-pert.ts';
import { addLag, startAt, workAt } from '../simulate/work-time.ts';
import { alwaysAxis } from '../time/axis.ts';
import { type Remainder, remainderOf } from './remainder.ts';
import { type Status, statusOf } from './status.ts';

export interface Remaining {
  /** To be scheduled; its start is now, or the project's own when that is later. */
  readonly project: Project;
  /** Finished tasks, where they lay. */
  readonly finished: ReadonlyMap<string, Placed>;
  /** Since when each running task runs, and what is assumed to remain of it. */
  readonly running: ReadonlyMap<string, Running>;
}

export interface Running {
  readonly started: Minute;
  readonly remainder: Remainder;
}

/** `planned` says which way each task was to take; without it the first. */
export function remainingProject(
  project: Project,
  now: Minute,
  planned: readonly Placed[] = [],
): Remaining {
  const start = Math.max(project.start, now);
  const leaves = project.tasks.filter(({ kind }) => kind !== 'summary');
  const status = new Map(leaves.map((task) => [task.id, statusOf(task, now)]));
  const places = assignmentsById(project, planned);
  const running = runningTasks(leaves, status, places, now);
  const links = leafLinks(project);
  const bounds = boundsFromPast(links, status, places, project, start);
  const tasks = keepSummaries(project.tasks, status).flatMap((task): Task[] => {
    const own = status.get(task.id);
    if (own === undefined) return [task];
    const goesOn = running.get(task.id);
    if (goesOn !== undefined) return [runOn(task, goesOn, places.get(task.id), project, now)];
    return own.kind === 'finished' ? [] : [waiting(task, start, bounds.notBefore.get(task.id))];
  });
  return {
    project: {
      ...project,
      start,
      tasks: [...tasks, ...bounds.pins],
      links: [...links.filter((link) => stillBinds(link, status)), ...bounds.links],
    },
    finished: finishedRows(leaves, status, places),
    running,
  };
}

function assignmentsById(project: Project, planned: readonly Placed[]) {
  const known = new Map(planned.map((row) => [row.id, row]));
  const rows = project.tasks.map(({ id, ways, actual }): Placed => {
    const way = actual?.way ?? known.get(id)?.way ?? ways[0]?.id ?? null;
    return { id, way, start: project.start, finish: project.start };
  });
  return new Map(assignmentsOf(project, rows).map((each) => [each.task.id, each]));
}

/** Links to summaries as links between leaves. */
export function leafLinks(project: Project): readonly Link[] {
  const hierarchy = buildHierarchy(project.tasks);
  const { links } = toLeafLinks(hierarchy, project.links);
  const idOf = (index: number) => project.tasks[index]?.id ?? '';
  return links.map(({ link, from, to }) => ({ ...link, from: idOf(from), to: idOf(to) }));
}

function runningTasks(
  leaves: readonly Task[],
  status: ReadonlyMap<string, Status>,
  places: ReadonlyMap<string, Assignment>,
  now: Minute,
): ReadonlyMap<string, Running> {
  const running = new Map<string, Running>();
  for (const { id, actual } of leaves) {
    const own = status.get(id);
    const place = places.get(id);
    if (own?.kind !== 'running' || place === undefined) continue;
    const worked = workedBetween(place, own.started, now);
    const remainder = remainderOf(place.way.estimate, actual ?? {}, worked);
    running.set(id, { started: own.started, remainder });
  }
  return running;
}

/** Goes on at the next working minute, in the way that was taken. */
function runOn(
  task: Task,
  { remainder }: Running,
  place: Assignment | undefined,
  project: Project,
  now: Minute,
): Task {
  if (place === undefined) return task;
  const { notBefore: _, actual: __, ...rest } = task;
  const tick = Math.max(0, now - project.start);
  const fixedStart = project.start + startAt(place.axis, workAt(place.axis, tick));
  return { ...rest, ways: [wayLeft(place.way, remainder.minutes)], fixedStart };
}

/** Its fixed cost is spread over the work, so the same share of it is still to come. */
function wayLeft(way: Way, estimate: ThreePoint): Way {
  const { fixedCost } = way;
  const whole = pertMean(way.estimate);
  if (fixedCost === undefined || whole === 0) return { ...way, estimate };
  const share = Math.min(1, pertMean(estimate) / whole);
  const { low, likely, high } = fixedCost;
  const left = { low: low * share, likely: likely * share, high: high * share };
  return { ...way, estimate, fixedCost: left };
}

function waiting(task: Task, start: Minute, bound: Minute | undefined): Task {
  const { fixedStart, actual: _, ...rest } = task;
  const notBefore = Math.max(start, task.notBefore ?? start, bound ?? start);
  const fixed = fixedStart !== undefined && fixedStart >= notBefore ? { fixedStart } : {};
  return { ...rest, notBefore, ...fixed };
}

/** Links between unfinished tasks, but for those that only asked for a start which has happened. */
function stillBinds({ from, to, type }: Link, status: ReadonlyMap<string, Status>): boolean {
  const [source, target] = [status.get(from)?.kind, status.get(to)?.kind];
  if (source === 'finished' || target === 'finished') return false;
  const needsStart = type === 'FS' || type === 'SS';
  if (target === 'running' && needsStart) return false;
  return source === 'waiting' || type === 'FS' || type === 'FF';
}

interface PastBounds {
  readonly notBefore: Map<string, Minute>;
  /** Milestones for links that bind a finish. */
  readonly pins: Task[];
  readonly links: Link[];
}

/** What has happened, plus the lag, as dates for what has not. */
function boundsFromPast(
  links: readonly Link[],
  status: ReadonlyMap<string, Status>,
  places: ReadonlyMap<string, Assignment>,
  project: Project,
  start: Minute,
): PastBounds {
  const bounds: PastBounds = { notBefore: new Map(), pins: [], links: [] };
  for (const [index, link] of links.entries()) {
    const instant = pastEnd(link, status);
    const target = status.get(link.to)?.kind;
    if (instant === null || target === 'finished') continue;
    const axis = link.lagIn === 'elapsed' ? alwaysAxis : (places.get(link.to)?.axis ?? alwaysAxis);
    const bound = project.start + addLag(axis, instant - project.start, link.lagMinutes);
    if (bound <= start) continue;
    if (link.type === 'FS' || link.type === 'SS') {
      if (target === 'running') continue;
      bounds.notBefore.set(link.to, Math.max(bound, bounds.notBefore.get(link.to) ?? bound));
    } else {
      pin(bounds, `${link.from} → ${link.to} (${index})`, link.to, bound);
    }
  }
  return bounds;
}

/** When the end of the link that is given happened; null when it has not. */
function pastEnd({ from, type }: Link, status: ReadonlyMap<string, Status>): Minute | null {
  const source = status.get(from);
  if (source === undefined || source.kind === 'waiting') return null;
  if (type === 'SS' || type === 'SF') return source.started;
  return source.kind === 'finished' ? source.finished : null;
}

function pin(bounds: PastBounds, id: string, to: string, at: Minute): void {
  bounds.pins.push({ id, name: id, kind: 'milestone', ways: [], notBefore: at, fixedStart: at });
  bounds.links.push({ from: id, to, type: 'FF', lagMinutes: 0, lagIn: 'elapsed' });
}

/** Summaries all of whose tasks are finished are left out. */
function keepSummaries(tasks: readonly Task[], status: ReadonlyMap<string, Status>): Task[] {
  const parents = new Map(tasks.map(({ id, parent }) => [id, parent]));
  const alive = new Set<string>();
  for (const { id, kind, parent } of tasks) {
    if (kind === 'summary' || status.get(id)?.kind === 'finished') continue;
    for (let at = parent; at !== undefined && !alive.has(at); at = parents.get(at)) alive.add(at);
  }
  return tasks.filter(({ id, kind }) => kind !== 'summary' || alive.has(id));
}

function finishedRows(
  leaves: readonly Task[],
  status: ReadonlyMap<string, Status>,
  places: ReadonlyMap<string, Assignment>,
): ReadonlyMap<string, Placed> {
  return new Map(
    leaves.flatMap(({ id }) => {
      const own = status.get(id);
      if (own?.kind !== 'finished') return [];
      const way = places.get(id)?.way.id ?? null;
      return [[id, { id, way, start: own.started, finish: own.finished }] as const];
    }),
  );
}
