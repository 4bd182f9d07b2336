// Early and late dates over a network, kept up to date: after a change only what it touches is
// computed again, in topological order. All four link types look at one of two ends, so a task has
// a lower bound for its start and one for its finish (early), and two upper bounds (late). Where a
// link asks for a finish in a pause, the finish is held up until then, and the work is over before.
import { afterLag, latestBeforeLag } from './lag.ts';
import type { Network, TaskFacts } from './network.ts';

/** Indexes of linkTypes. */
const FS = 0;
const SS = 1;
const FF = 2;

export class DateEngine {
  readonly network: Network;
  readonly earlyStart: Float64Array;
  readonly earlyFinish: Float64Array;
  readonly lateStart: Float64Array;
  readonly lateFinish: Float64Array;
  /** How long links may hold up the finish of what starts at its late start. */
  private readonly heldUntil: Float64Array;
  /** Some link asks for a finish. */
  private readonly canHold: boolean;
  /** The last finish. */
  end = 0;
  /** Nothing that is not done happens before this. */
  private now = -Infinity;
  private readonly dirty: Uint8Array;
  /** Two results of the bound functions, kept in fields: no allocation per node. */
  private boundStart = 0;
  private boundFinish = 0;

  constructor(network: Network) {
    this.network = network;
    const count = network.taskOf.length;
    this.earlyStart = new Float64Array(count);
    this.earlyFinish = new Float64Array(count);
    this.lateStart = new Float64Array(count);
    this.lateFinish = new Float64Array(count);
    this.heldUntil = new Float64Array(count);
    this.canHold = network.links.type.some((type) => type > SS);
    this.dirty = new Uint8Array(count);
    this.placeAll();
  }

  /** Time has passed: what has not begun begins now or later. Returns the nodes that moved. */
  advance(now: number): number[] {
    this.now = now;
    return this.placeAll();
  }

  /** Late dates are measured from here. */
  get anchor(): number {
    return Math.min(this.end, this.network.deadline);
  }

  /** Computes again after the node's own numbers were changed. Returns the nodes that moved. */
  refresh(changed: number): number[] {
    const anchor = this.anchor;
    const moved = this.refreshEarly(changed);
    this.end = this.lastOfAll();
    if (this.anchor === anchor) this.refreshLate(changed);
    else this.placeAllLate();
    return moved;
  }

  /** Early dates only; `undo` puts them back as they were. */
  tryEarly(changed: number): { moved: number[]; end: number; undo: () => void } {
    const [starts, finishes] = [this.earlyStart.slice(), this.earlyFinish.slice()];
    const moved = this.refreshEarly(changed);
    const undo = () => {
      for (const node of moved) {
        this.earlyStart[node] = starts[node] as number;
        this.earlyFinish[node] = finishes[node] as number;
      }
    };
    return { moved, end: this.lastOfAll(), undo };
  }

  apply(node: number, facts: TaskFacts): void {
    const { network } = this;
    const { origin } = network;
    if (facts.workMinutes !== undefined) network.work[node] = facts.workMinutes;
    if (facts.started !== undefined) network.started[node] = facts.started - origin;
    if (facts.resumeAt !== undefined) network.resumeAt[node] = facts.resumeAt - origin;
    if (facts.finished !== undefined) network.finished[node] = facts.finished - origin;
  }

  isDone(node: number): boolean {
    return !Number.isNaN(this.network.finished[node] as number);
  }

  isStarted(node: number): boolean {
    return !Number.isNaN(this.network.started[node] as number);
  }

  /** Also of a finish that links hold up: not before its early one, unless a promise is missed. */
  lastFinish(node: number): number {
    const finish = this.earlyFinish[node] as number;
    const late = this.lateFinish[node] as number;
    const axis = this.axis(node);
    const isHeld = axis.workBefore(finish) === axis.workBefore(late) && finish > late;
    return isHeld ? Math.max(late, Math.min(finish, this.heldUntil[node] as number)) : late;
  }

  /** Working minutes by which it may be later without harm to the end or to a promise. */
  totalFloat(node: number): number {
    const axis = this.axis(node);
    if (this.isStarted(node) || this.isDone(node)) {
      const late = axis.workBefore(this.lateFinish[node] as number);
      return late - axis.workBefore(this.earlyFinish[node] as number);
    }
    const late = axis.workBefore(this.lateStart[node] as number);
    return late - axis.workBefore(this.earlyStart[node] as number);
  }

