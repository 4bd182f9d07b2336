// The in-process worker: takes steps that the engine itself, a model or a tool performs, in the
// thread that has the store. What a step makes ready for it is taken in the commit that completes the
// step, so that a chain of such steps costs one commit each.
import { isPlanwrightError, PlanwrightError } from '../base/errors.ts';
import type { RowWrite } from '../store/store.ts';
import type { Engine } from './engine.ts';
import type { Artifact, ClaimedStep, WorkPatch } from './engine-api.ts';
import type { Amounts } from './event-types.ts';
import type { Forgotten } from './forgotten.ts';
import { Work } from './inline-work.ts';
import { inProcessLeaseMs, type LeaseClaim, livesByPulse } from './lease.ts';
import type { Pulse } from './pulse.ts';
import { failureOf, isBug } from './step-failure.ts';
import type { FirstTaker } from './take-next.ts';
import { type PassedRooms, type Quota, WorkerRooms } from './worker-rooms.ts';

export interface StepResult {
  readonly output: unknown;
  readonly choice?: string;
  /** What the attempt used. */
  readonly usage?: Amounts;
  readonly patch?: WorkPatch;
  readonly artifacts?: readonly Artifact[];
  readonly rows?: readonly RowWrite[];
}

/**
 * Does the work of one step. A thrown PlanwrightError of class `never` or `after_change` is final.
 * The signal fires when the step was taken away, or the process stops.
 */
export type StepHandler = (
  step: ClaimedStep,
  tenant: string,
  signal: AbortSignal,
) => Promise<StepResult>;

export interface InlineWorker {
  /** Finishes what it can in the time, and gives back the rest. */
  stop(graceMs?: number): Promise<void>;
}

interface WorkerOptions {
  /** Of this process alone; it begins with `worker_`. */
  readonly holder: string;
  readonly performers?: readonly string[];
  /** Steps of models at a time, and all others. */
  readonly concurrency?: number;
  readonly handle: StepHandler;
  readonly onError: (error: unknown) => void;
}

const inProcessPerformers = ['engine', 'model', 'tool'] as const;
/** So many steps of one run in a row while others may wait for a place. */
const turnsInARow = 16;
/** So many shares of each tenant before it is seen which tenants there are. */
const roundsMax = 8;
/** After a store that did not answer: nothing else may wake this worker again. */
const retryMs = 1_000;
const usualGraceMs = 8_000;
/** How often running steps are looked after while they run: kill switches, other processes. */
const watchMs = 250;

const placeOf = ({ run, step, attempt }: LeaseClaim): string => `${run}/${step}/${attempt}`;

const takenAway = (): PlanwrightError =>
  new PlanwrightError('lease_lost', 'The step was taken away.');

/** Then its end is not ours to report. */
const isTakenAway = ({ aborted, reason }: AbortSignal): boolean =>
  aborted && isPlanwrightError(reason) && reason.code !== 'step_timeout';

/** What it completed, and what it took with that, may be in the log all the same. */
const isStoreTrouble = (error: unknown): boolean =>
  isPlanwrightError(error) &&
  ['outcome_unknown', 'storage_failed', 'storage_busy'].includes(error.code);

/** One after another: whoever was served last is last, however much it has that is ready. */
function turnsAfter(tenants: readonly string[], last: string): string[] {
  const inOrder = tenants.toSorted();
  return [...inOrder.filter((one) => one > last), ...inOrder.filter((one) => one <= last)];
}

class Worker implements InlineWorker {
  readonly #engine: Engine;
  readonly #options: WorkerOptions;
  readonly #performers: readonly string[];
  readonly #rooms: WorkerRooms;
  readonly #running = new Map<Work, Promise<void>>();
  /** Creations of runs that may still bring first steps. */
  readonly #creating = new Set<Promise<void>>();
  readonly #stopListening: () => void;
  readonly #stopTaking: () => void;
  readonly #forgotten: Forgotten;
  #hasTrouble = false;
  #isStopped = false;
  /** Nothing is begun any more. */
  #isOver = false;
  #isLooking = false;
  /** There may be more than it had places for. */
  #isFull = false;
  #mustLookAgain = false;
  #lastTenant = '';
  #looking: Promise<void> = Promise.resolve();
  #retry: NodeJS.Timeout | undefined;
  #pulse: Pulse | undefined;
  #watch: NodeJS.Timeout | undefined;

