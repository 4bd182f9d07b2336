// The shell around the machine: loads runs, decides, commits, then acts from rows. It holds no truth
// of its own; killed at any moment, another process goes on from the store.
import { PlanwrightError } from '../base/errors.ts';
import type { Ids } from '../base/ids.ts';
import type { CommitResult, Store, WriteSet } from '../store/store.ts';
import type { Rows } from '../store/tables.ts';
import { AskedAgain } from './asked-again.ts';
import { takeAssigned } from './assigned.ts';
import { capabilitySweepMs, parkIdleSteps } from './capability-sweep.ts';
import { type Grant, grantOf } from './claimed-step.ts';
import { Claims, type FillRequest, type Room } from './claims.ts';
import { goesOn } from './control.ts';
import { Creation } from './creation.ts';
import { type DueLoop, startDueLoop } from './due-loop.ts';
import type {
  Advance,
  AskRequest,
  ClaimedStep,
  ClaimRequest,
  CompleteRequest,
  ControlRequest,
  CreateRunAnswer,
  CreateRunRequest,
  EngineApi,
  EraseAnswer,
  EraseRequest,
  FailRequest,
  GraphAnswer,
  HeartbeatAnswer,
  HeartbeatRequest,
  MessageRequest,
  NoteRequest,
  PatchAnswer,
  PatchRequest,
  ProposeRequest,
  PurseAnswer,
  ReleaseRequest,
  RenewedLease,
  RenewRequest,
  RunAnswer,
  StartRequest,
  StepAnswer,
  SwitchRequest,
} from './engine-api.ts';
import { erasePlan } from './erase.ts';
import type { RunEvent } from './event-types.ts';
import { expectTimers } from './expect-timers.ts';
import { FamilyPurses, familySweepMs } from './family-purses.ts';
import { Forgotten } from './forgotten.ts';
import { type Completed, HolderCalls } from './holder-calls.ts';
import type { LeaseClaim } from './lease.ts';
import { noObserver } from './observer.ts';
import { noOutbox, type OutboxSource } from './outbox-source.ts';
import type { Pulse, PulseOptions } from './pulse.ts';
import { type ProcessView, Pulses } from './pulses.ts';
import { advanceOf, opensMore, readySteps } from './ready.ts';
import { type RingPorts, ring } from './ring.ts';
import { RunCalls } from './run-calls.ts';
import { type Refused, Runs } from './runs.ts';
import { SleepWatch } from './sleep-watch.ts';
import { noSlots, type SlotLimits, slotRequirements } from './slots.ts';
import { SpareSlots } from './spare-slots.ts';
import type { RunState } from './state.ts';
import type { StoredLimits } from './stored.ts';
import { purgeOld, startSweeps } from './sweeps.ts';
import { Switches } from './switches.ts';
import type { FirstTaker, TakeNext } from './take-next.ts';
import { Tokens } from './tokens.ts';

interface EngineOptions {
  readonly store: Store;
  readonly ids: Ids;
  readonly onError: (error: unknown) => void;
  readonly slots?: SlotLimits;
  readonly outbox?: OutboxSource;
  /** For engines with a worker: others that died are noticed. */
  readonly process?: ProcessView;
  /** When the server went on after it stood still, or had not run; for tests. */
  readonly wokeAt?: () => number;
  readonly limits?: StoredLimits;
}

/** It reads all open runs; the pulse finds nearly all there is to find. */
const orphanSweepMs = 5 * 60_000;
const peersEveryMs = 2_500;
const purgeEveryMs = 10 * 60_000;
/** Not at once: a store that is away would be asked without a pause. */
const wakeSoonMs = 1_000;

