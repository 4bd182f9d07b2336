// The critical path: when each task can happen, when it must, what decides the end, and what slips
// when one task slips. Dates follow the real calendars; floats are working minutes of the task's own.
// Built once, then kept current: `update` after an event computes only what the event touches.
import { PlanwrightError } from '../../base/errors.ts';
import type { Minute, Project } from '../project.ts';
import { DateEngine } from './date-engine.ts';
import { quoted } from './finding.ts';
import { afterLag } from './lag.ts';
import { requireFinish } from './limits.ts';
import {
  buildNetwork,
  floorOf,
  type Network,
  type NetworkOptions,
  requireInstant,
  requireWork,
  type TaskFacts,
} from './network.ts';
import { rollUp } from './roll-up.ts';
import type { TaskDates } from './task-dates.ts';

export interface PathStep {
  readonly id: string;
  /** The role it waited for, or null when a link of the plan (or nothing) held it. */
  readonly role: string | null;
}

export interface Moved {
  readonly id: string;
  readonly start: Minute;
  readonly finish: Minute;
  /** How much later the finish is, on the clock. */
  readonly byMinutes: number;
}

export interface Slip {
  readonly moved: readonly Moved[];
  readonly finish: Minute;
  readonly finishByMinutes: number;
}

export function criticalPath(project: Project, options: NetworkOptions = {}): CriticalPath {
  return new CriticalPath(buildNetwork(project, options));
}

export class CriticalPath {
  private readonly network: Network;
  private readonly engine: DateEngine;
  /** What `drivers` found; null when something has changed since. */
  private driving: Uint8Array | null = null;

  constructor(network: Network) {
    this.network = network;
    this.engine = new DateEngine(network);
    this.requireEnd();
  }

  get project(): Project {
    return this.network.project;
  }

  /** When the last task is finished. */
  get finish(): Minute {
    return this.engine.end + this.network.origin;
  }

  /** All tasks in the order of the project; summaries span their leaves. */
  all(): TaskDates[] {
    const leaves = Array.from(this.network.taskOf, (_, node) => this.datesOf(node));
    return rollUp(this.network, leaves);
  }

  /** One leaf, without looking at the others. */
  dates(id: string): TaskDates {
    return this.datesOf(this.nodeOf(id));
  }

  /** Leaves that are still to be done and have no float, or that the end waits for all the same: a
   * pause can leave float to what decides the end. Each task of `path()` is one of them. */
  critical(): string[] {
    const ids: string[] = [];
    for (const node of this.network.order) if (this.isCritical(node)) ids.push(this.idOf(node));
    return ids;
  }

  /** One chain of tasks, first to last, each held by the one before, that decides when this task
   * ends; without one, when everything does. */
  path(id?: string): PathStep[] {
    const { links } = this.network;
    const steps: PathStep[] = [];
    // Of several the last: what waits for the others (a final milestone) comes after them.
    const last = id === undefined ? (this.lastNodes().at(-1) ?? -1) : this.nodeOf(id);
    for (let node = last; node !== -1; ) {
      const link = this.drivingLink(node);
      steps.push({ id: this.idOf(node), role: link === -1 ? null : (links.role[link] ?? null) });
      node = link === -1 ? -1 : (links.from[link] as number);
    }
    return steps.reverse();
  }

  /** What would move, and how far, if this task began (or, once begun, went on) this much later. */
  slips(id: string, byMinutes: number): Slip {
    const node = this.nodeOf(id);
    const before = this.engine.end;
    const finishes = this.engine.earlyFinish.slice();
    const restore = this.delay(node, requireWork(byMinutes, id));
    const { moved, end, undo } = this.engine.tryEarly(node);
    const list = moved.map((each) => this.movedOf(each, finishes[each] as number));
    undo();
    restore();
    const finish = end + this.network.origin;
    return { moved: list, finish, finishByMinutes: end - before };
  }

  /** Takes in what became known of one task. Returns what moved, as `slips` does. */
  update(id: string, facts: TaskFacts): Slip {
    const node = this.nodeOf(id);
    this.require(id, facts);
    this.driving = null;
    const before = this.engine.end;
    const finishes = this.engine.earlyFinish.slice();
    this.engine.apply(node, facts);
    if (facts.notBefore !== undefined) {
      const task = this.network.project.tasks[this.network.taskOf[node] as number];
      const floor = task === undefined ? 0 : floorOf(this.project, task, facts.notBefore);
      this.network.floor[node] = floor - this.network.origin;
    }
    const moved = this.engine.refresh(node);
    this.requireEnd();
    return {
      moved: moved.map((each) => this.movedOf(each, finishes[each] as number)),
      finish: this.finish,
      finishByMinutes: this.engine.end - before,
    };
  }

  /** Time has passed: what has not begun begins now or later, what runs goes on from now. */
  advance(now: Minute): Slip {
    this.driving = null;
    const before = this.engine.end;
    const finishes = this.engine.earlyFinish.slice();
    const moved = this.engine.advance(requireInstant(now, 'now') - this.network.origin);
    this.requireEnd();
    return {
      moved: moved.map((each) => this.movedOf(each, finishes[each] as number)),
      finish: this.finish,
      finishByMinutes: this.engine.end - before,
    };
  }

