// Sorts tasks by a key and keeps the order topological: no task comes before one it waits for.
import type { Side } from './sketch.ts';

/** The keys are raised where a predecessor has a larger one. */
export function sortByKey(side: Side, key: Float64Array, into: Int32Array): void {
  const { first, order, other } = side;
  const place = new Int32Array(order.length);
  for (let at = 0; at < order.length; at += 1) {
    const task = order[at] as number;
    place[task] = at;
    for (let link = first[task] as number; link < (first[task + 1] as number); link += 1) {
      const before = key[other[link] as number] as number;
      if (before > (key[task] as number)) key[task] = before;
    }
  }
  into.set(order);
  into.sort(
    (a, b) =>
      (key[a] as number) - (key[b] as number) || (place[a] as number) - (place[b] as number),
  );
}
