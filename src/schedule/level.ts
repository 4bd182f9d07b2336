// One task at a time per lane: a serial pass that starts each task as early as its links and its
// lane allow, most urgent first. The lane order becomes links, so float and critical path are those
// of the schedule people will really follow.
import { criticalPath, type Timeline, type Work } from './critical-path.ts';
import type { Link } from './graph.ts';

export function levelled(works: readonly Work[], links: readonly Link[]): Timeline {
  return criticalPath(works, [...links, ...laneLinks(works, links)]);
}

/** The extra links that put the tasks of each lane one after the other. */
export function laneLinks(works: readonly Work[], links: readonly Link[]): Link[] {
  const free = criticalPath(works, links);
  const lateStart = new Map(free.slots.map((slot) => [slot.id, slot.lateStart]));
  const open = new Map(works.map((work) => [work.id, work]));
  const finish = new Map<string, number>();
  const laneFree = new Map<string, { at: number; last: string }>();
  const extra: Link[] = [];
  while (open.size > 0) {
    const next = mostUrgent(open, links, finish, laneFree, lateStart);
    const lane = next.work.lane === undefined ? undefined : laneFree.get(next.work.lane);
    if (lane) extra.push({ from: lane.last, to: next.work.id, lagHours: 0 });
    const end = next.start + next.work.hours;
    finish.set(next.work.id, end);
    if (next.work.lane !== undefined) laneFree.set(next.work.lane, { at: end, last: next.work.id });
    open.delete(next.work.id);
  }
  return extra;
}

function mostUrgent(
  open: ReadonlyMap<string, Work>,
  links: readonly Link[],
  finish: ReadonlyMap<string, number>,
  laneFree: ReadonlyMap<string, { at: number }>,
  lateStart: ReadonlyMap<string, number>,
): { work: Work; start: number } {
  const ready = [...open.values()]
    .filter((work) => links.every((link) => link.to !== work.id || finish.has(link.from)))
    .map((work) => ({ work, start: startOf(work, links, finish, laneFree) }));
  const late = (work: Work) => lateStart.get(work.id) ?? 0;
  const first = ready.sort((a, b) => a.start - b.start || late(a.work) - late(b.work))[0];
  if (!first) throw new Error('no task is ready: the graph was not checked for cycles');
  return first;
}

function startOf(
  work: Work,
  links: readonly Link[],
  finish: ReadonlyMap<string, number>,
  laneFree: ReadonlyMap<string, { at: number }>,
): number {
  const lane = work.lane === undefined ? 0 : (laneFree.get(work.lane)?.at ?? 0);
  const free = Math.max(lane, work.earliest ?? 0);
  return links
    .filter((link) => link.to === work.id)
    .reduce((at, link) => Math.max(at, (finish.get(link.from) ?? 0) + link.lagHours), free);
}
