// A problem is plain when each task has one way, nothing runs on a calendar and no date is fixed.
// Then every link is a finish-to-start link with a lag, time can be turned around, and free units
// fit into a dense array: the search is several times faster.
import type { Model } from './model.ts';
import { type Sides, type SketchLink, sketchLinks, toSides } from './sketch.ts';

export interface Plain {
  readonly tasks: number;
  readonly duration: Int32Array;
  readonly words: number;
  readonly uses: Int32Array;
  readonly guard: Int32Array;
  readonly full: Int32Array;
  readonly sides: Sides;
  /** No schedule is longer. */
  readonly horizon: number;
}

/** Beyond these a dense array costs more than steps do. */
const maxHorizon = 1 << 18;
const maxMeanDuration = 128;

export function toPlain(model: Model): Plain | undefined {
  if (!hasPlainTasks(model)) return undefined;
  const releases = releaseLinks(model);
  // A task of no length stands for the start when somebody has to wait from there.
  const tasks = model.tasks + (releases.length > 0 ? 1 : 0);
  const { duration, uses } = layTasks(model, tasks);
  const links = [...sketchLinks(model, duration), ...releases];
  const horizon = horizonOf(duration, links);
  if (horizon > maxHorizon || horizon > maxMeanDuration * tasks) return undefined;
  const order = new Int32Array(tasks).fill(model.tasks);
  order.set(model.order, tasks - model.tasks);
  const { full, guard, words } = model.packing;
  return { tasks, duration, words, uses, guard, full, sides: toSides(links, order), horizon };
}

function layTasks(model: Model, tasks: number): Pick<Plain, 'duration' | 'uses'> {
  const { words } = model.packing;
  const duration = new Int32Array(tasks);
  const uses = new Int32Array(tasks * words);
  for (let task = 0; task < model.tasks; task += 1) {
    const way = model.choice[model.firstChoice[task] as number] as number;
    duration[task] = model.duration[way] as number;
    uses.set(model.uses.subarray(way * words, (way + 1) * words), task * words);
  }
  return { duration, uses };
}

function hasPlainTasks(model: Model): boolean {
  if (model.fixedTasks.length > 0 || model.boundByWay.includes(1)) return false;
  return model.choice.length === model.tasks && model.axes.every(({ always }) => always);
}

/** A not-before date is a link from the start. */
function releaseLinks(model: Model): SketchLink[] {
  const links: SketchLink[] = [];
  for (let task = 0; task < model.tasks; task += 1) {
    const lag = model.release[task] as number;
    if (lag > 0) links.push({ from: model.tasks, to: task, lag });
  }
  return links;
}

function horizonOf(duration: Int32Array, links: readonly SketchLink[]): number {
  let horizon = 1;
  for (const ticks of duration) horizon += ticks;
  for (const { lag } of links) horizon += Math.max(0, lag);
  return horizon;
}
