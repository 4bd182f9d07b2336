// The critical path: when each task can start, when it must, and which tasks decide the end.
// Pure; times are working hours from the start. Finish-to-start links with lag only, for now.
import { type Link, topologicalOrder } from './graph.ts';

export interface Work {
  readonly id: string;
  readonly hours: number;
  /** One task at a time per lane (a role, a machine); without a lane there is no limit. */
  readonly lane?: string;
  /** Not before this hour, even when everything it needs is done. */
  readonly earliest?: number;
}

export interface Slot {
  readonly id: string;
  readonly start: number;
  readonly finish: number;
  readonly lateStart: number;
  readonly lateFinish: number;
  readonly float: number;
  readonly critical: boolean;
}

export interface Timeline {
  readonly slots: readonly Slot[];
  readonly finish: number;
  /** Tasks without float, in order of start. */
  readonly criticalPath: readonly string[];
}

export class CycleError extends Error {
  readonly cycle: readonly string[];
  constructor(cycle: readonly string[]) {
    super(`tasks depend on each other in a circle: ${[...cycle, cycle[0]].join(' → ')}`);
    this.name = 'CycleError';
    this.cycle = cycle;
  }
}

const EPSILON = 1e-6;

export function criticalPath(works: readonly Work[], links: readonly Link[]): Timeline {
  const byId = new Map(works.map((work) => [work.id, work]));
  const order = requireOrder(works, links);
  const start = new Map<string, number>();
  for (const id of order) start.set(id, earliestStart(id, links, byId, start));
  const finishOf = (id: string) => (start.get(id) ?? 0) + (byId.get(id)?.hours ?? 0);
  const finish = order.reduce((latest, id) => Math.max(latest, finishOf(id)), 0);
  const lateFinish = new Map<string, number>();
  for (const id of [...order].reverse()) {
    lateFinish.set(id, latestFinish(id, links, byId, lateFinish, finish));
  }
  const slots = works.map(({ id, hours }): Slot => {
    const late = lateFinish.get(id) ?? finish;
    const float = Math.max(0, late - finishOf(id));
    const early = start.get(id) ?? 0;
    return {
      id,
      start: early,
      finish: early + hours,
      lateStart: late - hours,
      lateFinish: late,
      float,
      critical: float < EPSILON,
    };
  });
  return { slots, finish, criticalPath: pathOf(slots, order) };
}

function requireOrder(works: readonly Work[], links: readonly Link[]): readonly string[] {
  const order = topologicalOrder(
    works.map((work) => work.id),
    links,
  );
  switch (order.kind) {
    case 'ordered':
      return order.ids;
    case 'cycle':
      throw new CycleError(order.ids);
    case 'unknown':
      throw new Error(`dependencies name unknown tasks: ${order.ids.join(', ')}`);
  }
}

function earliestStart(
  id: string,
  links: readonly Link[],
  byId: ReadonlyMap<string, Work>,
  start: ReadonlyMap<string, number>,
): number {
  return links
    .filter((link) => link.to === id)
    .reduce((latest, { from, lagHours }) => {
      const ready = (start.get(from) ?? 0) + (byId.get(from)?.hours ?? 0) + lagHours;
      return Math.max(latest, ready);
    }, byId.get(id)?.earliest ?? 0);
}

function latestFinish(
  id: string,
  links: readonly Link[],
  byId: ReadonlyMap<string, Work>,
  lateFinish: ReadonlyMap<string, number>,
  finish: number,
): number {
  return links
    .filter((link) => link.from === id)
    .reduce((earliest, { to, lagHours }) => {
      const must = (lateFinish.get(to) ?? finish) - (byId.get(to)?.hours ?? 0) - lagHours;
      return Math.min(earliest, must);
    }, finish);
}

function pathOf(slots: readonly Slot[], order: readonly string[]): string[] {
  const rank = new Map(order.map((id, index) => [id, index]));
  return slots
    .filter((slot) => slot.critical)
    .sort((a, b) => a.start - b.start || (rank.get(a.id) ?? 0) - (rank.get(b.id) ?? 0))
    .map((slot) => slot.id);
}
