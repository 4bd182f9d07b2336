// One actor per run: commands that arrive while a commit is under way are decided together on the
// state in memory and go out as one write set. The store has the last word: if the run moved
// elsewhere, the cached state is dropped and everything is decided again on the fresh one.
import { PlanwrightError } from '../base/errors.ts';
import { failpoint } from '../base/failpoints.ts';
import type { Requirement, Store, WriteSet } from '../store/store.ts';
import { apply } from './apply.ts';
import { consequencesOf } from './consequences.ts';
import type { Rejection } from './decision.ts';
import type { Once } from './engine-api.ts';
import type { EventDraft, RunEvent } from './event-types.ts';
import { catchUp, loadRun, newRun } from './load-run.ts';
import { encodeEvent, type StoredEvent } from './log-header.ts';
import { decide, machineVersion } from './machine.ts';
import { findEarlier, onceKey, onceRequirement, readKept } from './once.ts';
import type { OutboxSource } from './outbox-source.ts';
import { project } from './projection.ts';
import { type Account, accountOf, askedBy, type PurseMove, purseMove } from './purse.ts';
import { freedSlots, type SlotLimits } from './slots.ts';
import { encodeSnapshot, snapshotIsDue } from './snapshot.ts';
import type { RunState } from './state.ts';
import { stepAside } from './step-aside.ts';
import { goesAlone, type Outcome, type Submission, type View } from './submission.ts';

interface Pending extends Submission {
  readonly kind: 'command';
  readonly view: View<unknown>;
  resolve(outcome: Outcome<unknown>): void;
  reject(error: unknown): void;
}

/** A look at the newest state takes its turn in the queue like a command. */
interface Look {
  readonly kind: 'look';
  readonly view: (state: RunState) => unknown;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

interface Decided {
  readonly pending: Pending;
  readonly events: readonly RunEvent[];
}

/** The commands of one batch, decided on the state in memory. */
interface Batch {
  readonly decided: Decided[];
  readonly rejected: { readonly pending: Pending; readonly rejection: Rejection }[];
  readonly stored: StoredEvent[];
  /** What the run had of its family's purse before. */
  readonly account: Account | null;
}

export interface ActorPorts {
  readonly store: Store;
  readonly outbox: OutboxSource;
  readonly slots: SlotLimits;
  onCommitted(state: RunState, events: readonly RunEvent[]): void;
  /** The purse of its family has moved. */
  onPurse?(move: PurseMove): void;
  /** A commit failed, and may have been done all the same. */
  onUncertain(): void;
  onError(error: unknown): void;
  /** An actor has nothing more to do for now. */
  onDrained?(actor: RunActor): void;
}

/** How long commands are decided anew while other servers move the run. */
const patienceMs = 5_000;
const familyIsShort = 'The purse that it shares with other runs is short.';

export class RunActor {
  readonly id: string;
  readonly #ports: ActorPorts;
  readonly #store: Store;
  #state: RunState | null = null;
  #snapshotSeq = 0;
  #queue: (Pending | Look)[] = [];
  #isDraining = false;

  constructor(id: string, ports: ActorPorts) {
    this.id = id;
    this.#ports = ports;
    this.#store = ports.store;
  }

  get isIdle(): boolean {
    return !this.#isDraining;
  }

  get isLoaded(): boolean {
    return this.#state !== null;
  }

  /** What memory has, which may be old; for what cannot change behind our back. */
  peek<Value>(view: (state: RunState) => Value): Value | undefined {
    return this.#state ? view(this.#state) : undefined;
  }

