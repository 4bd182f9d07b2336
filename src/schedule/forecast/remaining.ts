// What is left of a project at an instant: finished tasks are gone, their links have become dates,
// running tasks go on with what remains of them, and nothing else begins before now.

import { Workforce } from '../graph/chosen-way.ts';
import { buildHierarchy } from '../graph/hierarchy.ts';
import { toLeafLinks } from '../graph/leaf-links.ts';
import { type Assignment, assignmentsOf, workedBetween } from '../money/assignments.ts';
import type { Link, Minute, Placed, Project, Task, ThreePoint, Wait, Way } from '../project.ts';
import { pertMean } from '../simulate/beta-pert.ts';
import { addLag, startAt, workAt } from '../simulate/work-time.ts';
import type { WorkAxis } from '../solve/problem.ts';
import { alwaysAxis, workAxis } from '../time/axis.ts';
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
  const rows = plannedRows(project, planned);
  const places = new Map(assignmentsOf(project, rows).map((each) => [each.task.id, each]));
  const usesOf = new Map(rows.map(({ id, uses }) => [id, uses]));
  const statusAt = (task: Task) => statusOf(task, now, places.get(task.id));
  const status = new Map(leaves.map((task) => [task.id, statusAt(task)]));
  const running = runningTasks(leaves, status, places, now);
  const links = leafLinks(project);
  const bounds = boundsFromPast(links, status, lagAxes(project, places), project, start);
  const tasks = keepSummaries(project.tasks, status).flatMap((task): Task[] => {
    const own = status.get(task.id);
    if (own === undefined) return [task];
    const goesOn = running.get(task.id);
    const place = places.get(task.id);
    if (goesOn !== undefined && place !== undefined) {
      return [runOn(task, goesOn, place, usesOf.get(task.id), now)];
    }
    return own.kind === 'finished' ? [] : [waiting(task, start, bounds)];
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

/** The way that each task takes, and the roles where they are known. */
export function plannedRows(project: Project, planned: readonly Placed[]): Placed[] {
  const known = new Map(planned.map((row) => [row.id, row]));
  return project.tasks.map(({ id, ways, actual }): Placed => {
    const place = known.get(id);
    const way = actual?.way ?? place?.way ?? ways[0]?.id ?? null;
    const { start, finish } = place ?? { start: project.start, finish: project.start };
    const uses = place?.way === way ? place?.uses : undefined;
    return { id, way, start, finish, ...(uses === undefined ? {} : { uses }) };
  });
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

/** Goes on at the next working minute, in the way that was taken and by those who are at it. */
function runOn(
  task: Task,
  { remainder }: Running,
  { axis, origin, way }: Assignment,
  uses: Way['uses'] | undefined,
  now: Minute,
): Task {
  const { notBefore: _, actual: __, resumes = now, ...rest } = task;
  const tick = Math.max(0, Math.max(now, resumes) - origin);
  const fixedStart = origin + startAt(axis, workAt(axis, tick));
  const left = wayLeft({ ...way, uses: uses ?? way.uses }, remainder.minutes);
  return { ...rest, ways: [left], fixedStart, goesOn: true };
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

function waiting(task: Task, start: Minute, bounds: PastBounds): Task {
  const { fixedStart, actual: _, ...rest } = task;
  const bound = bounds.notBefore.get(task.id) ?? start;
  const notBefore = Math.max(start, task.notBefore ?? start, bound);
  const fixed = fixedStart !== undefined && fixedStart >= notBefore ? { fixedStart } : {};
  const waits = bounds.waits.get(task.id);
  return { ...rest, notBefore, ...fixed, ...(waits === undefined ? {} : { waits }) };
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
  /** Of tasks whose calendar is not decided yet. */
  readonly waits: Map<string, Wait[]>;
  /** Milestones for links that bind a finish. */
  readonly pins: Task[];
  readonly links: Link[];
}

/** The axis on which lags into a task are counted; null when its way is still to be chosen. */
function lagAxes(
  project: Project,
  places: ReadonlyMap<string, Assignment>,
): (link: Link, target: Status | undefined) => WorkAxis | null {
  const workforce = new Workforce(project);
  const calendars = workforce.calendarIds(null).map((id) => workforce.calendar(id));
  const options = { origin: project.start, tickMinutes: 1, horizonTicks: 1 };
  const officeAxis = workAxis(calendars, options);
  return ({ lagIn, lagMinutes, to }, target) => {
    if (lagIn === 'elapsed' || lagMinutes === 0) return alwaysAxis;
    const place = places.get(to);
    if (place === undefined || lagIn === 'office') return officeAxis;
    const { ways } = place.task;
    const isOpen = ways.length > 1 || ways[0]?.uses.some((use) => 'skill' in use) === true;
    return isOpen && lagMinutes > 0 && target?.kind === 'waiting' ? null : place.axis;
  };
}

/** What has happened, plus the lag, as dates for what has not. */
function boundsFromPast(
  links: readonly Link[],
  status: ReadonlyMap<string, Status>,
  axisOf: ReturnType<typeof lagAxes>,
  project: Project,
  start: Minute,
): PastBounds {
  const bounds: PastBounds = { notBefore: new Map(), waits: new Map(), pins: [], links: [] };
  for (const [index, link] of links.entries()) {
    const instant = pastEnd(link, status);
    const toStatus = status.get(link.to);
    const target = toStatus?.kind;
    if (instant === null || target === 'finished') continue;
    const axis = axisOf(link, toStatus);
    if (axis === null) {
      const waits = bounds.waits.get(link.to) ?? [];
      bounds.waits.set(link.to, [...waits, waitOf(link, instant)]);
      continue;
    }
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

const waitOf = ({ type, lagMinutes }: Link, since: Minute): Wait => ({
  for: type === 'FS' || type === 'SS' ? 'start' : 'finish',
  since,
  lagMinutes,
});

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
