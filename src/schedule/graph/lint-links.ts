// Links: ends that do not exist, rings, what is said twice, what is missing.
import { suggest } from '../../base/suggest.ts';
import type { Link, Project } from '../project.ts';
import { type FindingList, quoted } from './finding.ts';
import { inferFlows } from './flows.ts';
import type { Hierarchy } from './hierarchy.ts';
import { type LeafLink, type LeafLinks, type LinkFault, toLeafLinks } from './leaf-links.ts';
import { MAX_WORK_MINUTES } from './limits.ts';
import { findRings, topologicalOrder } from './order.ts';
import { type Dag, joined } from './reach.ts';

const MAX_SUGGESTIONS = 20;
const MAX_SUGGEST_FROM = 2_000;
const MAX_RING_SHOWN = 12;
/** Beyond it nobody tidies up by hand, and looking would take seconds. */
const MAX_REDUNDANT_LINKS = 200_000;

export const isLag = (value: number): boolean =>
  Number.isInteger(value) && Math.abs(value) <= MAX_WORK_MINUTES;

export const linkText = ({ from, to }: Pick<Link, 'from' | 'to'>): string =>
  `${quoted(from)} → ${quoted(to)}`;

export function lintLinks(project: Project, hierarchy: Hierarchy, list: FindingList): void {
  const leafLinks = toLeafLinks(hierarchy, project.links);
  lintEnds(project, leafLinks, list);
  lintTwins(project, list);
  lintOrphans(hierarchy, leafLinks.links, list);
  const dag = dagOf(hierarchy, leafLinks.links);
  if (dag.order.length < dag.count) {
    lintRings(project, dag, leafLinks.links, list);
    return;
  }
  lintFlows(hierarchy, dag, list);
  lintRedundant(project, hierarchy, list);
}

export function dagOf({ tasks }: Hierarchy, links: readonly LeafLink[]): Dag {
  const from = Int32Array.from(links, (link) => link.from);
  const to = Int32Array.from(links, (link) => link.to);
  return { count: tasks.length, from, to, order: topologicalOrder(tasks.length, from, to) };
}

function lintEnds(project: Project, { faults, rewritten }: LeafLinks, list: FindingList): void {
  for (const { origin, fault } of faults) {
    const link = project.links[origin] as Link;
    sayFault(project, link, fault, list);
  }
  for (const link of project.links) {
    if (isLag(link.lagMinutes)) continue;
    const message = `the link ${linkText(link)}: a lag of ${link.lagMinutes} minutes is out of range`;
    list.add('bad_lag', [link.from, link.to], message);
  }
  for (const origin of rewritten) {
    const link = project.links[origin] as Link;
    const message = `the link ${linkText(link)} has a summary task at one end; link the tasks below it instead`;
    list.add('summary_link', [link.from, link.to], message);
  }
}

function sayFault(project: Project, link: Link, fault: LinkFault, list: FindingList): void {
  const ids = [link.from, link.to];
  const text = `the link ${linkText(link)}`;
  switch (fault) {
    case 'unknown_from':
    case 'unknown_to': {
      const id = fault === 'unknown_from' ? link.from : link.to;
      const few = list.count('unknown_task') < MAX_SUGGESTIONS;
      const near =
        few && project.tasks.length <= MAX_SUGGEST_FROM ? nearest(project, id) : undefined;
      const hint =
        near === undefined ? 'remove it or name another' : `did you mean ${quoted(near)}?`;
      list.add('unknown_task', ids, `${text}: there is no task ${quoted(id)}; ${hint}`);
      return;
    }
    case 'self':
      list.add('self_link', ids, `task ${quoted(link.from)} waits for itself; remove the link`);
      return;
    case 'own_summary':
      list.add(
        'own_summary_link',
        ids,
        `${text}: one of them belongs to the other; remove the link`,
      );
  }
}

function nearest({ tasks }: Project, id: string): string | undefined {
  return suggest(
    id,
    tasks.map((task) => task.id),
  );
}

