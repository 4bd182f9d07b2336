// Links between leaves, none twice, none in a ring. Links are taken one by one, the surest first:
// those that follow the order of the tasks, those against it, then those that inputs ask for. One
// that would close a ring with what is already there is dropped.
import type { Link, Project } from '../project.ts';
import type { Say } from './change.ts';
import { quoted } from './finding.ts';
import { inferFlows } from './flows.ts';
import { GrowingOrder } from './growing-order.ts';
import { buildHierarchy, type Hierarchy } from './hierarchy.ts';
import { type LeafLink, type LinkFault, toLeafLinks } from './leaf-links.ts';
import { MAX_STATED_LAG, MAX_WORK_MINUTES } from './limits.ts';
import { dagOf, isLag, linkText } from './lint-links.ts';

const faultText: Record<LinkFault, string> = {
  unknown_from: 'its first task does not exist',
  unknown_to: 'its second task does not exist',
  self: 'a task cannot wait for itself',
  own_summary: 'one of the tasks belongs to the other',
};
const faultCode = {
  unknown_from: 'unknown_task',
  unknown_to: 'unknown_task',
  self: 'self_link',
  own_summary: 'own_summary_link',
} as const satisfies Record<LinkFault, string>;

export function repairLinks(project: Project, say: Say): Project {
  const hierarchy = buildHierarchy(project.tasks);
  const order = new GrowingOrder(project.tasks.length);
  const kept = breakRings(hierarchy, leafLinks(project, hierarchy, say), order, say);
  const inferred = addInferred(hierarchy, kept, order, say);
  const links = kept.map(({ from, to, link }) => named(hierarchy, from, to, link));
  return { ...project, links: [...links, ...inferred] };
}

const named = ({ tasks }: Hierarchy, from: number, to: number, link: Link): Link => ({
  ...link,
  from: tasks[from]?.id ?? '',
  to: tasks[to]?.id ?? '',
});

function nearestLag(minutes: number): number {
  if (Number.isNaN(minutes)) return 0;
  if (Math.abs(minutes) <= MAX_WORK_MINUTES) return Math.round(minutes);
  return Math.sign(minutes) * MAX_STATED_LAG;
}

function leafLinks(project: Project, hierarchy: Hierarchy, say: Say): LeafLink[] {
  const given = project.links.map((link): Link => {
    if (isLag(link.lagMinutes)) return link;
    const lagMinutes = nearestLag(link.lagMinutes);
    const message = `the lag of the link ${linkText(link)} was out of range and became ${Math.round(lagMinutes / 60)} hours`;
    say('bad_lag', [link.from, link.to], message);
    return { ...link, lagMinutes };
  });
  const { links, faults, rewritten } = toLeafLinks(hierarchy, given);
  for (const { origin, fault } of faults) {
    const link = given[origin] as Link;
    const message = `the link ${linkText(link)} was dropped: ${faultText[fault]}`;
    say(faultCode[fault], [link.from, link.to], message);
  }
  for (const origin of rewritten) {
    const link = given[origin] as Link;
    const message = `the link ${linkText(link)} joins the tasks below its summary now`;
    say('summary_link', [link.from, link.to], message);
  }
  return withoutTwins(hierarchy, links, say);
}

/** Of several links of one kind between two tasks the one with the longest lag stays. */
function withoutTwins(hierarchy: Hierarchy, links: readonly LeafLink[], say: Say): LeafLink[] {
  const byKey = new Map<string, LeafLink>();
  for (const each of links) {
    const { from, to, link } = each;
    const key = `${link.type} ${link.lagIn} ${from} ${to}`;
    const known = byKey.get(key);
    if (known === undefined || known.link.lagMinutes < link.lagMinutes) byKey.set(key, each);
    if (known === undefined) continue;
    const twin = named(hierarchy, from, to, link);
    const message = `one of two links ${linkText(twin)} (${link.type}) was dropped`;
    say('duplicate_link', [twin.from, twin.to], message);
  }
  return [...byKey.values()];
}

function breakRings(
  hierarchy: Hierarchy,
  links: readonly LeafLink[],
  order: GrowingOrder,
  say: Say,
): LeafLink[] {
  const dropped = new Set<LeafLink>();
  for (const forward of [true, false]) {
    for (const each of links) {
      if (each.from < each.to !== forward) continue;
      const ring = order.add(each.from, each.to);
      if (ring === null) continue;
      dropped.add(each);
      const { from, to } = named(hierarchy, each.from, each.to, each.link);
      const why = ringText(hierarchy, ring);
      say('cycle', [from, to], `the link ${linkText({ from, to })} was dropped: ${why}`);
    }
  }
  return links.filter((each) => !dropped.has(each));
}

function ringText({ tasks }: Hierarchy, ring: readonly number[]): string {
  const back = 'it goes back in the order of the tasks';
  if (ring.length === 0) return `${back}, which are too entangled to tell whether it may`;
  const ids = ring.map((index) => tasks[index]?.id ?? '');
  const shown = ids.length > 12 ? [...ids.slice(0, 12), '…'] : ids;
  return `${back} and closes the circle ${[...shown, ids[0] ?? ''].map(quoted).join(' → ')}`;
}

function addInferred(
  hierarchy: Hierarchy,
  links: readonly LeafLink[],
  order: GrowingOrder,
  say: Say,
): Link[] {
  const { missing } = inferFlows(hierarchy, dagOf(hierarchy, links));
  return missing.flatMap(({ from, to, name }): Link[] => {
    const plain: Link = { from: '', to: '', type: 'FS', lagMinutes: 0, lagIn: 'working' };
    const link = named(hierarchy, from, to, plain);
    if (order.add(from, to) !== null) return [];
    const message = `the link ${linkText(link)} was added: the second needs ${quoted(name)}, which the first makes`;
    say('missing_link', [link.from, link.to], message);
    return [link];
  });
}
