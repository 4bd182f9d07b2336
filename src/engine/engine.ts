// The shell around the machine: loads runs, decides, commits, then acts from rows. It holds no truth
// of its own; killed at any moment, another process goes on from the store.
import { PlanwrightError } from '../base/errors.ts';
import type { Ids } from '../base/ids.ts';
import type { CommitResult, DueRow, RowWrite, Store, WriteSet } from '../store/store.ts';
import type { Rows } from '../store/tables.ts';
import { artifactWrites } from './artifacts.ts';
import { Claims, type ReadyStep } from './claims.ts';
import { newJsonContent } from './content.ts';
import { type DueLoop, startDueLoop } from './due-loop.ts';
import type {
  Advance,
  ClaimedStep,
  ClaimRequest,
  CompleteRequest,
  CreateRunAnswer,
  CreateRunRequest,
  EngineApi,
  EraseAnswer,
  EraseRequest,
  FailRequest,
  HeartbeatRequest,
  HolderCall,
  NoteRequest,
  StartRequest,
  StepAnswer,
} from './engine-api.ts';
import type { ContentRef, RunEvent } from './event-types.ts';
import { type LeaseClaim, leaseToken, readLeaseToken } from './lease.ts';
import type { Rejection } from './machine.ts';
import { leaseDueId } from './projection.ts';
import { RunActor, type Submission } from './run-actor.ts';
import { type RunState, type RunStatus, runIsOver } from './state.ts';

export const maxOutputBytes = 256 * 1024;
const maxCachedRuns = 500;

interface EngineOptions {
  readonly store: Store;
  readonly ids: Ids;
  readonly onError: (error: unknown) => void;
}

const rejectedBy = ({ code, message }: Rejection): PlanwrightError =>
  new PlanwrightError(code, message);

function checkSize(what: string, size: number): void {
  if (size <= maxOutputBytes) return;
  const message = `The ${what} has ${size} bytes; at most ${maxOutputBytes} are kept. Shorten it, or point to a file.`;
  throw new PlanwrightError('limit_exceeded', message, { size, max: maxOutputBytes });
}

const stepAnswer = (state: RunState, id: string): StepAnswer => ({
  run: state.id,
  step: id,
  seq: state.seq,
  stepState: state.steps.get(id)?.state ?? 'PENDING',
  runStatus: state.status,
  waitUntil: state.steps.get(id)?.wait?.until ?? 0,
});

function idsMadeReady(event: RunEvent): readonly string[] {
  if (event.type === 'graph.patched' || event.type === 'step.verified') return event.data.ready;
  if (event.type === 'step.woken') return [event.data.step];
  if (event.type === 'attempt.ended' && event.data.to === 'READY') return [event.data.step];
  return [];
}

/** What these events made ready, for those who wait for work. */
function readySteps(state: RunState, events: readonly RunEvent[]): ReadyStep[] {
  const { tenant, id: run } = state;
  return events.flatMap(idsMadeReady).flatMap((id) => {
    const def = state.steps.get(id)?.def;
    return def ? [{ tenant, run, performer: def.performer, action: def.action }] : [];
  });
}

/** Until when a lease holds after a sign of life now; null if it is not held any more. */
function renewal(
  state: RunState,
  claim: LeaseClaim,
  now: number,
): { at: number; tenant: string; seq: number } | null {
  const step = state.steps.get(claim.step);
  if (step?.lease?.attempt !== claim.attempt) return null;
  const { leasedAt, leaseMs } = step.lease;
  const at = Math.min(now + leaseMs, leasedAt + step.def.timeout_ms);
  return { at, tenant: state.tenant, seq: state.seq };
}

export class Engine implements EngineApi {
  readonly store: Store;
  readonly #ids: Ids;
  readonly #onError: (error: unknown) => void;
  readonly #actors = new Map<string, RunActor>();
  readonly #claims: Claims<ClaimedStep>;
  readonly #listeners = new Set<(advance: Advance) => void>();
  #due: DueLoop | null = null;
  #stopForeign: (() => void) | null = null;
  #secret = '';

  constructor({ store, ids, onError }: EngineOptions) {
    this.store = store;
    this.#ids = ids;
    this.#onError = onError;
    this.#claims = new Claims(store, (row, request) => this.#lease(row, request), onError);
  }

