// One run of the simulation: every task in the order of the policy, at the earliest instant that
// its links, its calendar and the free units of its roles allow. In its pauses a task leaves its
// units to others, as in the schedule. Nothing is allocated here.
import type { AxisTable } from '../solve/axis-table.ts';
import type { WorkAxis } from '../solve/problem.ts';
import { linkCodes, type Policy } from './policy.ts';
import { UnitPool } from './unit-pool.ts';
import { UnitProfile } from './unit-profile.ts';
import { addLag, finishAt, startAt, workAt } from './work-time.ts';

export class Leveller {
  readonly #policy: Policy;
  readonly #pool: UnitPool;
  readonly #hasProfiles: boolean;
  /** By role; null for those that the pool does. */
  readonly #profiles: readonly (UnitProfile | null)[];
  /** By position in the policy's order, valid after place(). */
  readonly starts: Float64Array;
  readonly finishes: Float64Array;
  /** What decided the start: the position of a predecessor or of who held the units, or −1. */
  readonly drivers: Int32Array;
  #earliest = 0;
  #earliestDriver = -1;
  #leastFinish = 0;
  #leastFinishDriver = -1;

  constructor(policy: Policy) {
    const count = policy.order.length;
    this.#policy = policy;
    this.#pool = new UnitPool(policy.capacity, policy.users);
    this.#profiles = Array.from(policy.bySteps, (steps, role) =>
      steps === 1 ? new UnitProfile(policy.capacity[role] as number) : null,
    );
    this.#hasProfiles = policy.bySteps.includes(1);
    this.starts = new Float64Array(count);
    this.finishes = new Float64Array(count);
    this.drivers = new Int32Array(count);
  }

  /** Durations by position. Returns the position of the task that finishes last; of several the
   * last one in the order, so a milestone at the end counts. */
  place(durations: Float64Array): number {
    const { finishes } = this;
    this.#pool.reset();
    for (const profile of this.#profiles) profile?.reset();
    let last = 0;
    for (let at = 0; at < finishes.length; at += 1) {
      this.#bounds(at);
      const duration = durations[at] as number;
      if (duration > 0) this.#work(at, duration);
      else this.#instant(at);
      if ((finishes[at] as number) >= (finishes[last] as number)) last = at;
    }
    return last;
  }

  /** What the links ask for: the earliest start and the least finish, and who asks. */
  #bounds(at: number): void {
    const { linkStart, linkFrom, linkCode, linkLag, linkAxis, axes, notBefore } = this.#policy;
    let earliest = notBefore[at] as number;
    let driver = -1;
    this.#leastFinish = this.#policy.leastFinish[at] as number;
    this.#leastFinishDriver = -1;
    const end = linkStart[at + 1] as number;
    for (let link = linkStart[at] as number; link < end; link += 1) {
      const from = linkFrom[link] as number;
      const code = linkCode[link] as number;
      let instant =
        code === linkCodes.FS || code === linkCodes.FF
          ? (this.finishes[from] as number)
          : (this.starts[from] as number);
      const lag = linkLag[link] as number;
      if (lag !== 0) {
        instant = addLag(axes[linkAxis[link] as number] as WorkAxis, instant, lag);
      }
      if (code <= linkCodes.SS) {
        if (instant > earliest) {
          earliest = instant;
          driver = from;
        }
      } else if (instant > this.#leastFinish) {
        this.#leastFinish = instant;
        this.#leastFinishDriver = from;
      }
    }
    this.#earliest = earliest;
    this.#earliestDriver = driver;
  }

  #instant(at: number): void {
    const byFinish = this.#leastFinish > this.#earliest;
    const instant = byFinish ? this.#leastFinish : this.#earliest;
    this.starts[at] = instant;
    this.finishes[at] = instant;
    this.drivers[at] = byFinish ? this.#leastFinishDriver : this.#earliestDriver;
  }

  #work(at: number, duration: number): void {
    this.#awaitUnits(at);
    this.drivers[at] = this.#earliestDriver;
    if (this.#hasProfiles && this.#policy.tables[at] !== null) this.#workBySteps(at, duration);
    else if (this.#policy.axis[at] === 0) this.#workAlways(at, duration);
    else this.#workOnAxis(at, duration);
    this.#takeUnits(at);
  }

  #awaitUnits(at: number): void {
    const { useStart, useRole, useUnits } = this.#policy;
    const end = useStart[at + 1] as number;
    for (let use = useStart[at] as number; use < end; use += 1) {
      if (this.#hasProfiles && this.#profiles[useRole[use] as number] !== null) continue;
      const ready = this.#pool.readyAt(useRole[use] as number, useUnits[use] as number);
      if (ready > this.#earliest) {
        this.#earliest = ready;
        this.#earliestDriver = this.#pool.lastOwner;
      }
    }
  }

  #workAlways(at: number, duration: number): void {
    this.starts[at] = this.#earliest;
    this.finishes[at] = this.#earliest + duration;
    if (this.#earliest + duration < this.#leastFinish) {
      this.starts[at] = Math.max(this.#earliest, this.#leastFinish - duration);
      this.finishes[at] = this.#leastFinish;
      this.drivers[at] = this.#leastFinishDriver;
    }
  }

  #workOnAxis(at: number, duration: number): void {
    const axis = this.#policy.axes[this.#policy.axis[at] as number] as WorkAxis;
    let work = workAt(axis, this.#earliest);
    let end = finishAt(axis, work + duration);
    if (end < this.#leastFinish) {
      work = this.#heldWork(at, duration, axis);
      end = Math.max(finishAt(axis, work + duration), this.#leastFinish);
    }
    this.starts[at] = Math.max(this.#earliest, startAt(axis, work));
    this.finishes[at] = end;
  }

  /** Where it begins when a link holds up its finish; in a pause that needs no work. */
  #heldWork(at: number, duration: number, axis: WorkAxis): number {
    this.drivers[at] = this.#leastFinishDriver;
    return Math.max(workAt(axis, this.#earliest), workAt(axis, this.#leastFinish) - duration);
  }

  /** It shares a role with tasks of other calendars, or with one that it overtakes. */
  #workBySteps(at: number, duration: number): void {
    const axis = this.#policy.tables[at] as AxisTable;
    const { useStart, useRole, useUnits } = this.#policy;
    const first = useStart[at] as number;
    const last = (useStart[at + 1] as number) - 1;
    let work = workAt(axis, this.#earliest);
    if (finishAt(axis, work + duration) < this.#leastFinish) {
      work = this.#heldWork(at, duration, axis);
    }
    for (let use = first; use <= last; use += 1) {
      const profile = this.#profiles[useRole[use] as number] as UnitProfile | null;
      if (profile === null) continue;
      const ready = profile.earliest(axis, work, duration, useUnits[use] as number);
      if (ready <= work) continue;
      work = ready;
      this.drivers[at] = profile.lastOwner;
      // What was free for the roles before may not be any more.
      if (use > first) use = first - 1;
    }
    const end = finishAt(axis, work + duration);
    this.starts[at] = Math.max(this.#earliest, startAt(axis, work));
    this.finishes[at] = Math.max(end, this.#leastFinish);
    for (let use = first; use <= last; use += 1) {
      const profile = this.#profiles[useRole[use] as number] as UnitProfile | null;
      profile?.take(axis, this.starts[at] as number, end, useUnits[use] as number, at);
    }
  }

  #takeUnits(at: number): void {
    const { useStart, useRole, useUnits } = this.#policy;
    const start = this.starts[at] as number;
    const finish = this.finishes[at] as number;
    const end = useStart[at + 1] as number;
    for (let use = useStart[at] as number; use < end; use += 1) {
      if (this.#hasProfiles && this.#profiles[useRole[use] as number] !== null) continue;
      this.#pool.take(useRole[use] as number, useUnits[use] as number, start, finish, at);
    }
  }
}
