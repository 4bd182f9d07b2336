// The problem laid out for the search: flat arrays, links both ways, an order in which every task
// comes after the ones it waits for. What cannot be scheduled is refused here, by its place.
import { AxisTable } from './axis-table.ts';
import { checkProblem, shortRole } from './limits.ts';
import { type Packing, packRoles } from './packing.ts';
import type { Problem, ProblemLink, ProblemTask, ProblemWay } from './problem.ts';
import { topologicalOrder } from './topological.ts';

export interface Model {
  readonly problem: Problem;
  readonly tasks: number;
  readonly packing: Packing;
  readonly axes: readonly AxisTable[];
  /** The ways of task t are firstWay[t] … firstWay[t + 1] - 1; a milestone has one of no length. */
  readonly firstWay: Int32Array;
  readonly duration: Int32Array;
  readonly wayAxis: Int32Array;
  readonly cost: Float64Array;
  /** What each way asks beside its task. */
  readonly wayRelease: Int32Array;
  readonly wayLeastFinish: Int32Array;
  /** packing.words numbers for each way. */
  readonly uses: Int32Array;
  readonly usesNothing: Uint8Array;
  /** The ways that fit at all: choice[firstChoice[t]] … of task t. */
  readonly firstChoice: Int32Array;
  readonly choice: Int32Array;
  /** Links by the task they end at, and by the one they begin at. */
  readonly into: LinkTable;
  readonly outOf: LinkTable;
  /** 1 where the bounds of the task depend on its way. */
  readonly boundByWay: Uint8Array;
  readonly order: Int32Array;
  /** Position of each task in that order. */
  readonly rank: Int32Array;
  /** No start before this: notBefore or the fixed start. */
  readonly release: Int32Array;
  readonly fixedTasks: Int32Array;
  readonly deadlineTasks: Int32Array;
}

/** Links of task t are first[t] … first[t + 1] - 1. */
export interface LinkTable {
  readonly first: Int32Array;
  readonly other: Int32Array;
  readonly kind: Uint8Array;
  readonly lag: Int32Array;
  /** Below 0 (`successorAxis`): that of the way in which the later task is done. */
  readonly axis: Int32Array;
}

/** Bit 0: bounds the finish of its end (else the start); bit 1: counts from the start of its
 * beginning (else from the finish). */
export const linkKind = { FS: 0, FF: 1, SS: 2, SF: 3 } as const;

export function buildModel(problem: Problem): Model {
  checkProblem(problem);
  const order = topologicalOrder(problem);
  const rank = new Int32Array(order.length);
  for (let at = 0; at < order.length; at += 1) rank[order[at] as number] = at;
  const packing = packRoles(problem);
  return {
    problem,
    tasks: problem.tasks.length,
    packing,
    axes: problem.axes.map((axis) => new AxisTable(axis)),
    ...layWays(problem, packing),
    ...layChoices(problem),
    into: layLinks(problem, 'to', 'from'),
    outOf: layLinks(problem, 'from', 'to'),
    boundByWay: markBoundByWay(problem),
    order,
    rank,
    release: Int32Array.from(problem.tasks, (task) =>
      Math.max(0, task.notBefore, task.fixedStart ?? 0),
    ),
    fixedTasks: pickTasks(problem, (task) => task.fixedStart !== null),
    deadlineTasks: pickTasks(problem, (task) => task.deadline !== null),
  };
}

function pickTasks(problem: Problem, wanted: (task: ProblemTask) => boolean): Int32Array {
  return Int32Array.from(problem.tasks.flatMap((task, index) => (wanted(task) ? [index] : [])));
}

type WayArrays = Pick<
  Model,
  | 'firstWay'
  | 'duration'
  | 'wayAxis'
  | 'cost'
  | 'wayRelease'
  | 'wayLeastFinish'
  | 'uses'
  | 'usesNothing'
>;

const milestoneWay: ProblemWay = { duration: 0, uses: [], axis: 0, cost: 0 };

function layWays(problem: Problem, packing: Packing): WayArrays {
  const firstWay = new Int32Array(problem.tasks.length + 1);
  const ways = problem.tasks.flatMap((task, index) => {
    const own = task.ways.length === 0 ? [milestoneWay] : task.ways;
    firstWay[index + 1] = (firstWay[index] as number) + own.length;
    return own;
  });
  const uses = new Int32Array(ways.length * packing.words);
  ways.forEach((way, index) => {
    if (way.duration > 0) packUses(way.uses, packing, uses, index * packing.words);
  });
  return {
    firstWay,
    duration: Int32Array.from(ways, (way) => way.duration),
    wayAxis: Int32Array.from(ways, (way) => way.axis),
    cost: Float64Array.from(ways, (way) => way.cost),
    wayRelease: Int32Array.from(ways, ({ notBefore = 0 }) => notBefore),
    wayLeastFinish: Int32Array.from(ways, ({ finishNotBefore = 0 }) => finishNotBefore),
    uses,
    usesNothing: Uint8Array.from(ways, (_, index) =>
      isZero(uses, index * packing.words, packing.words) ? 1 : 0,
    ),
  };
}

function layChoices(problem: Problem): Pick<Model, 'firstChoice' | 'choice'> {
  const firstChoice = new Int32Array(problem.tasks.length + 1);
  const choice: number[] = [];
  let way = 0;
  problem.tasks.forEach((task, index) => {
    if (task.ways.length === 0) choice.push(way++);
    for (const own of task.ways) {
      if (shortRole(problem, own) < 0) choice.push(way);
      way += 1;
    }
    firstChoice[index + 1] = choice.length;
  });
  return { firstChoice, choice: Int32Array.from(choice) };
}

function packUses(
  pairs: readonly (readonly [number, number])[],
  packing: Packing,
  into: Int32Array,
  at: number,
): void {
  for (const [role, units] of pairs) {
    const word = packing.word[role] as number;
    if (word < 0) continue;
    into[at + word] = (into[at + word] as number) + (units << (packing.shift[role] as number));
  }
}

function isZero(words: Int32Array, from: number, count: number): boolean {
  for (let at = from; at < from + count; at += 1) if (words[at] !== 0) return false;
  return true;
}

function markBoundByWay({ links, tasks }: Problem): Uint8Array {
  const marks = Uint8Array.from(tasks, ({ ways }) => (ways.some(hasOwnDate) ? 1 : 0));
  for (const { axis, lag, to } of links) if (axis < 0 && lag !== 0) marks[to] = 1;
  return marks;
}

export const hasOwnDate = ({ notBefore = 0, finishNotBefore = 0 }: ProblemWay): boolean =>
  notBefore > 0 || finishNotBefore > 0;

function layLinks(problem: Problem, by: 'from' | 'to', other: 'from' | 'to'): LinkTable {
  const { links } = problem;
  const first = new Int32Array(problem.tasks.length + 1);
  for (const link of links) first[link[by] + 1] = (first[link[by] + 1] as number) + 1;
  for (let at = 1; at < first.length; at += 1) {
    first[at] = (first[at] as number) + (first[at - 1] as number);
  }
  const next = first.slice();
  const sorted = new Array<ProblemLink>(links.length);
  for (const link of links) {
    const at = next[link[by]] as number;
    sorted[at] = link;
    next[link[by]] = at + 1;
  }
  return {
    first,
    other: Int32Array.from(sorted, (link) => link[other]),
    kind: Uint8Array.from(sorted, (link) => linkKind[link.type]),
    lag: Int32Array.from(sorted, (link) => link.lag),
    axis: Int32Array.from(sorted, (link) => link.axis),
  };
}