  constructor(engine: Engine, options: WorkerOptions) {
    this.#engine = engine;
    this.#options = options;
    this.#performers = options.performers ?? inProcessPerformers;
    this.#rooms = new WorkerRooms(options.concurrency);
    this.#forgotten = engine.forgotten();
    this.#stopListening = engine.onAdvance(({ run, readyFor, opensMore, mayStop }) => {
      const isForUs = readyFor?.some((one) => this.#performers.includes(one)) ?? false;
      // Without a run it is another process that wrote, and nobody knows what.
      if (run === '' || opensMore || isForUs) this.#look();
      if (mayStop) this.#stopUnwanted(run);
    });
    this.#stopTaking = engine.takesFirst(() => this.#takeFirst());
    this.#looking = this.#begin();
  }

  /** The first steps of a run that this process creates, unless others wait for a room. */
  #takeFirst(): FirstTaker | null {
    if (this.#isStopped || this.#isFull || !this.#pulse) return null;
    const passed = this.#rooms.passOn(null);
    const creating = Promise.withResolvers<void>();
    this.#creating.add(creating.promise);
    const settle = (steps: readonly ClaimedStep[]): void => {
      passed.settle(steps.map(({ performer }) => performer));
      this.#creating.delete(creating.promise);
      creating.resolve();
      // Its rooms were kept meanwhile.
      if (this.#isFull) this.#look();
    };
    return {
      holder: this.#options.holder,
      performers: this.#performers,
      leaseMs: inProcessLeaseMs,
      rooms: () => (this.#isStopped ? () => false : passed.decide(false)),
      taken: (steps, tenant) => {
        const works = steps.map(
          (step) => new Work(step, { tenant, turns: 0, performer: step.performer }),
        );
        for (const work of works) {
          if (this.#isOver) void this.#release(work).catch(this.#options.onError);
          else this.#launch(work);
        }
        settle(steps);
      },
      failed: (error) => {
        settle([]);
        if (isStoreTrouble(error)) this.#troubled(error);
      },
    };
  }

  /** Nothing may be taken before the pulse is there. */
  async #begin(): Promise<void> {
    this.#isLooking = true;
    try {
      this.#pulse ??= await this.#engine.startPulse({
        holder: this.#options.holder,
        // After trouble it may hold what it does not know of.
        isBusy: () => this.#running.size > 0 || this.#creating.size > 0 || this.#hasTrouble,
        onLost: () => this.#loseAll(),
      });
      this.#watch ??= setInterval(() => this.#lookAfter(), watchMs).unref();
      this.#mustLookAgain = true;
      await this.#lookUntilQuiet();
    } catch (error) {
      this.#options.onError(error);
      this.#isLooking = false;
      this.#lookLater();
    }
  }

  #loseAll(): void {
    for (const work of this.#running.keys()) work.stop(takenAway());
  }

  #lookAfter(): void {
    this.#stopUnwanted(null);
    const now = performance.now();
    for (const work of this.#running.keys()) {
      const { timeoutMs } = work.step;
      if (now - work.startedAt < timeoutMs) continue;
      const message = `It took longer than the ${timeoutMs} ms that it may take.`;
      work.stop(new PlanwrightError('step_timeout', message));
    }
  }

  /** What nobody wants any more is not worked on; of one run, or of all. */
  #stopUnwanted(run: string | null): void {
    const { holder } = this.#options;
    for (const work of this.#running.keys()) {
      if (run !== null && work.step.run !== run) continue;
      if (!this.#engine.isWanted(work.tenant, holder, work.step)) work.stop(takenAway());
    }
  }

  async stop(graceMs = usualGraceMs): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#retry);
    this.#stopListening();
    this.#stopTaking();
    // A look under way may still bring steps: they are done too, rather than left with a lease.
    await this.#looking;
    const isDone = await this.#drained(graceMs);
    this.#isOver = true;
    if (!isDone) await this.#giveBack();
    clearInterval(this.#watch);
    await this.#pulse?.stop().catch(this.#options.onError);
  }

  async #drained(graceMs: number): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<boolean>((resolve) => {
      timer = setTimeout(() => resolve(false), graceMs);
    });
    const isDone = await Promise.race([this.#allDone(), late]);
    clearTimeout(timer);
    return isDone;
  }

  /** Also what begins while the others are waited for. */
  async #allDone(): Promise<boolean> {
    while (this.#running.size > 0 || this.#creating.size > 0) {
      await Promise.allSettled([...this.#running.values(), ...this.#creating]);
    }
    return true;
  }

  /** Somebody else may go on with it at once. */
  async #giveBack(): Promise<void> {
    for (const work of [...this.#running.keys()]) {
      work.stop(new PlanwrightError('stopping', 'The server is stopping.'));
      await this.#release(work).catch(this.#options.onError);
    }
  }

  #callOf({ step, tenant }: Work): { tenant: string; holder: string; token: string } {
    return { tenant, holder: this.#options.holder, token: step.token };
  }

  /** It has its room already. */
  #launch(work: Work): void {
    this.#running.set(work, this.#see(work));
    this.#pulse?.quicken();
  }

  async #see(work: Work): Promise<void> {
    try {
      await this.#perform(work);
    } catch (error) {
      this.#troubled(error);
    } finally {
      this.#running.delete(work);
      this.#rooms.leave(work.performer);
      if (this.#isFull) this.#look();
    }
  }

  async #perform(work: Work): Promise<void> {
    const { step, tenant, signal } = work;
    const call = this.#callOf(work);
    const passed = this.#rooms.passOn(work.performer);
    try {
      const result = await work.until(this.#options.handle(step, tenant, signal));
      const take = {
        performers: this.#performers,
        leaseMs: inProcessLeaseMs,
        rooms: () => this.#roomsAfter(work, passed),
      };
      const { next } = await this.#engine.completeAndTake({ ...call, ...result }, take);
      passed.settle(next.map(({ performer }) => performer));
      for (const one of next) {
        const { performer } = one;
        this.#launch(new Work(one, { tenant, turns: work.turns + 1, performer }));
      }
    } catch (error) {
      passed.settle([]);
      if (isStoreTrouble(error)) this.#troubled(error);
      if (isTakenAway(signal)) return this.#giveUp(work);
      // Its message alone would not lead anybody to the place.
      if (isBug(error)) this.#options.onError(error);
      await this.#engine.fail({ ...call, ...failureOf(error) });
    }
  }

  /** Stopped by a switch or a cancel it is still ours, and our pulse would keep it for ever. */
  async #giveUp(work: Work): Promise<void> {
    await this.#release(work).catch((error: unknown) => {
      if (!isPlanwrightError(error) || error.code !== 'lease_lost') throw error;
    });
  }

  #release(work: Work): Promise<void> {
    return this.#engine.release({ ...this.#callOf(work), hasBegun: true });
  }

  /** Which steps of the same run may follow at once. */
  #roomsAfter({ turns }: Work, passed: PassedRooms): (performer: string) => boolean {
    if (this.#isStopped) return () => false;
    return passed.decide(turns < turnsInARow);
  }

  async #takeAll(): Promise<void> {
    this.#isFull = false;
    const queues = await this.#engine.store.readyQueues(this.#performers);
    const byTenant = Map.groupBy(queues, ({ tenant }) => tenant);
    const readyOf = (tenant: string): string[] =>
      (byTenant.get(tenant) ?? []).map(({ performer }) => performer);
    const failures: unknown[] = [];
    let waiting = turnsAfter([...byTenant.keys()], this.#lastTenant);
    for (let round = 0; waiting.length > 0; round += 1) {
      // Another tenant may have come meanwhile, and one with much to do never ends by itself.
      if (round === roundsMax) {
        this.#mustLookAgain = true;
        break;
      }
      const quota = this.#rooms.quota(waiting.map(readyOf));
      const unsatisfied: string[] = [];
      for (const tenant of waiting) {
        // What fails for one must not keep the others from their turn.
        const isAll = await this.#takeShare(tenant, readyOf(tenant), quota).catch(
          (error: unknown) => {
            failures.push(error);
            return true;
          },
        );
        if (!isAll) unsatisfied.push(tenant);
      }
      waiting = unsatisfied;
    }
    for (const error of failures) this.#troubled(error);
  }

  /** False if there may be more for it than its share. */
  async #takeShare(tenant: string, ready: readonly string[], quota: Quota): Promise<boolean> {
    const performers = ready.filter((one) => this.#rooms.has(one));
    // Before it waits: whoever leaves meanwhile has it look again.
    if (performers.length < ready.length) this.#isFull = true;
    if (this.#isStopped || performers.length === 0) return true;
    const share = this.#rooms.share(quota);
    const { holder } = this.#options;
    const request = { tenant, holder, performers, leaseMs: inProcessLeaseMs };
    return this.#engine.claimAll(request, {
      ...share,
      left: (performer) => (this.#isStopped ? 0 : share.left(performer)),
      take: (step, performer) => {
        this.#lastTenant = tenant;
        this.#launch(new Work(step, { tenant, turns: 0, performer }));
      },
    });
  }

  #look(): void {
    this.#mustLookAgain = true;
    if (this.#isLooking || this.#isStopped || !this.#pulse) return;
    this.#isLooking = true;
    this.#looking = this.#lookUntilQuiet();
  }

  async #lookUntilQuiet(): Promise<void> {
    while (this.#mustLookAgain && !this.#isStopped) {
      this.#mustLookAgain = false;
      await this.#takeAll().catch((error: unknown) => this.#troubled(error));
    }
    this.#isLooking = false;
  }

  /** A call to the store failed, and it may have been done all the same. */
  #troubled(error: unknown): void {
    if (isPlanwrightError(error) && error.code === 'lease_lost') return;
    this.#options.onError(error);
    this.#hasTrouble = true;
    this.#lookLater();
  }

  #lookLater(): void {
    this.#retry ??= setTimeout(() => {
      this.#retry = undefined;
      if (this.#isStopped) return;
      if (!this.#pulse) this.#looking = this.#begin();
      else this.#looking = this.#lookBeside(this.#recover());
    }, retryMs).unref();
  }

  /** A stop waits for both. */
  async #lookBeside(recovering: Promise<void>): Promise<void> {
    await Promise.all([this.#looking, recovering]);
  }

  /** What it holds and does not work on, because the answer to a commit was lost, is given back. */
  async #recover(): Promise<void> {
    const { holder } = this.#options;
    const known = new Set([...this.#running.keys()].map(({ step }) => placeOf(step)));
    const isKnown = (claim: LeaseClaim): boolean => known.has(placeOf(claim));
    try {
      const left = this.#hasTrouble ? await this.#forgotten.release(holder, isKnown) : 0;
      this.#hasTrouble = left > 0;
      if (left > 0) this.#lookLater();
      this.#look();
    } catch (error) {
      this.#troubled(error);
    }
  }
}

export function startInlineWorker(engine: Engine, options: WorkerOptions): InlineWorker {
  // Any other holder's leases have timers of their own, which nobody would renew.
  if (!livesByPulse(options.holder)) throw new TypeError('the id of a worker begins with worker_');
  return new Worker(engine, options);
}