  async open(): Promise<void> {
    this.#secret = (await this.store.meta('secret')) ?? '';
    if (this.#secret === '')
      throw new PlanwrightError('storage_failed', 'The store has no secret.');
    this.#due = startDueLoop(this.store, (row) => this.#ring(row), this.#onError);
    this.#stopForeign = this.store.onForeignCommit(() => this.#wakeAll());
  }

  async close(): Promise<void> {
    this.#stopForeign?.();
    this.#claims.cancel(() => true);
    await this.#due?.stop();
    await this.store.close();
  }

  onAdvance(listener: (advance: Advance) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async createRun(request: CreateRunRequest): Promise<CreateRunAnswer> {
    const { run, kind, plan, tenant, by, steps, also } = request;
    const specs: Record<string, ContentRef> = {};
    const content = steps.map(({ def, spec }) => {
      const { row, ref } = newJsonContent(this.#ids, tenant, run, spec);
      specs[def.id] = ref;
      return row;
    });
    const defs = steps.map((step) => step.def);
    const command = { type: 'create', kind, plan, tenant, by, steps: defs, specs } as const;
    const outcome = await this.#actor(run).submit({ command, content, ...also });
    if (outcome.ok) return { ok: true, seq: outcome.events.length };
    if (outcome.takenValue !== undefined) return { ok: false, takenValue: outcome.takenValue };
    throw rejectedBy(outcome.rejection);
  }

  claim(request: ClaimRequest): Promise<ClaimedStep | null> {
    return this.#claims.claim(request);
  }

  async cancelClaim(holder: string, ticket?: string): Promise<void> {
    this.#claims.cancel(
      (request) => request.holder === holder && (ticket === undefined || request.ticket === ticket),
    );
  }

  async heartbeat(request: HeartbeatRequest): Promise<{ expiresAt: number }> {
    const claim = this.#readToken(request);
    const now = this.store.now();
    const held = await this.#actor(claim.run).read((state) => renewal(state, claim, now));
    if (!held) throw this.#lost();
    const { run, step, attempt } = claim;
    const { at, tenant } = held;
    const id = leaseDueId(run, step);
    const due = { id, at, kind: 'lease', tenant, run, step, attempt } as const;
    const rows = this.#telemetry(claim, request, now);
    const set = { require: [{ due: id, attempt }], due: [{ set: due }], rows };
    const [result] = await this.store.commit([set]);
    if (!result?.ok) throw this.#lost();
    this.#due?.expect(at);
    if (rows.length > 0) this.#tell({ run: claim.run, seq: held.seq, isTelemetry: true });
    return { expiresAt: at };
  }

  async startStep(request: StartRequest): Promise<StepAnswer> {
    const claim = this.#readToken(request);
    const { holder, reportedAt } = request;
    const command = { type: 'start', ...this.#held(claim, holder), reportedAt } as const;
    return this.#submitHeld(claim, { command });
  }

  async complete(request: CompleteRequest): Promise<StepAnswer> {
    const claim = this.#readToken(request);
    const output = newJsonContent(this.#ids, request.tenant, claim.run, request.output);
    checkSize('output', output.ref.size);
    const files = artifactWrites(
      this.#ids,
      request.tenant,
      this.store.now(),
      request.artifacts ?? [],
    );
    const held = this.#held(claim, request.holder);
    return this.#submitHeld(claim, {
      command: { type: 'complete', ...held, output: output.ref, files: files.refs },
      content: [output.row, ...files.content],
      rows: [...files.rows, ...(request.rows ?? [])],
    });
  }

  async fail(request: FailRequest): Promise<StepAnswer> {
    const claim = this.#readToken(request);
    const value = { message: request.message };
    const error = newJsonContent(this.#ids, request.tenant, claim.run, value);
    const held = this.#held(claim, request.holder);
    return this.#submitHeld(claim, {
      command: { type: 'fail', ...held, class: request.class, error: error.ref },
      content: [error.row],
    });
  }

  async note(request: NoteRequest): Promise<{ seq: number }> {
    const { tenant, run, by, step, kind, reportedAt } = request;
    const note = newJsonContent(this.#ids, tenant, run, request.note);
    checkSize('note', note.ref.size);
    const events = await this.#submit(run, {
      command: { type: 'note', by, step, kind, reportedAt, note: note.ref },
      content: [note.row],
    });
    return { seq: events[0]?.seq ?? 0 };
  }

  async release(request: HolderCall): Promise<void> {
    const claim = this.#readToken(request);
    const command = { type: 'release', ...this.#held(claim, request.holder) } as const;
    await this.#submit(claim.run, { command });
  }

  /** The runs first, which ends them: from then on nothing can write the plan's text again. */
  async erase({ tenant, plan }: EraseRequest): Promise<EraseAnswer> {
    const runs = new Map<string, number>();
    const unrecorded: string[] = [];
    const eraseRuns = async (): Promise<void> => {
      for (const { id } of await this.store.planRuns(tenant, plan)) {
        if (!runs.has(id)) runs.set(id, await this.#eraseRun(id, unrecorded));
      }
    };
    await eraseRuns();
    const owned = (await this.store.contentIds(plan)).length;
    await this.store.commit([{ erase: { owners: [plan], at: this.store.now() } }]);
    // An execution that was being created while the others were erased.
    await eraseRuns();
    await this.store.scrub();
    const contents = [...runs.values()].reduce((sum, count) => sum + count, owned);
    return { contents, runs: [...runs.keys()], unrecorded };
  }

  commit(sets: readonly WriteSet[]): Promise<CommitResult[]> {
    return this.store.commit(sets);
  }

  backup(target: string): Promise<void> {
    return this.store.backup(target);
  }

  /** A run that cannot be read any more loses its contents all the same, without an event. */
  async #eraseRun(run: string, unrecorded: string[]): Promise<number> {
    const count = (await this.store.contentIds(run)).length;
    const status = (await this.store.run(run))?.status as RunStatus | undefined;
    // Erased before: nothing to record again.
    if (count === 0 && status !== undefined && runIsOver(status)) return 0;
    const erase = { owners: [run], at: this.store.now() };
    try {
      await this.#submit(run, { command: { type: 'erase', count }, erase });
    } catch (error) {
      this.#onError(error);
      unrecorded.push(run);
      await this.store.commit([{ erase }]);
    }
    return count;
  }

  #telemetry(claim: LeaseClaim, request: HeartbeatRequest, now: number): RowWrite[] {
    const { progress, note } = request;
    if (progress === null && note === null) return [];
    const { run, step } = claim;
    const put = { run, step, at: now, progress: progress ?? 0, note: note ?? '' };
    return [{ table: 'telemetry', put }];
  }

