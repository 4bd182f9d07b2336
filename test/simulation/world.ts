// A small cluster that lives in one thread: a real store with real SQL, engines that die and come
// back, and a clock that may jump. Everything that happens goes through here, in an order that only
// the seed decides.
import type { Clock } from '../../src/base/clock.ts';
import { isPlanwrightError } from '../../src/base/errors.ts';
import { createIds, type Ids, seededRandomness } from '../../src/base/ids.ts';
import { Engine } from '../../src/engine/engine.ts';
import {
  type InlineWorker,
  type StepHandler,
  startInlineWorker,
} from '../../src/engine/inline-worker.ts';
import { decodeEvent } from '../../src/engine/log-header.ts';
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts';
import type { CommitResult, Store, WriteSet } from '../../src/store/store.ts';
import { Dice } from './dice.ts';
import { LeaseWatch } from './lease-watch.ts';
import { Process, Traffic } from './process-store.ts';
import { RunWatch } from './run-watch.ts';
import { SlotWatch } from './slot-watch.ts';
import { VirtualTimers } from './virtual-timers.ts';

export const startMs = 1_700_000_000_000;

/** The store's clock: the world's time, and how far somebody has set it off. */
class SkewedClock implements Clock {
  timers = new VirtualTimers();
  skewMs = 0;

  now(): number {
    return startMs + Math.floor(this.timers.now) + this.skewMs;
  }
}

/** One real store, in memory, for one world after the other. */
export class Ground {
  readonly clock = new SkewedClock();
  readonly store: Store = openSqliteStore({
    path: ':memory:',
    synchronous: 'NORMAL',
    clock: this.clock,
  });
}

interface Machine {
  readonly process: Process;
  readonly engine: Engine;
  /** Null if it did not come up. */
  readonly worker: Promise<InlineWorker | null>;
}

/** What faults lead to; a process that stood still gives up on a run that moved on meanwhile. */
const expectedErrors = new Set([
  'storage_failed',
  'outcome_unknown',
  'conflict',
  'lease_lost',
  'stopping',
]);

export class World {
  readonly dice: Dice;
  readonly clock: SkewedClock;
  readonly timers = new VirtualTimers();
  readonly traffic: Traffic;
  readonly real: Store;
  readonly ids: Ids;
  readonly tenant: string;
  readonly slots: SlotWatch;
  readonly leases: LeaseWatch;
  readonly watches = new Map<string, RunWatch>();
  readonly problems: string[] = [];
  /** While it is on, anything may break. */
  isWild = true;
  isOver = false;
  handle: StepHandler = () => Promise.resolve({ output: {} });
  readonly #machines: (Machine | null)[] = [];
  #callsToCrash = 0;
  #starts = 0;

  constructor(ground: Ground, seed: number) {
    this.dice = new Dice(seed);
    this.clock = ground.clock;
    this.clock.timers = this.timers;
    this.clock.skewMs = 0;
    this.traffic = new Traffic(this.dice);
    this.real = ground.store;
    this.ids = createIds(this.clock, seededRandomness(seed));
    this.tenant = `tenant_s${seed}`;
    this.slots = new SlotWatch(this.dice);
    this.leases = new LeaseWatch(() => this.timers.now);
  }

  get engines(): readonly Engine[] {
    return this.#machines.flatMap((machine) => machine?.engine ?? []);
  }

  get machines(): number {
    return this.#machines.length;
  }

