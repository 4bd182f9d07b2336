// The critical path: when each task can happen, when it must, what decides the end, and what slips
// when one task slips. Dates follow the real calendars; floats are working minutes of the task's own.
// Built once, then kept current: `update` after an event computes only what the event touches.
import { PlanwrightError } from '../../base/errors.ts';
import type { Minute, Project } from '../project.ts';
import { DateEngine } from './date-engine.ts';
import { quoted } from './finding.ts';
import { afterLag } from './lag.ts';
import { MAX_FINISH } from './limits.ts';
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

  /** Leaves without float that are still to be done. */
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
    const last = id === undefined ? this.lastNode() : this.nodeOf(id);
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
    if (this.finish <= MAX_FINISH) return;
    throw new PlanwrightError('limit_exceeded', 'the plan would not end before the year 9999');
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
      lateFinish: (engine.lateFinish[node] as number) + network.origin,
      totalFloatMinutes: done ? 0 : engine.totalFloat(node),
      freeFloatMinutes: done ? 0 : engine.freeFloat(node),
      critical: this.isCritical(node),
    };
  }

  private isCritical(node: number): boolean {
    return !this.engine.isDone(node) && this.engine.totalFloat(node) <= 0;
  }

  /** Of those that finish last the one with the least float, then the last: what waits for the
   * others (a final milestone) comes after them. */
  private lastNode(): number {
    let found = -1;
    let least = Infinity;
    for (const node of this.network.order) {
      if (this.engine.earlyFinish[node] !== this.engine.end || this.engine.isDone(node)) continue;
      const float = this.engine.totalFloat(node);
      if (float > least) continue;
      found = node;
      least = float;
    }
    return found;
  }

  /** The link that holds a node; when several do, the one from the task with the least float. */
  private drivingLink(node: number): number {
    const { links } = this.network;
    let found = -1;
    let least = Infinity;
    const end = links.into.offsets[node + 1] as number;
    for (let at = links.into.offsets[node] as number; at < end; at += 1) {
      const link = links.into.items[at] as number;
      const from = links.from[link] as number;
      if (this.engine.isDone(from) || !this.engine.isBinding(link)) continue;
      const float = this.engine.totalFloat(from);
      if (float >= least) continue;
      found = link;
      least = float;
    }
    return found;
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