  #held(claim: LeaseClaim, holder: string): { step: string; attempt: number; holder: string } {
    return { step: claim.step, attempt: claim.attempt, holder };
  }

  #lost(): PlanwrightError {
    return new PlanwrightError(
      'lease_lost',
      'This lease is not yours any more: it ran out, or the work went elsewhere. Claim new work.',
    );
  }

  #readToken({ token, holder }: HolderCall): LeaseClaim {
    const claim = readLeaseToken(this.#secret, token, holder);
    if (!claim) throw this.#lost();
    return claim;
  }

  async #submit(run: string, submission: Submission): Promise<readonly RunEvent[]> {
    const outcome = await this.#actor(run).submit(submission);
    if (!outcome.ok) throw rejectedBy(outcome.rejection);
    return outcome.events;
  }

  async #submitHeld(claim: LeaseClaim, submission: Submission): Promise<StepAnswer> {
    const view = (state: RunState): StepAnswer => stepAnswer(state, claim.step);
    const outcome = await this.#actor(claim.run).submit(submission, view);
    if (!outcome.ok) throw rejectedBy(outcome.rejection);
    return { ...outcome.value, seq: outcome.events.at(-1)?.seq ?? outcome.value.seq };
  }

  async #lease(row: Rows['steps'], request: ClaimRequest): Promise<ClaimedStep | null> {
    const { holder, leaseMs } = request;
    const command = { type: 'lease', step: row.step, holder, leaseMs } as const;
    const outcome = await this.#actor(row.run).submit({ command }, (state) => ({
      plan: state.planId,
      needs: state.steps.get(row.step)?.def.needs ?? [],
    }));
    if (!outcome.ok) return null;
    const leased = outcome.events.find((event) => event.type === 'step.leased');
    if (!leased) return null;
    const { attempt, lease_ms: grantedMs } = leased.data;
    const claim = { run: row.run, step: row.step, attempt };
    return {
      token: leaseToken(this.#secret, claim, holder),
      expiresAt: leased.at + grantedMs,
      run: row.run,
      plan: outcome.value.plan,
      step: row.step,
      parent: row.parent,
      attempt,
      action: row.action,
      tier: row.tier,
      needs: outcome.value.needs,
      spec: row.spec,
      lastError: row.error,
    };
  }

  /** A timer rang. The row is the fact: if it changed meanwhile, the commit refuses. */
  async #ring(row: DueRow): Promise<void> {
    const { run, step, attempt } = row;
    const command =
      row.kind === 'lease'
        ? ({ type: 'expire', step, attempt } as const)
        : ({ type: 'wake', step } as const);
    const require = [{ due: row.id, at: row.at }];
    const outcome = await this.#actor(run).submit({ command, require });
    if (outcome.ok || outcome.rejection.code === 'conflict') return;
    // The run is past it: the row is a leftover.
    await this.store.commit([{ require, due: [{ clear: row.id }] }]);
  }

  #actor(run: string): RunActor {
    const known = this.#actors.get(run);
    if (known) return known;
    this.#trimCache();
    const actor = new RunActor(run, this.store, (state, events) => this.#advanced(state, events));
    this.#actors.set(run, actor);
    return actor;
  }

  #trimCache(): void {
    if (this.#actors.size < maxCachedRuns) return;
    for (const [id, actor] of this.#actors) {
      if (actor.isIdle) this.#actors.delete(id);
      if (this.#actors.size < maxCachedRuns) return;
    }
  }

  #advanced(state: RunState, events: readonly RunEvent[]): void {
    for (const event of events) this.#expectTimers(event);
    const ready = readySteps(state, events);
    if (ready.length > 0) this.#claims.wake(ready);
    this.#tell({ run: state.id, seq: state.seq });
  }

  #expectTimers(event: RunEvent): void {
    if (event.type === 'step.leased') this.#due?.expect(event.at + event.data.lease_ms);
    if (event.type === 'attempt.ended' && event.data.until > 0) this.#due?.expect(event.data.until);
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
