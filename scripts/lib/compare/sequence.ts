// What the dates and links of a schedule say about it: how much of it is one thing after the other.

export interface Span {
  readonly id: string;
  readonly startMs: number;
  readonly finishMs: number;
}

export const linkTypes = ['FS', 'SS', 'FF', 'SF'] as const;
export type LinkType = (typeof linkTypes)[number];

export interface Link {
  readonly from: string;
  readonly to: string;
  readonly type: LinkType;
  /** A negative lag lets the two overlap on purpose. */
  readonly lag?: number;
}

/** The share of tasks during which no other task runs. */
export function aloneShare(spans: readonly Span[]): number | null {
  if (spans.length === 0) return null;
  const alone = spans.filter((one) =>
    spans.every(
      (other) => other === one || other.startMs >= one.finishMs || other.finishMs <= one.startMs,
    ),
  );
  return alone.length / spans.length;
}

/** Links that the dates do not keep. */
export function brokenLinks(links: readonly Link[], spans: readonly Span[]): Link[] {
  const byId = new Map(spans.map((span) => [span.id, span]));
  return links.filter(({ from, to, type, lag }) => {
    const [one, other] = [byId.get(from), byId.get(to)];
    if (one === undefined || other === undefined || (lag ?? 0) < 0) return false;
    const gate = type === 'FS' || type === 'FF' ? one.finishMs : one.startMs;
    return (type === 'FS' || type === 'SS' ? other.startMs : other.finishMs) < gate;
  });
}

export interface Tree {
  /** The parent of what has one. */
  readonly parents: ReadonlyMap<string, string>;
  readonly leaves: readonly string[];
}

const isWithin = (tree: Tree, id: string, ancestor: string): boolean => {
  for (let at = tree.parents.get(id); at !== undefined; at = tree.parents.get(at)) {
    if (at === ancestor) return true;
  }
  return false;
};

type Edges = Map<string, string[]>;

function edgesOf(tree: Tree, links: readonly Link[]): Edges {
  const edges: Edges = new Map();
  const add = (from: string, to: string) => edges.set(from, [...(edges.get(from) ?? []), to]);
  for (const leaf of tree.leaves) add(`start ${leaf}`, `finish ${leaf}`);
  for (const [child, parent] of tree.parents) {
    add(`start ${parent}`, `start ${child}`);
    add(`finish ${child}`, `finish ${parent}`);
  }
  for (const { from, to, type } of links) {
    if (isWithin(tree, from, to) || isWithin(tree, to, from)) continue;
    const [gate, gated] = [
      type[0] === 'F' ? 'finish' : 'start',
      type[1] === 'F' ? 'finish' : 'start',
    ];
    add(`${gate} ${from}`, `${gated} ${to}`);
  }
  return edges;
}

/** The most tasks that wait for each other in one row, by the links; null where links run in a circle. */
export function longestChain(tree: Tree, links: readonly Link[]): number | null {
  const edges = edgesOf(tree, links);
  const tasks = new Set(tree.leaves.map((leaf) => `start ${leaf}`));
  const depths = new Map<string, number | 'open'>();
  const depth = (node: string): number => {
    const found = depths.get(node);
    if (found === 'open') throw new RangeError('The links run in a circle.');
    if (found !== undefined) return found;
    depths.set(node, 'open');
    const after = Math.max(0, ...(edges.get(node) ?? []).map(depth));
    const own = after + (tasks.has(node) ? 1 : 0);
    depths.set(node, own);
    return own;
  };
  try {
    return Math.max(0, ...[...edges.keys()].map(depth));
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