  /** Working minutes by which it may be later without moving any other task. */
  freeFloat(node: number): number {
    if (this.isDone(node)) return 0;
    this.upperBounds(node, this.earlyStart, this.earlyFinish, this.end);
    const axis = this.axis(node);
    const work = this.network.work[node] as number;
    if (this.isStarted(node) || work === 0) {
      const limit = this.isStarted(node)
        ? this.boundFinish
        : Math.min(this.boundStart, this.boundFinish);
      return axis.workBefore(limit) - axis.workBefore(this.earlyFinish[node] as number);
    }
    return this.latestWork(node, work) - axis.workBefore(this.earlyStart[node] as number);
  }

  isOnFinish(link: number): boolean {
    return (this.network.links.type[link] as number) > SS;
  }

  /** True when this link alone already forces the early dates of its second task. */
  isBinding(link: number): boolean {
    const { links, work } = this.network;
    const node = links.to[link] as number;
    const bound = this.lowerBound(link);
    const axis = this.axis(node);
    const start = this.earlyStart[node] as number;
    const length = work[node] as number;
    const onStart = !this.isOnFinish(link);
    if (length === 0) return bound === start;
    if (this.isStarted(node)) return !onStart && bound === this.earlyFinish[node];
    return onStart
      ? axis.workBefore(bound) === axis.workBefore(start)
      : bound === this.earlyFinish[node];
  }

  private axis(node: number) {
    const { axes, axisOf } = this.network;
    return axes[axisOf[node] as number] as (typeof axes)[number];
  }

  private lastOfAll(): number {
    let last = this.network.project.start - this.network.origin;
    for (const finish of this.earlyFinish) if (finish > last) last = finish;
    return last;
  }

  private refreshEarly(changed: number): number[] {
    const { order, rank, links } = this.network;
    const moved: number[] = [];
    let last = rank[changed] as number;
    this.dirty[last] = 1;
    for (let place = last; place <= last; place += 1) {
      if (this.dirty[place] === 0) continue;
      this.dirty[place] = 0;
      const node = order[place] as number;
      if (!this.placeEarly(node)) continue;
      moved.push(node);
      const end = links.outOf.offsets[node + 1] as number;
      for (let at = links.outOf.offsets[node] as number; at < end; at += 1) {
        const next = rank[links.to[links.outOf.items[at] as number] as number] as number;
        this.dirty[next] = 1;
        if (next > last) last = next;
      }
    }
    return moved;
  }

  /** The changed node, its predecessors (what binds them may be another end now), and onward. */
  private refreshLate(changed: number): void {
    const { order, rank } = this.network;
    let first = rank[changed] as number;
    const last = first;
    this.dirty[first] = 1;
    first = Math.min(first, this.markPredecessors(changed));
    for (let place = last; place >= first; place -= 1) {
      if (this.dirty[place] === 0) continue;
      this.dirty[place] = 0;
      const node = order[place] as number;
      if (this.placeLate(node)) first = Math.min(first, this.markPredecessors(node));
    }
  }

  /** Returns the first place that was marked. */
  private markPredecessors(node: number): number {
    const { rank, links } = this.network;
    let first = rank[node] as number;
    const end = links.into.offsets[node + 1] as number;
    for (let at = links.into.offsets[node] as number; at < end; at += 1) {
      const place = rank[links.from[links.into.items[at] as number] as number] as number;
      this.dirty[place] = 1;
      if (place < first) first = place;
    }
    return first;
  }

  private placeAll(): number[] {
    const moved: number[] = [];
    for (const node of this.network.order) if (this.placeEarly(node)) moved.push(node);
    this.end = this.lastOfAll();
    this.placeAllLate();
    return moved;
  }

  private placeAllLate(): void {
    const { order } = this.network;
    for (let place = order.length - 1; place >= 0; place -= 1)
      this.placeLate(order[place] as number);
  }

  private placeEarly(node: number): boolean {
    const { started, finished, work } = this.network;
    if (this.isDone(node)) {
      const finish = finished[node] as number;
      return this.setEarly(node, this.isStarted(node) ? (started[node] as number) : finish, finish);
    }
    this.lowerBounds(node);
    const length = work[node] as number;
    if (this.isStarted(node)) return this.placeRunning(node, length);
    if (length === 0) {
      const at = Math.max(this.boundStart, this.boundFinish);
      return this.setEarly(node, at, at);
    }
    const axis = this.axis(node);
    let begin = axis.workBefore(this.boundStart);
    if (this.boundFinish > -Infinity) {
      begin = Math.max(begin, axis.workBefore(this.boundFinish) - length);
    }
    const done = axis.tickOf(begin + length - 1) + 1;
    return this.setEarly(node, axis.tickOf(begin), Math.max(done, this.boundFinish));
  }

