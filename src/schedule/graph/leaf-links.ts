// Links between leaves. A link from a summary task leaves from the tasks that end it (or, when it
// looks at the start, from those that begin it), a link to one reaches those that begin or end it.
import type { Link } from '../project.ts';
import { type Hierarchy, isWithin, leavesWithin } from './hierarchy.ts';
import { MAX_LEAF_LINKS, tooMany } from './limits.ts';

export interface LeafLink {
  readonly from: number;
  readonly to: number;
  readonly link: Link;
  /** Which of the given links it stands for. */
  readonly origin: number;
}

export const linkFaults = ['unknown_from', 'unknown_to', 'self', 'own_summary'] as const;
export type LinkFault = (typeof linkFaults)[number];

export interface LeafLinks {
  readonly links: readonly LeafLink[];
  readonly faults: readonly { readonly origin: number; readonly fault: LinkFault }[];
  /** Which of the given links began or ended at a summary task. */
  readonly rewritten: readonly number[];
}

export function toLeafLinks(hierarchy: Hierarchy, given: readonly Link[]): LeafLinks {
  const links: LeafLink[] = [];
  const faults: { origin: number; fault: LinkFault }[] = [];
  const rewritten: number[] = [];
  const edges = summaryEdges(hierarchy, given);
  for (const [origin, link] of given.entries()) {
    const fault = faultOf(hierarchy, link);
    if (fault !== null) {
      faults.push({ origin, fault });
      continue;
    }
    const from = hierarchy.indexOf.get(link.from) as number;
    const to = hierarchy.indexOf.get(link.to) as number;
    if (hierarchy.isLeaf[from] === 1 && hierarchy.isLeaf[to] === 1) {
      links.push({ from, to, link, origin });
      continue;
    }
    rewritten.push(origin);
    const [firsts, lasts] = [edges.leaving(from, link), edges.reaching(to, link)];
    const size = links.length + firsts.length * lasts.length;
    if (size > MAX_LEAF_LINKS) throw tooMany('links between leaves', size, MAX_LEAF_LINKS);
    for (const first of firsts) {
      for (const last of lasts) links.push({ from: first, to: last, link, origin });
    }
  }
  return { links, faults, rewritten };
}

export function faultOf(hierarchy: Hierarchy, link: Link): LinkFault | null {
  const from = hierarchy.indexOf.get(link.from);
  const to = hierarchy.indexOf.get(link.to);
  if (from === undefined) return 'unknown_from';
  if (to === undefined) return 'unknown_to';
  if (from === to) return 'self';
  if (hierarchy.isLeaf[from] === 1 && hierarchy.isLeaf[to] === 1) return null;
  return isWithin(hierarchy, from, to) || isWithin(hierarchy, to, from) ? 'own_summary' : null;
}

/** Which leaves stand for a summary. A leaf that must wait for another one of the same summary does
 * not begin it, one that another waits for does not end it. */
function summaryEdges(hierarchy: Hierarchy, given: readonly Link[]) {
  const waits = firmPairs(hierarchy, given);
  const ends = { first: new Map<number, number[]>(), last: new Map<number, number[]>() };
  const pick = (summary: number, end: 'first' | 'last') => {
    const known = ends[end].get(summary);
    if (known !== undefined) return known;
    const others = end === 'first' ? waits.before : waits.after;
    const leaves = leavesWithin(hierarchy, summary);
    const edge = leaves.filter(
      (leaf) => !(others.get(leaf) ?? []).some((other) => isWithin(hierarchy, other, summary)),
    );
    const chosen = edge.length > 0 ? edge : leaves;
    ends[end].set(summary, chosen);
    return chosen;
  };
  return {
    leaving: (from: number, { type }: Link) =>
      pick(from, type === 'FS' || type === 'FF' ? 'last' : 'first'),
    reaching: (to: number, link: Link) => {
      // Working lags count on the calendar of each leaf, so there each leaf is bound by itself.
      if (link.lagMinutes !== 0 && link.lagIn === 'working') return leavesWithin(hierarchy, to);
      return pick(to, link.type === 'FS' || link.type === 'SS' ? 'first' : 'last');
    },
  };
}

/** Pairs of leaves of which the second certainly starts after the first has finished. */
function firmPairs(hierarchy: Hierarchy, given: readonly Link[]) {
  const before = new Map<number, number[]>();
  const after = new Map<number, number[]>();
  if (hierarchy.isLeaf.every((leaf) => leaf === 1)) return { before, after };
  for (const link of given) {
    const from = hierarchy.indexOf.get(link.from);
    const to = hierarchy.indexOf.get(link.to);
    if (from === undefined || to === undefined || from === to) continue;
    const leaves = hierarchy.isLeaf[from] === 1 && hierarchy.isLeaf[to] === 1;
    if (!leaves || link.type !== 'FS' || link.lagMinutes < 0) continue;
    listIn(before, to).push(from);
    listIn(after, from).push(to);
  }
  return { before, after };
}

function listIn(map: Map<number, number[]>, key: number): number[] {
  const known = map.get(key);
  if (known !== undefined) return known;
  const list: number[] = [];
  map.set(key, list);
  return list;
}