  isUp(index: number): boolean {
    return (this.#machines[index] ?? null) !== null;
  }

  addMachines(count: number): void {
    for (let index = 0; index < count; index += 1) this.#machines.push(null);
  }

  /** A process is there at once and serves as soon as its engine is open. */
  start(index: number): void {
    if (this.isUp(index)) return;
    const { traffic, real, ids } = this;
    const process = new Process({
      traffic,
      real,
      failsNow: () => this.#faultNow(),
      onCommitted: (sets, results) => this.#committed(process, sets, results),
    });
    const slots = this.slots.limits;
    const onError = (error: unknown): void => this.note(error);
    const wokeAt = (): number => process.wokeAt;
    const engine = new Engine({ store: process.store, ids, onError, slots, wokeAt });
    const worker = engine.open().then(
      () => this.#startWorker(engine),
      () => {
        this.crash(index);
        return null;
      },
    );
    this.#machines[index] = { process, engine, worker };
  }

  #startWorker(engine: Engine): InlineWorker {
    this.#starts += 1;
    return startInlineWorker(engine, {
      holder: `worker_${this.tenant}x${this.#starts}`,
      concurrency: 3,
      handle: (step, tenant, signal) => this.handle(step, tenant, signal),
      onError: (error) => this.note(error),
    });
  }

  /** Nothing that was in its memory survives, nor what it had not committed. */
  crash(index: number): void {
    const machine = this.#machines[index];
    if (machine) machine.process.isDead = true;
    this.#machines[index] = null;
  }

  /** Long enough, and its leases are others' when it goes on. */
  freeze(index: number, ms: number): void {
    const process = this.#machines[index]?.process;
    process?.freeze();
    setTimeout(() => process?.thaw(), ms);
  }

  thawAll(): void {
    for (const machine of this.#machines) machine?.process.thaw();
  }

  /** In the middle of whatever is under way then. */
  crashAfter(calls: number): void {
    this.#callsToCrash = calls;
  }

  async stopWorkers(): Promise<void> {
    for (const machine of this.#machines) await (await machine?.worker)?.stop();
  }

  jump(ms: number): void {
    this.clock.skewMs += ms;
  }

  /** Errors that nobody was waiting for: those of faults are to be expected, others never. */
  note(error: unknown): void {
    if (isPlanwrightError(error) && expectedErrors.has(error.code)) return;
    this.problems.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
  }

  watch(run: string): RunWatch {
    const watch = this.watches.get(run) ?? new RunWatch(run);
    this.watches.set(run, watch);
    return watch;
  }

  /** Lets things happen until it is so; false if nothing more happens, or too much. */
  async goOn(isSo: () => boolean, maxMoves: number): Promise<boolean> {
    for (let moves = 0; moves < maxMoves; moves += 1) {
      if (isSo()) return true;
      if (!this.traffic.isEmpty) await this.#letThrough();
      else if (this.timers.ringNext()) await this.traffic.quiet();
      else return false;
    }
    return isSo();
  }

  async #letThrough(): Promise<void> {
    if (this.#callsToCrash > 0) {
      this.#callsToCrash -= 1;
      if (this.#callsToCrash === 0) this.crash(this.dice.int(0, this.machines - 1));
    }
    await this.traffic.letOneThrough();
  }

  #faultNow(): 'before' | 'after' | null {
    if (!this.isWild || !this.dice.chance(0.01)) return null;
    return this.dice.chance(0.5) ? 'before' : 'after';
  }

  #committed(from: Process, sets: readonly WriteSet[], results: readonly CommitResult[]): void {
    for (const [index, set] of sets.entries()) {
      if (results[index]?.ok) this.#observe(set);
    }
    if (!results.some((result) => result.ok)) return;
    for (const machine of this.#machines) {
      if (machine && machine.process !== from && this.dice.chance(0.5)) machine.process.hear();
    }
  }

  #observe({ run, events = [], rows = [] }: WriteSet): void {
    if (run === undefined || events.length === 0) return;
    const watch = this.watch(run);
    for (const stored of events) {
      const event = decodeEvent(stored.header);
      watch.take(event);
      const wrong = this.slots.take(watch, event);
      if (wrong) this.problems.push(wrong);
      this.problems.push(...this.leases.take(watch, event));
    }
    for (const row of rows) {
      if (row.table !== 'runs' || !('put' in row)) continue;
      const { progress, steps_done: done, steps_total: total } = row.put;
      watch.takeProgress(progress, done, total);
    }
  }
}