  submit(submission: Submission): Promise<Outcome<null>>;
  submit<Value>(submission: Submission, view: View<Value>): Promise<Outcome<Value>>;
  submit(submission: Submission, view: View<unknown> = () => null): Promise<Outcome<never>> {
    return new Promise((resolve, reject) => {
      this.#enqueue({
        ...submission,
        kind: 'command',
        view,
        resolve: resolve as (outcome: Outcome<unknown>) => void,
        reject,
      });
    });
  }

  /** A value of the state as of the newest event in the store. */
  read<Value>(view: (state: RunState) => Value): Promise<Value> {
    return new Promise((resolve, reject) => {
      this.#enqueue({ kind: 'look', view, resolve: resolve as (value: unknown) => void, reject });
    });
  }

  #enqueue(item: Pending | Look): void {
    this.#queue.push(item);
    if (!this.#isDraining) void this.#drain();
  }

  /** The cached state brought up to the newest event in the store. */
  async #load(): Promise<RunState> {
    if (this.#state) {
      await catchUp(this.#store, this.#state);
      return this.#state;
    }
    const { state, snapshotSeq } = await loadRun(this.#store, this.id);
    this.#state = state;
    this.#snapshotSeq = snapshotSeq;
    return state;
  }

  async #drain(): Promise<void> {
    this.#isDraining = true;
    for (let item = this.#queue[0]; item; item = this.#queue[0]) {
      if (item.kind === 'look') {
        await this.#answerLook(item);
        continue;
      }
      const batch = this.#takeBatch();
      try {
        await this.#settle(batch);
      } catch (error) {
        this.#state = null;
        this.#ports.onUncertain();
        await this.#settleAlone(batch, error);
      }
    }
    this.#isDraining = false;
    this.#ports.onDrained?.(this);
  }

  async #answerLook(look: Look): Promise<void> {
    this.#queue.shift();
    try {
      const value = look.view(await this.#load());
      this.#store.kept().then(() => look.resolve(value), look.reject);
    } catch (error) {
      this.#state = null;
      look.reject(error);
    }
  }

  /** One command that throws must not fail those it happened to share a batch with. */
  async #settleAlone(batch: readonly Pending[], error: unknown): Promise<void> {
    if (batch.length === 1 || error instanceof PlanwrightError) {
      for (const pending of batch) pending.reject(error);
      return;
    }
    await this.#eachAlone(batch);
  }

  async #eachAlone(batch: readonly Pending[]): Promise<void> {
    for (const pending of batch) {
      try {
        await this.#settle([pending]);
      } catch (own) {
        this.#state = null;
        pending.reject(own);
      }
    }
  }

  /** Commands up to the next look; one with requirements goes alone. */
  #takeBatch(): Pending[] {
    const batch: Pending[] = [];
    for (let item = this.#queue[0]; item && item.kind === 'command'; item = this.#queue[0]) {
      const isAlone = goesAlone(item);
      if (isAlone && batch.length > 0) break;
      batch.push(item);
      this.#queue.shift();
      if (isAlone) break;
    }
    return batch;
  }

  async #settle(batch: readonly Pending[]): Promise<void> {
    const [first] = batch;
    if (first?.once && (await this.#answerEarlier(first, first.once))) return;
    // Taken to be new: if it is not, the store says so.
    if (first?.commands[0]?.type === 'create') this.#state ??= newRun(this.id);
    let left = await this.#attempt(batch);
    if (left.length === 0) return;
    const givesUpAt = performance.now() + patienceMs;
    for (let attempt = 1; performance.now() < givesUpAt; attempt += 1) {
      this.#state = null;
      await stepAside(attempt);
      left = await this.#attempt(left);
      if (left.length === 0) return;
    }
    this.#state = null;
    throw new PlanwrightError('conflict', 'The run changes too fast elsewhere. Try again.', {
      run: this.id,
    });
  }

  async #answerEarlier(pending: Pending, once: Once): Promise<boolean> {
    const earlier = await findEarlier(this.#store, once, this.#store.now());
    if (!earlier) return false;
    if (earlier.isSame) pending.resolve({ ok: true, events: [], value: earlier.answer });
    else pending.resolve({ ok: false, rejection: earlier.rejection });
    return true;
  }

  /** Gives those that must be decided again. */
  async #attempt(pending: readonly Pending[]): Promise<readonly Pending[]> {
    const state = this.#state ?? (await this.#load());
    const before = state.seq;
    const account = accountOf(state.purse);
    const batch: Batch = { decided: [], rejected: [], stored: [], account };
    for (const one of pending) {
      const rejection = this.#decideOne(state, one, batch);
      if (!rejection) continue;
      // Half of it was done in memory: that is forgotten, and the others begin again without it.
      this.#state = null;
      if (!(await this.#isCurrent(before))) return pending;
      await this.#refuse(one, rejection);
      return pending.filter((other) => other !== one);
    }
    if (batch.decided.length === 0 && !(await this.#isCurrent(before))) return pending;
    if (batch.decided.length > 0 && !(await this.#commit(state, before, batch))) return pending;
    for (const { pending: one, rejection } of batch.rejected) await this.#refuse(one, rejection);
    return [];
  }

  async #refuse(pending: Pending, rejection: Rejection): Promise<void> {
    // Another server may have done it in the meantime.
    if (pending.once && (await this.#answerEarlier(pending, pending.once))) return;
    await this.#store.kept();
    pending.resolve({ ok: false, rejection });
  }

  /** A rejection only if its first commands were applied and a later one was refused. */
  #decideOne(state: RunState, pending: Pending, batch: Batch): Rejection | null {
    const now = Math.max(this.#store.now(), state.at);
    const events: RunEvent[] = [];
    const refusal = pending.refuse?.(state);
    if (refusal) {
      batch.rejected.push({ pending, rejection: refusal });
      return null;
    }
    for (const command of pending.commands) {
      const decision = decide(state, command, { now });
      if (decision.rejection && events.length > 0) return decision.rejection;
      if (decision.rejection) {
        batch.rejected.push({ pending, rejection: decision.rejection });
        return null;
      }
      this.#record(state, decision.events, now, events, batch.stored);
    }
    for (const next of [pending.follow, consequencesOf]) {
      for (const command of next?.(state, events) ?? []) {
        const decision = decide(state, command, { now });
        if (decision.events) this.#record(state, decision.events, now, events, batch.stored);
      }
    }
    batch.decided.push({ pending, events });
    return null;
  }

  /** A rejection from a stale cache would be a lie; the head tells. */
  async #isCurrent(seq: number): Promise<boolean> {
    const row = await this.#store.run(this.id);
    return (row?.head_seq ?? 0) === seq;
  }

  #record(
    state: RunState,
    drafts: readonly EventDraft[],
    at: number,
    events: RunEvent[],
    stored: StoredEvent[],
  ): void {
    for (const draft of drafts) {
      const encoded = encodeEvent(state.id, state, at, draft);
      const event = { ...draft, run: state.id, seq: encoded.seq, at } as RunEvent;
      apply(state, event, encoded.hash);
      stored.push(encoded);
      events.push(event);
    }
  }

  async #commit(state: RunState, before: number, batch: Batch): Promise<boolean> {
    const { decided } = batch;
    const events = decided.flatMap((one) => one.events);
    const values = decided.map(({ pending, events: own }) => pending.view(state, own));
    if (decided.length > 1 && askedBy(state, events).length > 1) return this.#commitEach(batch);
    const move = purseMove(state, batch.account, events);
    const set = this.#writeSet(state, before, batch, events, values, move);
    const isEarly = decided.every((one) => one.pending.staysInside?.(state, one.events) ?? false);
    failpoint(state.ending ? 'undo-decided' : 'run-decided');
    const [result] = await this.#store.commit([set], { isEarly });
    if (result?.ok) {
      failpoint(state.ending ? 'undo-committed' : 'run-committed');
      this.#ports.onCommitted(state, events);
      if (move) this.#ports.onPurse?.(move);
      decided.forEach(({ pending, events: own }, index) => {
        pending.resolve({ ok: true, events: own, value: values[index] });
      });
      this.#keepSnapshot(state, events);
      return true;
    }
    this.#state = null;
    if (!result || result.conflict === 'seq') return false;
    // Only what is handed out is refused; the others must not suffer for it.
    const isShort = result.conflict === 'purse' || result.conflict === 'slot';
    if (isShort && decided.length > 1) return this.#commitEach(batch);
    for (const { pending } of decided) this.#conflict(pending, result);
    return true;
  }

  async #commitEach({ decided }: Batch): Promise<true> {
    this.#state = null;
    await this.#eachAlone(decided.map((one) => one.pending));
    return true;
  }

  #conflict(pending: Pending, result: Conflict): void {
    const { once } = pending;
    if (once && result.conflict === 'unique' && result.key === onceKey(once)) {
      const earlier = readKept(once, result.value);
      if (earlier.isSame) pending.resolve({ ok: true, events: [], value: earlier.answer });
      else pending.resolve({ ok: false, rejection: earlier.rejection });
      return;
    }
    if (result.conflict === 'purse') {
      const rejection = { code: 'over_budget', message: familyIsShort } as const;
      pending.resolve({ ok: false, rejection, isFamilyShort: true });
      return;
    }
    const message = `Somebody else was first (${result.conflict}).`;
    const taken = result.conflict === 'unique' ? { takenValue: result.value } : {};
    pending.resolve({ ok: false, rejection: { code: 'conflict', message }, ...taken });
  }

  /** After the acknowledgement: nobody waits for it, and a lost one costs only time. */
  #keepSnapshot(state: RunState, events: readonly RunEvent[]): void {
    const isCheckpoint = events.some(
      (event) =>
        event.type === 'step.verified' &&
        state.steps.get(event.data.step)?.def.purpose === 'checkpoint',
    );
    if (!isCheckpoint && !snapshotIsDue(state, this.#snapshotSeq)) return;
    this.#snapshotSeq = state.seq;
    const { seq, hash } = state;
    const bytes = encodeSnapshot(state);
    const snapshot = { run: this.id, seq, hash, machine: machineVersion, bytes };
    failpoint('snapshot-before');
    this.#store.commit([{ snapshot }]).then(
      () => failpoint('snapshot-after'),
      (error: unknown) => this.#ports.onError(error),
    );
  }

  #writeSet(
    state: RunState,
    before: number,
    { decided, stored }: Batch,
    events: readonly RunEvent[],
    values: readonly unknown[],
    move: PurseMove | null,
  ): WriteSet {
    const { touched, rows, due } = project(state, events);
    const pending = decided.map((one) => one.pending);
    const require = decided.flatMap((one, index) => this.#requirements(state, one, values[index]));
    if (move) require.push(move);
    const erase = pending.find((one) => one.erase)?.erase;
    const outbox = this.#ports.outbox.outboxFor(state.tenant, this.id, before, state.seq, events);
    const freeSlots = freedSlots(this.#ports.slots, this.id, touched);
    return {
      run: this.id,
      expectedSeq: before,
      events: stored,
      content: pending.flatMap((one) => one.content ?? []),
      rows: [...rows, ...pending.flatMap((one) => one.rows ?? [])],
      due,
      ...(outbox.length > 0 ? { outbox } : {}),
      ...(freeSlots.length > 0 ? { freeSlots } : {}),
      ...(require.length > 0 ? { require } : {}),
      ...(erase ? { erase } : {}),
    };
  }

  #requirements(state: RunState, decided: Decided, value: unknown): readonly Requirement[] {
    const { require = [], requireFor, once } = decided.pending;
    const more = requireFor?.(state, decided.events) ?? [];
    if (!once) return more.length > 0 ? [...require, ...more] : require;
    return [...require, ...more, onceRequirement(once, this.id, value, this.#store.now())];
  }
}

type Conflict = Extract<Awaited<ReturnType<Store['commit']>>[number], { ok: false }>;
