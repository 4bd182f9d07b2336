// A project as flat arrays for the critical path: one node per leaf, instants as minutes from an
// origin that lies before everything, links grouped by both ends, a topological order.
import { PlanwrightError } from '../../base/errors.ts';
import { type LinkType, linkTypes, type Minute, type Project, type Task } from '../project.ts';
import type { WorkAxis } from '../solve/problem.ts';
import { alwaysAxis, workAxis } from '../time/axis.ts';
import { MINUTES_PER_DAY } from '../time/civil.ts';
import { type ChosenWay, Workforce } from './chosen-way.ts';
import { quoted } from './finding.ts';
import { buildHierarchy, type Hierarchy } from './hierarchy.ts';
import { type LeafLink, type LinkFault, toLeafLinks } from './leaf-links.ts';
import { MAX_AXES, MAX_INSTANT, MAX_WORK_MINUTES, requireSize, tooMany } from './limits.ts';
import { type Adjacency, findRings, groupBy, topologicalOrder } from './order.ts';

/** What is known about a task beside the plan. Instants that are given replace computed ones. */
export interface TaskFacts {
  /** Working minutes, or what remains of them. */
  readonly workMinutes?: number;
  readonly notBefore?: Minute;
  readonly started?: Minute;
  /** From when a started task's remaining work goes on. */
  readonly resumeAt?: Minute;
  readonly finished?: Minute;
}

/** A handover of a role from one task to the next; finish to start. */
export interface RoleLink {
  readonly from: string;
  readonly to: string;
  readonly role: string;
}

export interface NetworkOptions {
  readonly choose?: (task: Task) => ChosenWay | null;
  /** Default: the likely value of the estimate. */
  readonly minutesOf?: (task: Task, chosen: ChosenWay) => number;
  readonly facts?: ReadonlyMap<string, TaskFacts>;
  readonly roleLinks?: readonly RoleLink[];
}

export interface Network {
  readonly project: Project;
  readonly hierarchy: Hierarchy;
  readonly origin: Minute;
  /** Task index of each node, and back (−1 for summaries). */
  readonly taskOf: Int32Array;
  readonly nodeOf: Int32Array;
  readonly axes: readonly WorkAxis[];
  readonly axisOf: Int32Array;
  readonly work: Float64Array;
  /** Earliest start: the project's, notBefore, fixedStart. */
  readonly floor: Float64Array;
  /** Promised start and finish, ∞ when there is none. */
  readonly promisedStart: Float64Array;
  readonly promisedFinish: Float64Array;
  readonly deadline: number;
  /** What happened; NaN when it did not. */
  readonly started: Float64Array;
  readonly resumeAt: Float64Array;
  readonly finished: Float64Array;
  readonly links: NetworkLinks;
  readonly order: Int32Array;
  readonly rank: Int32Array;
}

export interface NetworkLinks {
  readonly from: Int32Array;
  readonly to: Int32Array;
  /** Index into linkTypes. */
  readonly type: Uint8Array;
  readonly lag: Float64Array;
  /** Index into axes; 0 is round the clock. */
  readonly axis: Int32Array;
  /** The role that is handed over, or null for a link of the plan. */
  readonly role: readonly (string | null)[];
  readonly into: Adjacency;
  readonly outOf: Adjacency;
}

/** A year, so that a promise which is missed by months still has a date on the calendar. */
const MARGIN_MINUTES = 366 * MINUTES_PER_DAY;
const FIRST_HORIZON = 2 * MARGIN_MINUTES;

export function buildNetwork(project: Project, options: NetworkOptions = {}): Network {
  requireSize(project);
  const hierarchy = buildHierarchy(project.tasks);
  requireTree(hierarchy);
  const origin = originOf(project, options);
  const nodes = numberLeaves(hierarchy);
  const axes = new AxisSet(new Workforce(project), origin);
  const arrays = fillNodes(project, nodes.taskOf, origin, axes, options);
  const countsOffice = project.links.some(({ lagIn }) => lagIn === 'office');
  const axisOf = { node: arrays.axisOf, office: countsOffice ? axes.indexFor(null) : 0 };
  const links = fillLinks(project, hierarchy, nodes.nodeOf, axisOf, options.roleLinks ?? []);
  const order = topologicalOrder(nodes.taskOf.length, links.from, links.to);
  if (order.length < nodes.taskOf.length) throw ringError(project, nodes.taskOf, links);
  const rank = new Int32Array(order.length);
  for (let place = 0; place < order.length; place += 1) rank[order[place] as number] = place;
  const deadline = project.deadline === undefined ? Infinity : project.deadline - origin;
  const common = { project, hierarchy, origin, deadline, links, order, rank };
  return { ...common, ...nodes, ...arrays, axes: axes.list };
}

