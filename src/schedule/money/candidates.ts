// Changes worth trying, the most promising first. Those that save time look at the chain that
// decides the end; those that save money look at every task.
import { isAble } from '../able.ts';
import { criticalChain } from '../graph/critical-chain.ts';
import type { PathStep } from '../graph/critical-path.ts';
import type { Placed, Project, Role, Task, Way } from '../project.ts';
import type { Risk } from '../simulate/risk.ts';
import { finishAt, workAt } from '../simulate/work-time.ts';
import { type Assignment, assignmentsOf, scheduledMinutes, workedBetween } from './assignments.ts';
import { type Change, canOverlap } from './change.ts';

export interface Candidate {
  readonly change: Change;
  readonly text: string;
  readonly addedRisk: Risk | null;
  /** What the price rests on. */
  readonly assumption: string;
  /** Money beside what the changed schedule costs by itself, in the project's currency. */
  readonly extraCost: (changed: Project, placed: readonly Placed[]) => number;
}

/** How much of the first task the second one may overlap. */
const OVERLAP_SHARE = 0.3;
/** How often the overlap is paid back, in part, by rework. */
const REWORK_PROBABILITY = 0.3;

/** Letters of a name inside a sentence. */
const MAX_NAME = 60;

const nothing = (): number => 0;

export interface Aim {
  /** What is late: a task, or null for the project as a whole. */
  readonly late: { readonly task: string | null } | null;
  readonly dear: boolean;
  /** Nobody can be added to a role. */
  readonly keepsRoles?: boolean;
  /** Tasks that must not begin before what they wait for is over. */
  readonly notEarly?: readonly string[];
}

export function candidates(
  project: Project,
  placed: readonly Placed[],
  aim: Aim,
): readonly Candidate[] {
  const found: Candidate[] = [];
  const assignments = assignmentsOf(project, placed);
  if (aim.late !== null) {
    const chain = chainTo(aim.late.task, project, placed, assignments);
    const more = aim.keepsRoles === true ? [] : capacities(project, chain);
    found.push(
      ...more.map(([least]) => least),
      ...ways(assignments, chain),
      ...overlaps(project, assignments, chain, new Set(aim.notEarly)),
      ...cuts(project, new Set(chain.map(({ id }) => id))),
      ...more.flatMap(([, ...larger]) => larger),
    );
  }
  if (aim.dear) found.push(...cheaperWays(project, assignments), ...cuts(project, null));
  const seen = new Set<string>();
  return found.filter(({ change }) => {
    const key = JSON.stringify(change);
    return !seen.has(key) && seen.add(key);
  });
}

/** The tasks that decide the end, each waiting for the one before by a link or for its role. */
function chainTo(
  task: string | null,
  project: Project,
  placed: readonly Placed[],
  assignments: readonly Assignment[],
): readonly PathStep[] {
  const minutes = new Map(assignments.map((each) => [each.task.id, scheduledMinutes(each)]));
  const minutesOf = ({ id }: Task): number => minutes.get(id) ?? 0;
  return criticalChain(project, placed, { minutesOf }).path(task ?? undefined);
}

/** More units of each role that the chain waits for, most waited for first; the fewest first. */
function capacities(
  project: Project,
  chain: readonly PathStep[],
): (readonly [Candidate, ...Candidate[]])[] {
  const waits = new Map<string, number>();
  for (const { role } of chain) if (role !== null) waits.set(role, (waits.get(role) ?? 0) + 1);
  return [...waits]
    .toSorted((a, b) => b[1] - a[1])
    .flatMap(([id]) => project.roles.find((role) => role.id === id) ?? [])
    .map((role) => {
      const larger = [2, 3, 4, role.capacity].filter((units, at) => at < 3 || units > 4);
      return [moreOf(role, 1), ...larger.map((units) => moreOf(role, units))];
    });
}

const moreOf = (role: Role, units: number): Candidate => ({
  change: { kind: 'add_capacity', role: role.id, units },
  text: `Add ${units === 1 ? 'one' : units} to the role “${shortName(role.id)}”.`,
  addedRisk: null,
  assumption: 'At most: paid for all working hours from the first to the last task of the role.',
  extraCost: (changed, placed) => units * retainer(role, changed, placed),
});

/** Long names leave room for the end of the sentence. */
function shortName(name: string): string {
  const letters = [...name];
  return letters.length <= MAX_NAME ? name : `${letters.slice(0, MAX_NAME - 1).join('')}…`;
}

/** The rate over all working hours between the first and the last task of the role. */
function retainer(role: Role, project: Project, placed: readonly Placed[]): number {
  const own = assignmentsOf(project, placed).filter(({ roles }) =>
    roles.some((use) => use.role.id === role.id),
  );
  const [first] = own;
  if (first === undefined) return 0;
  const from = own.reduce((least, { start }) => Math.min(least, start), first.start);
  const to = own.reduce((most, { finish }) => Math.max(most, finish), first.finish);
  const minutes = own.reduce((most, each) => Math.max(most, workedBetween(each, from, to)), 0);
  return (minutes / 60) * (role.ratePerHour ?? 0);
}

function ways(assignments: readonly Assignment[], chain: readonly PathStep[]): Candidate[] {
  const critical = new Set(chain.map(({ id }) => id));
  return otherWays(assignments, ({ id }) => critical.has(id))
    .filter(({ from, to }) => to.estimate.likely < from.estimate.likely)
    .map(({ task, to }) => switchTo(task, to, 'faster'));
}

