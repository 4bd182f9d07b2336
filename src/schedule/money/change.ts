// Changes to a project that save time or money, each as data that can be shown, kept and applied.
import { PlanwrightError } from '../../base/errors.ts';
import type { Link, Project, Task } from '../project.ts';

export type Change =
  /** The second task begins before the first has finished. */
  | {
      readonly kind: 'fast_track';
      readonly from: string;
      readonly to: string;
      readonly overlapMinutes: number;
      /** How the overlap counts. */
      readonly lagIn: Link['lagIn'];
    }
  | { readonly kind: 'add_capacity'; readonly role: string; readonly units: number }
  | { readonly kind: 'switch_way'; readonly task: string; readonly way: string }
  /** The task is left out; what waited for it waits for what it waited for. */
  | { readonly kind: 'cut_scope'; readonly task: string };

/** More bridging links than this are refused. */
const MAX_BRIDGES = 10_000;

export function applyChange(project: Project, change: Change): Project {
  switch (change.kind) {
    case 'fast_track':
      return fastTrack(project, change);
    case 'add_capacity':
      return addCapacity(project, change.role, change.units);
    case 'switch_way':
      return switchWay(project, change.task, change.way);
    case 'cut_scope':
      return cutScope(project, change.task);
  }
}

/** A lag is a wait that no overlap may shorten; below zero the link overlaps already. */
export const canOverlap = ({ type, lagMinutes }: Link): boolean =>
  type === 'FS' && lagMinutes === 0;

function fastTrack(
  project: Project,
  { from, to, overlapMinutes, lagIn }: Extract<Change, { kind: 'fast_track' }>,
): Project {
  const fits = (link: Link) => link.from === from && link.to === to && canOverlap(link);
  if (!project.links.some(fits)) {
    throw missing(`no finish-to-start link without a lag from “${from}” to “${to}”`);
  }
  if (!(Number.isSafeInteger(overlapMinutes) && overlapMinutes > 0)) {
    throw missing('an overlap is a whole number of minutes above 0');
  }
  const links = project.links.map((link) =>
    fits(link) ? { ...link, lagMinutes: -overlapMinutes, lagIn } : link,
  );
  return { ...project, links };
}

function addCapacity(project: Project, id: string, units: number): Project {
  if (!project.roles.some((role) => role.id === id)) throw missing(`no role “${id}”`);
  if (!(Number.isSafeInteger(units) && units > 0)) throw missing('add at least one unit');
  const roles = project.roles.map((role) =>
    role.id === id ? { ...role, capacity: role.capacity + units } : role,
  );
  return { ...project, roles };
}

function switchWay(project: Project, id: string, wayId: string): Project {
  const way = taskOf(project, id).ways.find((each) => each.id === wayId);
  if (way === undefined) throw missing(`task “${id}” has no way “${wayId}”`);
  const tasks = project.tasks.map((task) => (task.id === id ? { ...task, ways: [way] } : task));
  return { ...project, tasks };
}

function cutScope(project: Project, id: string): Project {
  if (taskOf(project, id).kind === 'summary') throw missing(`“${id}” is a summary; cut its tasks`);
  const links = [...project.links.filter(({ from, to }) => from !== id && to !== id)];
  const known = new Set(links.map(linkKey));
  for (const bridge of bridges(project, id)) {
    if (!known.has(linkKey(bridge))) links.push(bridge);
  }
  const tasks = withoutEmptySummaries(
    project.tasks.filter((task) => task.id !== id),
    project,
  );
  const left = new Set(tasks.map((task) => task.id));
  const risen = links.filter(({ from, to }) => left.has(from) && left.has(to));
  return { ...project, tasks, links: risen };
}

const linkKey = ({ from, to, type }: Link): string => JSON.stringify([from, to, type]);

/** Only finish-to-start on both sides is handed on; other links end with the task. */
function bridges({ links }: Project, id: string): Link[] {
  const before = links.filter(({ to, type }) => to === id && type === 'FS');
  const after = links.filter(({ from, type }) => from === id && type === 'FS');
  if (before.length * after.length > MAX_BRIDGES) {
    throw new PlanwrightError('limit_exceeded', `too many links around “${id}”`, { task: id });
  }
  return before.flatMap((one) =>
    after.map((next): Link => {
      const same = one.lagIn === next.lagIn || one.lagMinutes === 0;
      const lagMinutes = next.lagMinutes + (same ? one.lagMinutes : 0);
      return { from: one.from, to: next.to, type: 'FS', lagMinutes, lagIn: next.lagIn };
    }),
  );
}

/** Summaries that had children and have none any more go too. */
function withoutEmptySummaries(tasks: readonly Task[], before: Project): readonly Task[] {
  const hadChildren = new Set(before.tasks.flatMap(({ parent }) => parent ?? []));
  let kept = tasks;
  for (;;) {
    const parents = new Set(kept.flatMap(({ parent }) => parent ?? []));
    const next = kept.filter(
      ({ id, kind }) => kind !== 'summary' || parents.has(id) || !hadChildren.has(id),
    );
    if (next.length === kept.length) return kept;
    kept = next;
  }
}

function taskOf(project: Project, id: string): Task {
  const task = project.tasks.find((each) => each.id === id);
  if (task === undefined) throw missing(`no task “${id}”`);
  return task;
}

function missing(message: string): PlanwrightError {
  return new PlanwrightError('INVALID_ARGUMENTS', `this change does not fit: ${message}`);
}