  /** It has started: its start stands, the rest of its work goes on from `resumeAt`. */
  private placeRunning(node: number, length: number): boolean {
    const { started, resumeAt } = this.network;
    const start = started[node] as number;
    const resumed = resumeAt[node] as number;
    const from = Math.max(start, Number.isNaN(resumed) ? start : resumed, this.now);
    const axis = this.axis(node);
    const done = length === 0 ? from : axis.tickOf(axis.workBefore(from) + length - 1) + 1;
    return this.setEarly(node, start, Math.max(done, this.boundFinish));
  }

  private setEarly(node: number, start: number, finish: number): boolean {
    if (this.earlyStart[node] === start && this.earlyFinish[node] === finish) return false;
    this.earlyStart[node] = start;
    this.earlyFinish[node] = finish;
    return true;
  }

  private lowerBounds(node: number): void {
    const { links, floor } = this.network;
    this.boundStart = Math.max(floor[node] as number, this.now);
    this.boundFinish = -Infinity;
    const end = links.into.offsets[node + 1] as number;
    for (let at = links.into.offsets[node] as number; at < end; at += 1) {
      const link = links.into.items[at] as number;
      const bound = this.lowerBound(link);
      if ((links.type[link] as number) <= SS) {
        if (bound > this.boundStart) this.boundStart = bound;
      } else if (bound > this.boundFinish) {
        this.boundFinish = bound;
      }
    }
  }

  /** What the link asks of the start, or of the finish. */
  lowerBound(link: number): number {
    const { links, axes } = this.network;
    const type = links.type[link] as number;
    const ends = type === FS || type === FF ? this.earlyFinish : this.earlyStart;
    const axis = axes[links.axis[link] as number] as (typeof axes)[number];
    return afterLag(axis, ends[links.from[link] as number] as number, links.lag[link] as number);
  }

  private placeLate(node: number): boolean {
    const { promisedStart, promisedFinish, work } = this.network;
    if (this.isDone(node)) {
      const start = this.earlyStart[node] as number;
      const finish = this.earlyFinish[node] as number;
      return this.setLate(node, start, finish, finish);
    }
    this.upperBounds(node, this.lateStart, this.heldUntil, this.anchor);
    this.boundStart = Math.min(this.boundStart, promisedStart[node] as number);
    this.boundFinish = Math.min(this.boundFinish, promisedFinish[node] as number);
    const length = work[node] as number;
    const axis = this.axis(node);
    if (this.isStarted(node)) {
      const last = axis.tickOf(axis.workBefore(this.boundFinish) - 1) + 1;
      const finish = length === 0 ? this.boundFinish : last;
      return this.setLate(node, this.earlyStart[node] as number, finish, this.boundFinish);
    }
    if (length === 0) {
      const at = Math.min(this.boundStart, this.boundFinish);
      return this.setLate(node, at, at, at);
    }
    const begin = this.latestWork(node, length);
    const finish = axis.tickOf(begin + length - 1) + 1;
    const held = this.canHold ? Math.min(this.boundFinish, axis.tickOf(begin + length)) : finish;
    return this.setLate(node, axis.tickOf(begin), finish, held);
  }

  /** The greatest start, as work, that keeps both upper bounds. */
  private latestWork(node: number, length: number): number {
    const axis = this.axis(node);
    const byFinish = axis.workBefore(this.boundFinish) - length;
    if (this.boundStart === Infinity) return byFinish;
    return Math.min(byFinish, axis.workBefore(this.boundStart + 1) - 1);
  }

  private setLate(node: number, start: number, finish: number, held: number): boolean {
    const isSame = this.lateStart[node] === start && this.lateFinish[node] === finish;
    if (isSame && this.heldUntil[node] === held) return false;
    this.heldUntil[node] = held;
    this.lateStart[node] = start;
    this.lateFinish[node] = finish;
    return true;
  }

  /** What the successors leave, when they keep these starts and finishes. What has begun asks
   * nothing of those before its start any more. */
  private upperBounds(
    node: number,
    starts: Float64Array,
    finishes: Float64Array,
    last: number,
  ): void {
    const { links, axes } = this.network;
    this.boundStart = Infinity;
    this.boundFinish = last;
    const end = links.outOf.offsets[node + 1] as number;
    for (let at = links.outOf.offsets[node] as number; at < end; at += 1) {
      const link = links.outOf.items[at] as number;
      const to = links.to[link] as number;
      const type = links.type[link] as number;
      if (this.isDone(to) || (type <= SS && this.isStarted(to))) continue;
      const limit = (type <= SS ? starts : finishes)[to] as number;
      const axis = axes[links.axis[link] as number] as (typeof axes)[number];
      const bound = latestBeforeLag(axis, limit, links.lag[link] as number);
      if (type === FS || type === FF) {
        if (bound < this.boundFinish) this.boundFinish = bound;
      } else if (bound < this.boundStart) {
        this.boundStart = bound;
      }
    }
  }
}