/** Two links of one kind between the same tasks: the weaker one says nothing. */
function lintTwins({ links }: Project, list: FindingList): void {
  const seen = new Set<string>();
  for (const link of links) {
    const key = `${link.type}${link.lagIn}\0${link.from}\0${link.to}`;
    if (seen.has(key)) {
      const message = `the link ${linkText(link)} (${link.type}) is there twice; keep the one with the longer lag`;
      list.add('duplicate_link', [link.from, link.to], message);
    }
    seen.add(key);
  }
}

function lintOrphans(hierarchy: Hierarchy, links: readonly LeafLink[], list: FindingList): void {
  const { tasks, isLeaf } = hierarchy;
  const linked = new Uint8Array(tasks.length);
  for (const { from, to } of links) {
    linked[from] = 1;
    linked[to] = 1;
  }
  if (isLeaf.reduce((sum, leaf) => sum + leaf, 0) < 2) return;
  for (const [index, { id, kind }] of tasks.entries()) {
    if (isLeaf[index] === 0 || kind === 'summary' || linked[index] === 1) continue;
    const message = `task ${quoted(id)} is linked to nothing; say what it waits for or what waits for it`;
    list.add('orphan', [id], message);
  }
}

function lintRings(
  project: Project,
  dag: Dag,
  links: readonly LeafLink[],
  list: FindingList,
): void {
  for (const ring of findRings(dag.count, dag.from, dag.to)) {
    const ids = ring.map((link) => project.tasks[dag.from[link] as number]?.id ?? '');
    const shown = ids.slice(0, MAX_RING_SHOWN).map(quoted);
    if (ids.length > MAX_RING_SHOWN) shown.push('…');
    const path = [...shown, quoted(ids[0] ?? '')].join(' → ');
    const via = ring.flatMap((index) => viaSummary(links[index], project));
    const through =
      via.length === 0 ? '' : ` (through ${[...new Set(via)].slice(0, 3).join(', ')})`;
    list.add(
      'cycle',
      ids,
      `tasks wait for each other in a circle: ${path}${through}; remove one link`,
    );
  }
}

function viaSummary(leafLink: LeafLink | undefined, { tasks }: Project): string[] {
  if (leafLink === undefined) return [];
  const { link, from, to } = leafLink;
  return tasks[from]?.id === link.from && tasks[to]?.id === link.to ? [] : [linkText(link)];
}

function lintFlows(hierarchy: Hierarchy, dag: Dag, list: FindingList): void {
  const { missing, turned, unmade } = inferFlows(hierarchy, dag);
  const id = (index: number) => hierarchy.tasks[index]?.id ?? '';
  for (const { from, to, name } of missing) {
    const message = `task ${quoted(id(to))} needs ${quoted(name)}, which ${quoted(id(from))} makes; link ${quoted(id(from))} → ${quoted(id(to))}`;
    list.add('missing_link', [id(from), id(to)], message);
  }
  for (const { from, to, name } of turned) {
    const message = `task ${quoted(id(to))} needs ${quoted(name)}, which ${quoted(id(from))} makes only later; turn a link or drop the input`;
    list.add('input_ring', [id(from), id(to)], message);
  }
  for (const { task, name } of unmade) {
    const message = `task ${quoted(id(task))} needs ${quoted(name)}, which no task makes; fine when it is there already`;
    list.add('unmade_input', [id(task)], message);
  }
}

/** A plain finish-to-start link beside a longer way of such links between the same tasks. */
function lintRedundant(project: Project, hierarchy: Hierarchy, list: FindingList): void {
  if (project.links.length > MAX_REDUNDANT_LINKS) return;
  const firm = toLeafLinks(
    hierarchy,
    project.links.filter(({ type, lagMinutes }) => type === 'FS' && lagMinutes >= 0),
  ).links;
  const loose = project.links.filter(({ type, lagMinutes }) => type === 'FS' && lagMinutes <= 0);
  const queries = loose.flatMap((link) => {
    const from = hierarchy.indexOf.get(link.from);
    const to = hierarchy.indexOf.get(link.to);
    return from === undefined || to === undefined ? [] : [{ from, to, link }];
  });
  const answers = joined(dagOf(hierarchy, firm), queries, 2);
  for (const [index, { link }] of queries.entries()) {
    if (answers[index] === false) continue;
    const message = `the link ${linkText(link)} says nothing new: other links lead there; remove it`;
    list.add('redundant_link', [link.from, link.to], message);
  }
}