function requireTree({ tasks, ringed, indexOf }: Hierarchy): void {
  const first = ringed[0];
  if (first !== undefined)
    throw bad(`task ${quoted(tasks[first]?.id ?? '')} is its own parent`, tasks[first]);
  for (const [index, task] of tasks.entries()) {
    if (indexOf.get(task.id) !== index) throw bad(`two tasks have the id ${quoted(task.id)}`, task);
    if (task.parent !== undefined && !indexOf.has(task.parent)) {
      throw bad(
        `task ${quoted(task.id)} belongs to ${quoted(task.parent)}, which does not exist`,
        task,
      );
    }
  }
}

function bad(message: string, task: Task | undefined): PlanwrightError {
  return new PlanwrightError('INVALID_ARGUMENTS', message, { task: task?.id ?? '' });
}

function originOf(project: Project, { facts }: NetworkOptions): Minute {
  let first = requireInstant(project.start, 'the project');
  const see = (minute: Minute | undefined, id: string) => {
    if (minute !== undefined) first = Math.min(first, requireInstant(minute, `task ${quoted(id)}`));
  };
  see(project.deadline, 'the project');
  for (const { id, notBefore, fixedStart, deadline } of project.tasks) {
    see(notBefore, id);
    see(fixedStart, id);
    see(deadline, id);
  }
  for (const [id, { started, finished }] of facts ?? []) {
    see(started, id);
    see(finished, id);
  }
  return first - MARGIN_MINUTES;
}

export function requireInstant(minute: Minute, place: string): Minute {
  if (Number.isInteger(minute) && Math.abs(minute) <= MAX_INSTANT) return minute;
  throw new PlanwrightError('INVALID_ARGUMENTS', `${place}: a date is out of range`, { place });
}

export function requireWork(minutes: number, id: string): number {
  const whole = Math.round(minutes);
  if (whole >= 0 && whole <= MAX_WORK_MINUTES) return whole;
  const message = `task ${quoted(id)}: a duration of ${minutes} minutes is out of range (0…${MAX_WORK_MINUTES})`;
  throw new PlanwrightError('INVALID_ARGUMENTS', message, { task: id });
}

function numberLeaves({ isLeaf }: Hierarchy) {
  const nodeOf = new Int32Array(isLeaf.length).fill(-1);
  const taskOf: number[] = [];
  for (let task = 0; task < isLeaf.length; task += 1) {
    if (isLeaf[task] === 1) nodeOf[task] = taskOf.push(task) - 1;
  }
  return { nodeOf, taskOf: Int32Array.from(taskOf) };
}

/** One axis for each set of calendars in use. */
class AxisSet {
  readonly list: WorkAxis[] = [alwaysAxis];
  readonly workforce: Workforce;
  private readonly origin: Minute;
  private readonly known = new Map<string, number>();

  constructor(workforce: Workforce, origin: Minute) {
    this.workforce = workforce;
    this.origin = origin;
  }

  indexFor(chosen: ChosenWay | null): number {
    const ids = this.workforce.calendarIds(chosen);
    const key = ids.length === 1 ? (ids[0] as string) : ids.join('\0');
    const known = this.known.get(key);
    if (known !== undefined) return known;
    if (this.known.size >= MAX_AXES) throw tooMany('calendar sets', this.known.size + 1, MAX_AXES);
    const calendars = ids.map((id) => this.workforce.calendar(id));
    const options = { origin: this.origin, tickMinutes: 1, horizonTicks: FIRST_HORIZON };
    const axis = workAxis(calendars, options);
    const index = axis.always ? 0 : this.list.push(axis) - 1;
    this.known.set(key, index);
    return index;
  }
}

function fillNodes(
  project: Project,
  taskOf: Int32Array,
  origin: Minute,
  axes: AxisSet,
  { choose, minutesOf, facts }: NetworkOptions,
) {
  const column = (fill: number) => new Float64Array(taskOf.length).fill(fill);
  const axisOf = new Int32Array(taskOf.length);
  const work = column(0);
  const floor = column(0);
  const [promisedStart, promisedFinish] = [column(Infinity), column(Infinity)];
  const [started, resumeAt, finished] = [
    column(Number.NaN),
    column(Number.NaN),
    column(Number.NaN),
  ];
  for (let node = 0; node < taskOf.length; node += 1) {
    const task = project.tasks[taskOf[node] as number] as Task;
    const chosen = choose === undefined ? axes.workforce.choose(task) : choose(task);
    const planned = chosen === null ? 0 : (minutesOf?.(task, chosen) ?? chosen.way.estimate.likely);
    const known = facts?.get(task.id);
    axisOf[node] = axes.indexFor(chosen);
    work[node] = requireWork(known?.workMinutes ?? planned, task.id);
    floor[node] = floorOf(project, task, known?.notBefore) - origin;
    if (task.fixedStart !== undefined && task.goesOn !== true)
      promisedStart[node] = task.fixedStart - origin;
    if (task.deadline !== undefined) promisedFinish[node] = task.deadline - origin;
    if (known?.started !== undefined) started[node] = known.started - origin;
    if (known?.resumeAt !== undefined) resumeAt[node] = known.resumeAt - origin;
    if (known?.finished !== undefined) finished[node] = known.finished - origin;
  }
  const happened = { started, resumeAt, finished };
  return { axisOf, work, floor, promisedStart, promisedFinish, ...happened };
}