export class Engine implements EngineApi {
  readonly store: Store;
  observer = noObserver;
  readonly #runs: Runs;
  readonly #tokens = new Tokens();
  readonly #work: HolderCalls;
  readonly #calls: RunCalls;
  readonly #creation: Creation;
  readonly #onError: (error: unknown) => void;
  readonly #claims: Claims<ClaimedStep>;
  readonly #switches: Switches;
  readonly #family: FamilyPurses;
  readonly #pulses: Pulses;
  readonly #slots: SlotLimits;
  readonly #outbox: OutboxSource;
  readonly #listeners = new Set<(advance: Advance) => void>();
  readonly #askedAgain: AskedAgain;
  readonly #sleep: SleepWatch;
  readonly #ringing: RingPorts;
  #due: DueLoop | null = null;
  #startedAt = 0;
  #waking: NodeJS.Timeout | undefined;
  #stops: (() => Promise<void> | void)[] = [];

  constructor(options: EngineOptions) {
    const {
      store,
      ids,
      onError,
      slots = noSlots,
      outbox = noOutbox,
      process = null,
      wokeAt,
      limits,
    } = options;
    this.store = store;
    this.#onError = onError;
    this.#slots = slots;
    this.#outbox = outbox;
    this.#switches = new Switches(store, onError, () => this.#wakeAll());
    this.#runs = new Runs({
      store,
      outbox,
      slots,
      onError,
      onCommitted: (state, events) => this.#advanced(state, events),
      onUncertain: () => this.#wakeSoon(),
      onPurse: (move) => this.#family.moved(move),
    });
    this.#family = new FamilyPurses(store, this.#runs, onError);
    this.#pulses = new Pulses({ store, runs: this.#runs, onError, process });
    this.#calls = new RunCalls(store, ids, this.#runs, slots, limits);
    const shared = {
      tokens: this.#tokens,
      slots: new SpareSlots(slots),
      isStopped: (tenant: string, holder: string) => this.#switches.isStopped(tenant, holder),
    };
    this.#creation = new Creation({ ...shared, calls: this.#calls });
    this.#work = new HolderCalls({
      ...shared,
      store,
      ids,
      runs: this.#runs,
      expectTimer: (at) => this.#due?.expect(at),
      tell: (advance) => this.#tell(advance),
    });
    const own = { store, runs: this.#runs, tokens: this.#tokens };
    this.#askedAgain = new AskedAgain({
      ...own,
      keep: (claimed, request) => this.#work.keep(claimed, request),
    });
    this.#sleep = new SleepWatch(() => store.now());
    this.#ringing = {
      ...{ store, ids, runs: this.#runs, pulses: this.#pulses },
      wokeAt: wokeAt ?? (() => this.#sleep.wokeAt()),
      startedAt: () => (wokeAt ? 0 : this.#startedAt),
      expectTimer: (at) => this.#due?.expect(at),
    };
    this.#claims = new Claims(
      store,
      (row, request) => this.#askedAgain.lease(request, () => this.#lease(row, request)),
      onError,
    );
  }

  async open(): Promise<void> {
    const secret = await this.store.meta('secret');
    if (!secret) throw new PlanwrightError('storage_failed', 'The store has no secret.');
    this.#tokens.use(secret);
    await this.#switches.open();
    this.#sleep.start();
    if (!(await this.#pulses.hasServer())) this.#startedAt = this.store.now();
    this.#due = startDueLoop(this.store, (row) => ring(this.#ringing, row), this.#onError);
    this.#stops = [
      this.store.onForeignCommit(() => this.#wakeAll()),
      () => this.#switches.close(),
      () => this.#family.close(),
      () => this.#sleep.stop(),
      this.#startSweeps(),
    ];
  }

  #startSweeps(): () => Promise<void> {
    const { store } = this;
    const runs = this.#runs;
    return startSweeps(
      [
        { everyMs: purgeEveryMs, run: () => purgeOld(store) },
        // A worker that was frozen may have taken something after its pulse rang.
        { everyMs: orphanSweepMs, run: () => this.#pulses.expireOrphans() },
        { everyMs: peersEveryMs, isAtOnce: true, run: () => this.#pulses.look() },
        { everyMs: familySweepMs, run: () => this.#family.sweep() },
        { everyMs: capabilitySweepMs, run: () => parkIdleSteps(store, runs) },
      ],
      this.#onError,
    );
  }

  /** Lets go of runs that are in memory only to be quick. */
  forgetRuns = (): void => this.#runs.forget();

  async close(): Promise<void> {
    this.#claims.cancel(() => true);
    clearTimeout(this.#waking);
    for (const stop of this.#stops) await stop();
    await this.#due?.stop();
    await this.store.close();
  }

  onAdvance(listener: (advance: Advance) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  createRun(request: CreateRunRequest): Promise<CreateRunAnswer> {
    return this.#creation.create(request);
  }

  /** For a worker in this process. */
  takesFirst = (taker: () => FirstTaker | null): (() => void) => this.#creation.takesFirst(taker);

  async claim(request: ClaimRequest): Promise<ClaimedStep | null> {
    if (this.#switches.isStopped(request.tenant, request.holder)) return null;
    const claimed = await this.#claims.claimUnless(request, async () => {
      const earlier = await this.#askedAgain.before(request);
      return earlier ?? (request.step === undefined ? this.#assigned(request) : null);
    });
    return claimed ?? this.#askedAgain.after(request);
  }

  /** For workers in this process: as much as there is room for; false if there may be more. */
  async claimAll(request: FillRequest, room: Room<ClaimedStep>): Promise<boolean> {
    const isStopped = this.#switches.isStopped(request.tenant, request.holder);
    return isStopped || this.#claims.fill(request, room);
  }

  async cancelClaim(holder: string, ticket?: string): Promise<void> {
    this.#claims.cancel(
      (request) => request.holder === holder && (ticket === undefined || request.ticket === ticket),
    );
  }

  heartbeat(request: HeartbeatRequest): Promise<HeartbeatAnswer> {
    return this.#work.heartbeat(request);
  }

  renew(request: RenewRequest): Promise<readonly RenewedLease[]> {
    return this.#work.renew(request);
  }

  startStep(request: StartRequest): Promise<StepAnswer> {
    return this.#work.startStep(request);
  }

  complete(request: CompleteRequest): Promise<StepAnswer> {
    return this.#work.complete(request);
  }

  /** Whether an attempt is still its holder's to work on, as far as this process knows. */
  isWanted(tenant: string, holder: string, claim: LeaseClaim): boolean {
    if (this.#switches.isStopped(tenant, holder)) return false;
    const isHeld = (state: RunState): boolean =>
      state.steps.get(claim.step)?.lease?.attempt === claim.attempt && goesOn(state, claim);
    return this.#runs.get(claim.run).peek(isHeld) ?? true;
  }

  startPulse(worker: Pick<PulseOptions, 'holder' | 'isBusy'> & { onLost(): void }): Promise<Pulse> {
    return this.#pulses.start(worker);
  }

  forgotten = (): Forgotten => new Forgotten(this.store, this.#runs);

  /** For workers in this process. */
  completeAndTake(request: CompleteRequest, take: TakeNext): Promise<Completed> {
    return this.#work.completeAndTake(request, take);
  }

  fail(request: FailRequest): Promise<StepAnswer> {
    return this.#work.fail(request);
  }

  ask(request: AskRequest): Promise<StepAnswer> {
    return this.#work.ask(request);
  }

  propose(request: ProposeRequest): Promise<StepAnswer> {
    return this.#work.propose(request);
  }

  release(request: ReleaseRequest): Promise<void> {
    return this.#work.release(request);
  }

  releaseAll(tenant: string, holder: string): Promise<void> {
    return this.#work.releaseAll(tenant, holder);
  }

  graph(run: string): Promise<GraphAnswer> {
    return this.#calls.graph(run);
  }

  purse(run: string, fromMemory = false): Promise<PurseAnswer> {
    return this.#calls.purse(run, fromMemory);
  }

  note(request: NoteRequest): Promise<{ seq: number }> {
    return this.#calls.note(request);
  }

  message(request: MessageRequest): Promise<{ seq: number }> {
    return this.#calls.message(request);
  }

  control(request: ControlRequest): Promise<RunAnswer> {
    return this.#calls.control(request);
  }

  patch(request: PatchRequest): Promise<PatchAnswer> {
    return this.#calls.patch(request);
  }

  setSwitch(request: SwitchRequest): Promise<void> {
    return this.#switches.set(request);
  }

  erase(request: EraseRequest): Promise<EraseAnswer> {
    return erasePlan({ store: this.store, runs: this.#runs, onError: this.#onError }, request);
  }

  async commit(sets: readonly WriteSet[]): Promise<CommitResult[]> {
    const results = await this.store.commit(sets);
    await this.#outbox.committed(sets);
    await this.#family.committed(sets);
    return results;
  }

  backup(target: string): Promise<void> {
    return this.store.backup(target);
  }

  #claimed(grant: Grant, holder: string): ClaimedStep {
    return { ...grant, token: this.#tokens.sign(grant, holder) };
  }

  async #assigned(request: ClaimRequest): Promise<ClaimedStep | null> {
    const grant = await takeAssigned(this.store, this.#runs, request);
    return grant && this.#claimed(grant, request.holder);
  }

  async #lease(
    row: Rows['steps'],
    request: ClaimRequest,
  ): Promise<ClaimedStep | null | 'not_yours'> {
    const { holder, leaseMs, ackMs = 0, tenant, once } = request;
    if (this.#switches.isStopped(tenant, holder)) return null;
    const require = slotRequirements(this.#slots, tenant, row.run, row.step, row);
    const submission = {
      commands: [{ type: 'lease', step: row.step, holder, leaseMs, ackMs } as const],
      ...(require.length > 0 ? { require } : {}),
      ...(once ? { once } : {}),
    };
    const outcome = await this.#runs.get(row.run).submit(submission, (state, events) => {
      const leased = events.find((event) => event.type === 'step.leased');
      // It may have come to wait instead.
      if (!leased) return null;
      const ms = leased.data.lease_ms;
      return grantOf(state, row.step, ms === 0 ? 0 : leased.at + ms);
    });
    if (!outcome.ok) return this.#notLeased(row, outcome);
    if (!outcome.value) return null;
    this.observer.handedOut(row.performer, this.store.now() - row.changed_at);
    return this.#claimed(outcome.value, holder);
  }

  /** What cannot be paid waits, so that it is seen and not tried again and again. */
  async #notLeased(row: Rows['steps'], outcome: Refused): Promise<null | 'not_yours'> {
    const { code } = outcome.rejection;
    const { run, step } = row;
    if (outcome.isFamilyShort) await this.#family.park(row);
    else if (code === 'over_budget') {
      const park = { type: 'park', step, for: 'budget' } as const;
      await this.#runs.get(run).submit({ commands: [park] });
    }
    return code === 'forbidden' ? 'not_yours' : null;
  }

  #advanced(state: RunState, events: readonly RunEvent[]): void {
    this.observer.committed(state, events);
    const due = this.#due;
    if (due) for (const event of events) expectTimers(state, event, due);
    const isOpener = events.some((event) => opensMore(event, this.#slots.size > 0));
    const ready = readySteps(state, events);
    if (isOpener || ready.length > 0) this.#claims.wake(isOpener ? undefined : ready);
    this.#tell(advanceOf(state, events, ready, isOpener));
  }

  /** What was done and not answered made something ready that nobody was told of. */
  #wakeSoon(): void {
    this.#waking ??= setTimeout(() => {
      this.#waking = undefined;
      this.#wakeAll();
    }, wakeSoonMs).unref();
  }

  #wakeAll(): void {
    this.#claims.wake();
    this.#tell({ run: '', seq: 0 });
  }

  /** The commit stands whatever a listener does: its error must not look like the commit's. */
  #tell(advance: Advance): void {
    for (const listener of this.#listeners) {
      try {
        listener(advance);
      } catch (error) {
        this.#onError(error);
      }
    }
  }
}
