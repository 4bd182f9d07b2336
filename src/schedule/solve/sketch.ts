// The links of a problem as finish-to-start links with a lag, seen forward and turned around in
// time. Exact when all tasks have one way and one axis; otherwise an estimate that is good enough
// for priorities, and always right about what must come first.
import { type LinkTable, linkKind, type Model } from './model.ts';

export interface Side {
  /** Predecessors of task t are other[first[t]] … other[first[t + 1] - 1]. */
  readonly first: Int32Array;
  readonly other: Int32Array;
  readonly lag: Int32Array;
  /** A topological order. */
  readonly order: Int32Array;
  /** A lag below 0 can let a task start before its predecessor has finished. */
  readonly disorderly: boolean;
}

/** Forward in time, and turned around. */
export type Sides = readonly [Side, Side];

export interface SketchLink {
  readonly from: number;
  readonly to: number;
  readonly lag: number;
}

export function sketchLinks(model: Model, duration: Int32Array): SketchLink[] {
  const links: SketchLink[] = [];
  for (let task = 0; task < model.tasks; task += 1) addLinks(model.into, task, duration, links);
  return links;
}

function addLinks(into: LinkTable, task: number, duration: Int32Array, links: SketchLink[]): void {
  for (let at = into.first[task] as number; at < (into.first[task + 1] as number); at += 1) {
    const from = into.other[at] as number;
    const kind = into.kind[at] as number;
    let lag = into.lag[at] as number;
    if ((kind & linkKind.SS) !== 0) lag -= duration[from] as number;
    if ((kind & linkKind.FF) !== 0) lag -= duration[task] as number;
    links.push({ from, to: task, lag });
  }
}

export function toSides(links: readonly SketchLink[], order: Int32Array): Sides {
  return [toSide(links, order, 'to', 'from'), toSide(links, order.slice().reverse(), 'from', 'to')];
}

function toSide(
  links: readonly SketchLink[],
  order: Int32Array,
  by: 'from' | 'to',
  other: 'from' | 'to',
): Side {
  const sorted = links.toSorted((a, b) => a[by] - b[by]);
  const first = new Int32Array(order.length + 1);
  for (const link of sorted) first[link[by] + 1] = (first[link[by] + 1] as number) + 1;
  for (let at = 1; at < first.length; at += 1) {
    first[at] = (first[at] as number) + (first[at - 1] as number);
  }
  return {
    first,
    other: Int32Array.from(sorted, (link) => link[other]),
    lag: Int32Array.from(sorted, (link) => link.lag),
    order,
    disorderly: sorted.some((link) => link.lag < 0),
  };
}

/** Ticks from the start of each task to the end of everything after it, without capacities. */
export function tails(sides: Sides, side: 0 | 1, duration: Int32Array): Float64Array {
  const { first, lag, order, other } = sides[side === 0 ? 1 : 0];
  const tail = new Float64Array(order.length);
  for (const task of order) {
    let rest = 0;
    for (let link = first[task] as number; link < (first[task + 1] as number); link += 1) {
      rest = Math.max(rest, (tail[other[link] as number] as number) + (lag[link] as number));
    }
    tail[task] = rest + (duration[task] as number);
  }
  return tail;
}