function cheaperWays(project: Project, assignments: readonly Assignment[]): Candidate[] {
  return otherWays(assignments, () => true)
    .map((pair) => ({ ...pair, saving: wayCost(project, pair.from) - wayCost(project, pair.to) }))
    .filter(({ saving }) => saving > 0)
    .toSorted((a, b) => b.saving - a.saving)
    .map(({ task, to }) => switchTo(task, to, 'cheaper'));
}

function otherWays(assignments: readonly Assignment[], wanted: (task: Task) => boolean) {
  return assignments.flatMap(({ task, way }) =>
    wanted(task)
      ? task.ways.filter(({ id }) => id !== way.id).map((to) => ({ task, from: way, to }))
      : [],
  );
}

const switchTo = (task: Task, way: Way, how: 'faster' | 'cheaper'): Candidate => ({
  change: { kind: 'switch_way', task: task.id, way: way.id },
  text: `Do “${shortName(task.name)}” the ${how} way: “${shortName(way.id)}”.`,
  addedRisk: null,
  assumption: 'Price and gain are those of the way’s own estimate.',
  extraCost: nothing,
});

function wayCost(project: Project, way: Way): number {
  const perHour = way.uses.reduce((sum, use) => {
    const role = project.roles.find((each) =>
      'role' in use ? each.id === use.role : isAble(each, use),
    );
    return sum + use.units * (role?.ratePerHour ?? 0);
  }, 0);
  return (way.estimate.likely / 60) * perHour + (way.fixedCost?.likely ?? 0);
}

/** Finish-to-start links along the chain without a wait or an overlap, the longest first task first.
 * A milestone says that what is before it is done, so nothing overlaps with it. */
function overlaps(
  project: Project,
  assignments: readonly Assignment[],
  chain: readonly PathStep[],
  notEarly: ReadonlySet<string>,
): Candidate[] {
  const works = new Map(assignments.map((each) => [each.task.id, each]));
  const names = new Map(project.tasks.map(({ id, name }) => [id, name]));
  const linked = chain.flatMap(({ id: task, role }, index) => {
    const before = chain[index - 1]?.id;
    if (role !== null || before === undefined || notEarly.has(task)) return [];
    const link = project.links.find(
      (each) => each.from === before && each.to === task && canOverlap(each),
    );
    const [first, second] = [works.get(before), works.get(task)];
    if (link === undefined || first === undefined || second === undefined) return [];
    const overlap = overlapOf(first, second);
    return overlap.overlapMinutes > 0 ? [{ from: before, to: task, ...overlap }] : [];
  });
  return linked
    .toSorted((a, b) => b.overlapMinutes - a.overlapMinutes)
    .map(({ from, to, overlapMinutes, lagIn }): Candidate => {
      const [first, second] = [from, to].map((id) => shortName(names.get(id) ?? id));
      return {
        change: { kind: 'fast_track', from, to, overlapMinutes, lagIn },
        text: `Begin “${second}” before “${first}” has finished (${OVERLAP_SHARE * 100}% overlap).`,
        addedRisk: reworkRisk(assignments, to),
        assumption: `In ${REWORK_PROBABILITY * 100}% of cases up to a third of it is done again.`,
        extraCost: nothing,
      };
    });
}

/** The last part of the first task's work; nights and weekends are none. Where the second one has
 * other hours, that part is told by the clock. */
function overlapOf(
  first: Assignment,
  second: Assignment,
): Pick<Extract<Change, { kind: 'fast_track' }>, 'overlapMinutes' | 'lagIn'> {
  const part = Math.floor(scheduledMinutes(first) * OVERLAP_SHARE);
  if (first.axis === second.axis) return { overlapMinutes: part, lagIn: 'working' };
  const { axis, origin } = first;
  const end = first.finish - origin;
  const from = finishAt(axis, workAt(axis, end) - part);
  return { overlapMinutes: part === 0 ? 0 : end - from, lagIn: 'elapsed' };
}

function reworkRisk(assignments: readonly Assignment[], task: string): Risk | null {
  const own = assignments.find((each) => each.task.id === task);
  if (own === undefined) return null;
  const minutes = own.way.estimate.likely;
  return {
    id: `rework:${task}`,
    probability: REWORK_PROBABILITY,
    delayMinutes: { low: 0, likely: Math.round(minutes * 0.1), high: Math.round(minutes / 3) },
    tasks: [task],
  };
}

/** Optional tasks, and ends that are worth something: the least worth first. The last one stays. */
function cuts(project: Project, within: ReadonlySet<string> | null): Candidate[] {
  if (project.tasks.filter(({ kind }) => kind === 'task').length < 2) return [];
  const followed = new Set(project.links.map(({ from }) => from));
  return project.tasks
    .filter(
      ({ id, kind, optional, value }) =>
        kind === 'task' &&
        (optional === true || (value !== undefined && !followed.has(id))) &&
        (within === null || within.has(id)),
    )
    .toSorted((a, b) => (a.value ?? 0) - (b.value ?? 0))
    .map(({ id, name }) => ({
      change: { kind: 'cut_scope', task: id },
      text: `Leave out “${shortName(name)}”.`,
      addedRisk: null,
      assumption: 'What waited for it waits for what it waited for.',
      extraCost: nothing,
    }));
}