  private requireEnd(): void {
    requireFinish(this.finish);
  }

  private require(id: string, { workMinutes, ...instants }: TaskFacts): void {
    if (workMinutes !== undefined) requireWork(workMinutes, id);
    for (const instant of Object.values(instants)) requireInstant(instant, `task ${quoted(id)}`);
  }

  /** Pushes a node back on its own axis; returns what takes that back. */
  private delay(node: number, byMinutes: number): () => void {
    const { network, engine } = this;
    const running = engine.isStarted(node);
    const column = running ? network.work : network.floor;
    const old = column[node] as number;
    column[node] = running ? old + byMinutes : this.laterStart(node, byMinutes);
    return () => {
      column[node] = old;
    };
  }

  private laterStart(node: number, byMinutes: number): number {
    const { axes, axisOf, work } = this.network;
    const axis = axes[axisOf[node] as number] as (typeof axes)[number];
    const start = this.engine.earlyStart[node] as number;
    // A milestone may lie outside working time: without a delay it stays there.
    if (work[node] === 0) return afterLag(axis, start, byMinutes);
    return axis.tickOf(axis.workBefore(start) + byMinutes);
  }

  private movedOf(node: number, finishBefore: number): Moved {
    const { earlyStart, earlyFinish } = this.engine;
    const finish = earlyFinish[node] as number;
    return {
      id: this.idOf(node),
      start: (earlyStart[node] as number) + this.network.origin,
      finish: finish + this.network.origin,
      byMinutes: finish - finishBefore,
    };
  }

  private datesOf(node: number): TaskDates {
    const { engine, network } = this;
    const done = engine.isDone(node);
    return {
      id: this.idOf(node),
      start: (engine.earlyStart[node] as number) + network.origin,
      finish: (engine.earlyFinish[node] as number) + network.origin,
      lateStart: (engine.lateStart[node] as number) + network.origin,
      lateFinish: engine.lastFinish(node) + network.origin,
      totalFloatMinutes: done ? 0 : engine.totalFloat(node),
      freeFloatMinutes: done ? 0 : engine.freeFloat(node),
      critical: this.isCritical(node),
    };
  }

  private isCritical(node: number): boolean {
    if (this.engine.isDone(node)) return false;
    return this.engine.totalFloat(node) <= 0 || this.drivers()[node] === 1;
  }

  /** 1 for what decides the end, directly or through others; marked anew after each change. */
  private drivers(): Uint8Array {
    if (this.driving !== null) return this.driving;
    const { links, taskOf } = this.network;
    const marks = new Uint8Array(taskOf.length);
    const reached = this.lastNodes();
    for (const node of reached) marks[node] = 1;
    for (let node = reached.pop(); node !== undefined; node = reached.pop()) {
      for (const link of this.drivingLinks(node)) {
        const from = links.from[link] as number;
        if (marks[from] === 1) continue;
        marks[from] = 1;
        reached.push(from);
      }
    }
    this.driving = marks;
    return marks;
  }

  /** Of those that finish last the ones with the least float. */
  private lastNodes(): number[] {
    const { engine } = this;
    const last: number[] = [];
    for (const node of this.network.order) {
      if (engine.earlyFinish[node] === engine.end && !engine.isDone(node)) last.push(node);
    }
    return leastOf(last, (node) => engine.totalFloat(node));
  }

  /** The links that hold a node; of those that end in one pause the last. */
  private drivingLinks(node: number): number[] {
    const { engine } = this;
    const { from, into } = this.network.links;
    const holding: number[] = [];
    const end = into.offsets[node + 1] as number;
    for (let at = into.offsets[node] as number; at < end; at += 1) {
      const link = into.items[at] as number;
      if (!engine.isDone(from[link] as number) && engine.isBinding(link)) holding.push(link);
    }
    const isOnFinish = (link: number) => engine.isOnFinish(link);
    const onStart = holding.filter((link) => !isOnFinish(link));
    const last = leastOf(onStart, (link) => -engine.lowerBound(link));
    return [...last, ...holding.filter(isOnFinish)];
  }

  /** One of these: from the task with the least float. */
  private drivingLink(node: number): number {
    const { from } = this.network.links;
    const links = this.drivingLinks(node);
    return leastOf(links, (link) => this.engine.totalFloat(from[link] as number))[0] ?? -1;
  }

  private idOf(node: number): string {
    return this.network.project.tasks[this.network.taskOf[node] as number]?.id ?? '';
  }

  private nodeOf(id: string): number {
    const index = this.network.hierarchy.indexOf.get(id);
    const node = index === undefined ? -1 : (this.network.nodeOf[index] as number);
    if (node !== -1) return node;
    const what =
      index === undefined ? 'does not exist' : 'is a summary task; name one of its tasks';
    throw new PlanwrightError('INVALID_ARGUMENTS', `task ${quoted(id)} ${what}`, { task: id });
  }
}

function leastOf(items: readonly number[], measure: (item: number) => number): number[] {
  const values = items.map(measure);
  const least = values.reduce((lowest, value) => Math.min(lowest, value), Infinity);
  return items.filter((_, at) => values[at] === least);
}
