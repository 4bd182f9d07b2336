// The task graph: order, and the name of a cycle when there is no order.
export interface Link {
  readonly from: string;
  readonly to: string;
  /** Working hours that must pass between the end of `from` and the start of `to`. */
  readonly lagHours: number;
}

export type Order =
  | { readonly kind: 'ordered'; readonly ids: readonly string[] }
  | { readonly kind: 'cycle'; readonly ids: readonly string[] }
  | { readonly kind: 'unknown'; readonly ids: readonly string[] };

/** Kahn's algorithm; ties keep the given order, so the same input gives the same schedule. */
export function topologicalOrder(ids: readonly string[], links: readonly Link[]): Order {
  const known = new Set(ids);
  const strangers = links.flatMap((l) => [l.from, l.to]).filter((id) => !known.has(id));
  if (strangers.length > 0) return { kind: 'unknown', ids: [...new Set(strangers)] };
  const after = successorsOf(ids, links);
  const waiting = new Map(ids.map((id) => [id, 0]));
  for (const link of links) waiting.set(link.to, (waiting.get(link.to) ?? 0) + 1);
  const queue = ids.filter((id) => waiting.get(id) === 0);
  for (let head = 0; head < queue.length; head += 1) {
    for (const next of after.get(queue[head] ?? '') ?? []) {
      const left = (waiting.get(next) ?? 0) - 1;
      waiting.set(next, left);
      if (left === 0) queue.push(next);
    }
  }
  if (queue.length === ids.length) return { kind: 'ordered', ids: queue };
  return { kind: 'cycle', ids: findCycle(after, new Set(queue)) };
}

function successorsOf(ids: readonly string[], links: readonly Link[]): Map<string, string[]> {
  const after = new Map<string, string[]>(ids.map((id) => [id, []]));
  for (const link of links) after.get(link.from)?.push(link.to);
  return after;
}

/** Walks back from any node that could not be ordered: each has a predecessor that could not either. */
function findCycle(
  after: ReadonlyMap<string, readonly string[]>,
  done: ReadonlySet<string>,
): string[] {
  const before = new Map<string, string>();
  for (const [from, nexts] of after) {
    if (!done.has(from)) for (const to of nexts) if (!done.has(to)) before.set(to, from);
  }
  let at = [...before.keys()][0] ?? '';
  const seen: string[] = [];
  while (!seen.includes(at)) {
    seen.push(at);
    at = before.get(at) ?? '';
  }
  return seen.slice(seen.indexOf(at)).reverse();
}
