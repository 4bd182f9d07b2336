// Directed graphs in flat arrays: neighbors as slices, a topological order, the rings that prevent one.

/** The links of node i are items[offsets[i]] … items[offsets[i + 1] - 1]. */
export interface Adjacency {
  readonly offsets: Int32Array;
  readonly items: Int32Array;
}

/** Groups link numbers by one of their ends; within a node they keep their order. */
export function groupBy(count: number, ends: Int32Array): Adjacency {
  const offsets = new Int32Array(count + 1);
  for (const end of ends) offsets[end + 1] = (offsets[end + 1] as number) + 1;
  for (let i = 0; i < count; i += 1) {
    offsets[i + 1] = (offsets[i + 1] as number) + (offsets[i] as number);
  }
  const next = offsets.slice(0, count);
  const items = new Int32Array(ends.length);
  for (let link = 0; link < ends.length; link += 1) {
    const end = ends[link] as number;
    const place = next[end] as number;
    items[place] = link;
    next[end] = place + 1;
  }
  return { offsets, items };
}

/** Sources first, ties in the order given; shorter than `count` when there is a ring. */
export function topologicalOrder(count: number, from: Int32Array, to: Int32Array): Int32Array {
  const after = groupBy(count, from);
  const waiting = new Int32Array(count);
  for (const node of to) waiting[node] = (waiting[node] as number) + 1;
  const order = new Int32Array(count);
  let filled = 0;
  for (let node = 0; node < count; node += 1) if (waiting[node] === 0) order[filled++] = node;
  for (let head = 0; head < filled; head += 1) {
    const node = order[head] as number;
    const end = after.offsets[node + 1] as number;
    for (let at = after.offsets[node] as number; at < end; at += 1) {
      const next = to[after.items[at] as number] as number;
      waiting[next] = (waiting[next] as number) - 1;
      if (waiting[next] === 0) order[filled++] = next;
    }
  }
  return order.subarray(0, filled);
}

/** One ring for each knot of nodes that wait for each other: link numbers in order, the shortest
 * one through the knot's first node. */
export function findRings(count: number, from: Int32Array, to: Int32Array): number[][] {
  if (topologicalOrder(count, from, to).length === count) return [];
  const after = groupBy(count, from);
  const knots = knotOf(count, after, to);
  const size = new Int32Array(count);
  for (const knot of knots) size[knot] = (size[knot] as number) + 1;
  const rings: number[][] = [];
  const done = new Set<number>();
  for (let node = 0; node < count; node += 1) {
    const knot = knots[node] as number;
    if (done.has(knot) || ((size[knot] as number) < 2 && !hasSelfLink(node, after, to))) continue;
    done.add(knot);
    rings.push(shortestRing(node, knots, after, from, to));
  }
  return rings;
}

function hasSelfLink(node: number, after: Adjacency, to: Int32Array): boolean {
  const links = after.items.subarray(after.offsets[node], after.offsets[node + 1]);
  return links.some((link) => to[link] === node);
}

/** Breadth first inside the knot, back to where it began. */
function shortestRing(
  start: number,
  knots: Int32Array,
  after: Adjacency,
  from: Int32Array,
  to: Int32Array,
): number[] {
  const cameBy = new Map<number, number>();
  const queue = [start];
  for (const node of queue) {
    const end = after.offsets[node + 1] as number;
    for (let at = after.offsets[node] as number; at < end; at += 1) {
      const link = after.items[at] as number;
      const next = to[link] as number;
      if (next === start) return [...pathBack(node, start, cameBy, from), link];
      if (knots[next] !== knots[start] || cameBy.has(next)) continue;
      cameBy.set(next, link);
      queue.push(next);
    }
  }
  return [];
}

function pathBack(
  node: number,
  start: number,
  cameBy: ReadonlyMap<number, number>,
  from: Int32Array,
): number[] {
  const path: number[] = [];
  for (let at = node; at !== start; ) {
    const link = cameBy.get(at) as number;
    path.push(link);
    at = from[link] as number;
  }
  return path.reverse();
}

/** Strongly connected components (Tarjan), without recursion; each node's component number. */
function knotOf(count: number, after: Adjacency, to: Int32Array): Int32Array {
  const knots = new Int32Array(count).fill(-1);
  const seen = new Int32Array(count).fill(-1);
  const low = new Int32Array(count);
  const cursor = after.offsets.slice(0, count);
  const path: number[] = [];
  const open: number[] = [];
  let clock = 0;
  let knot = 0;
  const enter = (node: number) => {
    seen[node] = clock;
    low[node] = clock;
    clock += 1;
    path.push(node);
    open.push(node);
  };
  const close = (node: number) => {
    for (let last = -1; last !== node; ) {
      last = open.pop() as number;
      knots[last] = knot;
    }
    knot += 1;
  };
  const lower = (node: number, value: number) => {
    if (value < (low[node] as number)) low[node] = value;
  };
  for (let root = 0; root < count; root += 1) {
    if (seen[root] !== -1) continue;
    enter(root);
    while (path.length > 0) {
      const node = path[path.length - 1] as number;
      const at = cursor[node] as number;
      if (at < (after.offsets[node + 1] as number)) {
        cursor[node] = at + 1;
        const next = to[after.items[at] as number] as number;
        if (seen[next] === -1) enter(next);
        else if (knots[next] === -1) lower(node, seen[next] as number);
        continue;
      }
      path.pop();
      if (low[node] === seen[node]) close(node);
      const above = path.at(-1);
      if (above !== undefined) lower(above, low[node] as number);
    }
  }
  return knots;
}
