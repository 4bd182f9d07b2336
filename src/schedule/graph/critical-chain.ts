// The critical chain: the critical path of a levelled schedule, in which a task also waits for the
// units of a role that another one holds. Who hands over to whom is read off the placement.
import type { Placed, Project, Task } from '../project.ts';
import { type ChosenWay, type RoleUse, Workforce } from './chosen-way.ts';
import { CriticalPath } from './critical-path.ts';
import { GrowingOrder } from './growing-order.ts';
import { buildHierarchy } from './hierarchy.ts';
import { toLeafLinks } from './leaf-links.ts';
import { requireSize } from './limits.ts';
import { buildNetwork, type NetworkOptions, type RoleLink, type TaskFacts } from './network.ts';

/** Floats and chain with respect to this placement: no task is earlier than it was placed. */
export function criticalChain(
  project: Project,
  placed: readonly Placed[],
  options: Omit<NetworkOptions, 'roleLinks'> = {},
): CriticalPath {
  requireSize(project);
  const workforce = new Workforce(project);
  const places = new Map(placed.map((place) => [place.id, place]));
  const choose =
    options.choose ??
    ((task: Task) => {
      const place = places.get(task.id);
      return workforce.choose(task, place?.way, place?.uses);
    });
  const facts = new Map<string, TaskFacts>();
  for (const { id, start } of placed) {
    const known = options.facts?.get(id);
    facts.set(id, { ...known, notBefore: Math.max(start, known?.notBefore ?? start) });
  }
  const roleLinks = handovers(project, places, choose);
  return new CriticalPath(buildNetwork(project, { ...options, choose, facts, roleLinks }));
}

/** Units of a role that one task has given back. */
interface FreeUnits {
  readonly since: number;
  readonly user: string | null;
  readonly units: number;
}

/** Which task hands units of which role to which task, as few and as loosely as possible. */
export function handovers(
  project: Project,
  places: ReadonlyMap<string, Placed>,
  choose: (task: Task) => ChosenWay | null,
): RoleLink[] {
  const order = linkedOrder(project, places);
  const pools = new Map<string, FreeUnits[]>();
  for (const { id, capacity } of project.roles) {
    pools.set(id, [{ since: -Infinity, user: null, units: capacity }]);
  }
  const links: RoleLink[] = [];
  for (const { place, uses } of workInOrder(project, places, choose)) {
    for (const { role, units } of uses) {
      const pool = pools.get(role) ?? [];
      for (const user of takeUnits(pool, place.start, units, order.linkedTo(place.id))) {
        if (order.takes(user, place.id)) links.push({ from: user, to: place.id, role });
      }
      pool.push({ since: place.finish, user: place.id, units });
    }
  }
  return links;
}

interface PlacedWork {
  readonly place: Placed;
  readonly uses: readonly RoleUse[];
}

function workInOrder(
  project: Project,
  places: ReadonlyMap<string, Placed>,
  choose: (task: Task) => ChosenWay | null,
): PlacedWork[] {
  const works = project.tasks.flatMap((task): PlacedWork[] => {
    const place = places.get(task.id);
    const uses = choose(task)?.uses ?? [];
    return place === undefined || place.finish <= place.start || uses.length === 0
      ? []
      : [{ place, uses }];
  });
  return works.sort((a, b) => a.place.start - b.place.start || a.place.finish - b.place.finish);
}

/** Takes from those it waits for anyway, then from those that have been free the longest. Fewer than
 * asked are found when work of others pauses meanwhile; those hand nothing over. */
function takeUnits(
  pool: FreeUnits[],
  start: number,
  wanted: number,
  linked: ReadonlySet<string>,
): string[] {
  const isLinked = ({ user }: FreeUnits) => user !== null && linked.has(user);
  const free = pool.filter(({ since }) => since <= start);
  free.sort((a, b) => Number(isLinked(b)) - Number(isLinked(a)) || a.since - b.since);
  const users: string[] = [];
  let missing = wanted;
  for (const entry of free) {
    if (missing === 0) break;
    const taken = Math.min(missing, entry.units);
    missing -= taken;
    if (entry.user !== null && taken > 0 && !isLinked(entry)) users.push(entry.user);
    const rest = { ...entry, units: entry.units - taken };
    pool.splice(pool.indexOf(entry), 1, ...(rest.units > 0 ? [rest] : []));
  }
  return users;
}

/** Nearly all links and handovers go ahead in time. */
function byTime({ tasks }: Project, places: ReadonlyMap<string, Placed>): number[] {
  const at = (index: number) => places.get(tasks[index]?.id ?? '') ?? { start: 0, finish: 0 };
  return tasks
    .map((_, index) => index)
    .sort((a, b) => at(a).start - at(b).start || at(a).finish - at(b).finish || a - b);
}

/** The plan's own links, and handovers as long as they close no ring with them. */
function linkedOrder(project: Project, places: ReadonlyMap<string, Placed>) {
  const hierarchy = buildHierarchy(project.tasks);
  const order = new GrowingOrder(project.tasks.length, undefined, byTime(project, places));
  const into = new Map<number, Set<string>>();
  const { links } = toLeafLinks(hierarchy, project.links);
  for (const { from, to, link } of links) {
    if (order.add(from, to) !== null || link.type !== 'FS' || link.lagMinutes < 0) continue;
    const known = into.get(to) ?? new Set();
    into.set(to, known.add(project.tasks[from]?.id ?? ''));
  }
  const none: ReadonlySet<string> = new Set();
  const index = (id: string) => hierarchy.indexOf.get(id) ?? -1;
  return {
    linkedTo: (id: string) => into.get(index(id)) ?? none,
    takes: (from: string, to: string) => order.add(index(from), index(to)) === null,
  };
}