export function floorOf(project: Project, task: Task, notBefore?: Minute): Minute {
  return Math.max(
    project.start,
    task.notBefore ?? project.start,
    task.fixedStart ?? project.start,
    notBefore ?? project.start,
  );
}

const faultText: Record<LinkFault, string> = {
  unknown_from: 'its first task does not exist',
  unknown_to: 'its second task does not exist',
  self: 'a task cannot wait for itself',
  own_summary: 'one of the tasks belongs to the other',
};

/** Of each node, and of the default calendar. */
interface LagAxes {
  readonly node: Int32Array;
  readonly office: number;
}

function fillLinks(
  project: Project,
  hierarchy: Hierarchy,
  nodeOf: Int32Array,
  axisOf: LagAxes,
  roleLinks: readonly RoleLink[],
): NetworkLinks {
  const { links, faults } = toLeafLinks(hierarchy, project.links);
  const first = faults[0];
  if (first !== undefined) {
    const { from, to } = project.links[first.origin] ?? { from: '', to: '' };
    const message = `the link ${quoted(from)} → ${quoted(to)}: ${faultText[first.fault]}`;
    throw new PlanwrightError('INVALID_ARGUMENTS', message, { from, to });
  }
  const all =
    roleLinks.length === 0
      ? links
      : links.concat(roleLinks.map((each) => asLeafLink(hierarchy, each)));
  const ends = fillEnds(all, nodeOf);
  return {
    ...ends,
    ...fillLags(all, ends.to, axisOf),
    role: all.map((_, index) => roleLinks[index - links.length]?.role ?? null),
    into: groupBy(axisOf.node.length, ends.to),
    outOf: groupBy(axisOf.node.length, ends.from),
  };
}

// Plain loops: these run over every link, and an iterator would cost more than the work.
function fillEnds(all: readonly LeafLink[], nodeOf: Int32Array) {
  const from = new Int32Array(all.length);
  const to = new Int32Array(all.length);
  for (let index = 0; index < all.length; index += 1) {
    const link = all[index] as LeafLink;
    from[index] = nodeOf[link.from] as number;
    to[index] = nodeOf[link.to] as number;
  }
  return { from, to };
}

function fillLags(all: readonly LeafLink[], to: Int32Array, { node, office }: LagAxes) {
  const type = new Uint8Array(all.length);
  const lag = new Float64Array(all.length);
  const axis = new Int32Array(all.length);
  for (let index = 0; index < all.length; index += 1) {
    const { link } = all[index] as LeafLink;
    type[index] = linkTypes.indexOf(link.type);
    lag[index] = requireLag(link.lagMinutes, link.from, link.to);
    if (link.lagIn === 'working') axis[index] = node[to[index] as number] as number;
    else if (link.lagIn === 'office') axis[index] = office;
  }
  return { type, lag, axis };
}

function asLeafLink({ indexOf }: Hierarchy, { from, to }: RoleLink): LeafLink {
  const link = { from, to, type: 'FS' as LinkType, lagMinutes: 0, lagIn: 'elapsed' as const };
  return { from: indexOf.get(from) as number, to: indexOf.get(to) as number, link, origin: -1 };
}

function requireLag(minutes: number, from: string, to: string): number {
  if (Number.isInteger(minutes) && Math.abs(minutes) <= MAX_WORK_MINUTES) return minutes;
  const message = `the link ${quoted(from)} → ${quoted(to)}: a lag of ${minutes} minutes is out of range`;
  throw new PlanwrightError('INVALID_ARGUMENTS', message, { from, to });
}

function ringError(project: Project, taskOf: Int32Array, links: NetworkLinks): PlanwrightError {
  const ring = findRings(taskOf.length, links.from, links.to)[0] ?? [];
  const ids = ring.map(
    (link) => project.tasks[taskOf[links.from[link] as number] as number]?.id ?? '',
  );
  const shown = ids.length > 12 ? [...ids.slice(0, 12), '…'] : ids;
  const message = `tasks wait for each other in a circle: ${[...shown, ids[0]].join(' → ')}`;
  return new PlanwrightError('INVALID_ARGUMENTS', message, { cycle: ids.slice(0, 100) });
}
