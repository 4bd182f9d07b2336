// How short a schedule can be at best: the longest chain, and for each role the work it has to do
// between the earliest start and the shortest rest of those who need it.
import type { AxisTable } from './axis-table.ts';
import { lagForward } from './lag.ts';
import type { Model } from './model.ts';
import type { Plain } from './plain.ts';
import { tails } from './sketch.ts';

export function plainBound(plain: Plain, model: Model): number {
  const head = tails(plain.sides, 1, plain.duration).map(
    (ticks, task) => ticks - (plain.duration[task] as number),
  );
  const tail = tails(plain.sides, 0, plain.duration).map(
    (ticks, task) => ticks - (plain.duration[task] as number),
  );
  let bound = 0;
  for (let task = 0; task < plain.tasks; task += 1) {
    const through = (head[task] as number) + (plain.duration[task] as number);
    bound = Math.max(bound, through + (tail[task] as number));
  }
  return Math.max(bound, roleBound(plain, model, head, tail));
}

function roleBound(plain: Plain, model: Model, head: Float64Array, tail: Float64Array): number {
  const { capacity, tasks } = model.problem;
  const work = new Float64Array(capacity.length);
  const least = new Float64Array(capacity.length).fill(Number.POSITIVE_INFINITY);
  const rest = new Float64Array(capacity.length).fill(Number.POSITIVE_INFINITY);
  tasks.forEach((_, task) => {
    if (plain.duration[task] === 0) return;
    for (const [role, units] of chosenUses(model, task)) {
      work[role] = (work[role] as number) + units * (plain.duration[task] as number);
      least[role] = Math.min(least[role] as number, head[task] as number);
      rest[role] = Math.min(rest[role] as number, tail[task] as number);
    }
  });
  return capacity.reduce((bound, units, role) => {
    if (work[role] === 0) return bound;
    const ticks = Math.ceil((work[role] as number) / units);
    return Math.max(bound, (least[role] as number) + ticks + (rest[role] as number));
  }, 0);
}

function chosenUses(model: Model, task: number): readonly (readonly [number, number])[] {
  const way = model.choice[model.firstChoice[task] as number] as number;
  return model.problem.tasks[task]?.ways[way - (model.firstWay[task] as number)]?.uses ?? [];
}

/** Without capacities, every task its quickest way from the earliest instant its links allow. */
export function chainBound(model: Model): number {
  const start = new Float64Array(model.tasks);
  const finish = new Float64Array(model.tasks);
  let bound = 0;
  for (const task of model.order) {
    const { byFinish, byStart } = linkBounds(model, task, start, finish);
    start[task] = byStart;
    finish[task] = Math.max(byFinish, quickestFinish(model, task, byStart));
    bound = Math.max(bound, finish[task] as number);
  }
  return bound;
}

function linkBounds(
  model: Model,
  task: number,
  start: Float64Array,
  finish: Float64Array,
): { byStart: number; byFinish: number } {
  const { into } = model;
  let byStart = model.release[task] as number;
  let byFinish = 0;
  for (let link = into.first[task] as number; link < (into.first[task + 1] as number); link += 1) {
    const kind = into.kind[link] as number;
    const other = into.other[link] as number;
    const from = ((kind & 2) === 0 ? finish[other] : start[other]) as number;
    const bound = leastLag(model, task, into.axis[link] as number, from, into.lag[link] as number);
    if ((kind & 1) === 0) byStart = Math.max(byStart, bound);
    else byFinish = Math.max(byFinish, bound);
  }
  return { byStart, byFinish };
}

/** On the axis of the link, or of the way on which the lag is over first. */
function leastLag(model: Model, task: number, axis: number, from: number, lag: number): number {
  const { axes, choice, firstChoice, wayAxis } = model;
  if (axis >= 0) return lagForward(axes[axis] as AxisTable, from, lag);
  const ways = choice.subarray(firstChoice[task], firstChoice[task + 1]);
  return ways.reduce((least, way) => {
    const own = axes[wayAxis[way] as number] as AxisTable;
    return Math.min(least, lagForward(own, from, lag));
  }, Number.POSITIVE_INFINITY);
}

function quickestFinish(model: Model, task: number, from: number): number {
  let quickest = Number.POSITIVE_INFINITY;
  const last = model.firstChoice[task + 1] as number;
  for (let at = model.firstChoice[task] as number; at < last; at += 1) {
    const way = model.choice[at] as number;
    const duration = model.duration[way] as number;
    const axis = model.axes[model.wayAxis[way] as number] as AxisTable;
    const finish = duration === 0 ? from : axis.tickOf(axis.workBefore(from) + duration - 1) + 1;
    quickest = Math.min(quickest, finish);
  }
  return quickest;
}

/** The least that all tasks together can cost. */
export function costBound(model: Model): number {
  let sum = 0;
  for (let task = 0; task < model.tasks; task += 1) {
    const from = model.firstChoice[task] as number;
    const costs = model.choice.subarray(from, model.firstChoice[task + 1] as number);
    sum += Math.min(...Array.from(costs, (way) => model.cost[way] as number));
  }
  return sum;
}
