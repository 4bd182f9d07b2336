// A run made by the real machine, fold and projection with contents of its own, commit by commit, as
// the shell would do it. Times, ids and salts are the same every time.
import { sha256Hex, sha256HexOf } from '../../src/base/hash.ts';
import { apply } from '../../src/engine/apply.ts';
import type { Command, Held, Refs } from '../../src/engine/commands.ts';
import type {
  Budget,
  ContentRef,
  FailureClass,
  GraphStep,
  RunEvent,
  RunKind,
} from '../../src/engine/event-types.ts';
import { emptyHead, encodeEvent, type StoredEvent } from '../../src/engine/log-header.ts';
import { decide } from '../../src/engine/machine.ts';
import { project } from '../../src/engine/projection.ts';
import { emptyRun, type RunState } from '../../src/engine/state.ts';
import type { ContentRow, Store, WriteSet } from '../../src/store/store.ts';

export const person = 'person_history1';
export const worker = 'agent_history1';

export interface HistoryPlace {
  readonly run: string;
  readonly tenant: string;
  readonly kind?: RunKind;
  readonly plan?: string;
}

export class HistoryRun {
  readonly place: HistoryPlace;
  readonly state: RunState;
  readonly stored: StoredEvent[] = [];
  readonly events: RunEvent[] = [];
  /** Every commit, in order. */
  readonly sets: WriteSet[] = [];
  readonly contents: ContentRow[] = [];
  nowMs = 1_700_000_000_000;
  #unwritten: ContentRow[] = [];

  constructor(place: HistoryPlace) {
    this.place = place;
    this.state = emptyRun(place.run, emptyHead.hash);
  }

  /** A content that goes with the next commit. */
  text(text: string, owner = this.place.run): ContentRef {
    const { run, tenant } = this.place;
    const id = `ct_${sha256Hex(`${run}/${this.contents.length}`).slice(0, 24)}`;
    const salt = Buffer.from(sha256Hex(id).slice(0, 32), 'hex');
    const bytes = Buffer.from(text);
    const row = { id, tenant, owner, salt, bytes };
    this.contents.push(row);
    this.#unwritten.push(row);
    return { id, size: bytes.byteLength, digest: sha256HexOf(salt, bytes) };
  }

  specs(steps: readonly GraphStep[]): Refs {
    return Object.fromEntries(steps.map(({ id }) => [id, this.text(`{"title":"Do ${id}"}`)]));
  }

  create(steps: readonly GraphStep[], budget?: Budget, forkOf?: string): void {
    const { tenant, kind = 'execution', plan = 'plan_history1' } = this.place;
    const specs = this.specs(steps);
    const funded = { ...(budget ? { budget } : {}), ...(forkOf ? { forkOf } : {}) };
    this.do({ type: 'create', kind, plan, tenant, by: person, steps, specs, ...funded });
  }

  /** One commit: each command on the state after the one before. */
  do(...commands: readonly Command[]): void {
    this.commit(commands);
  }

  commit(commands: readonly Command[], also: Pick<WriteSet, 'rows' | 'erase'> = {}): void {
    const before = this.state.seq;
    const first = this.events.length;
    for (const command of commands) this.#decide(command);
    const events = this.events.slice(first);
    const { rows, due } = project(this.state, events);
    this.sets.push({
      run: this.place.run,
      expectedSeq: before,
      events: this.stored.slice(first),
      content: this.#unwritten,
      rows: [...rows, ...(also.rows ?? [])],
      due,
      ...(also.erase ? { erase: also.erase } : {}),
    });
    this.#unwritten = [];
  }

  #decide(command: Command): void {
    const { state, nowMs } = this;
    const decision = decide(state, command, { now: nowMs });
    if (decision.rejection) throw new Error(`${command.type}: ${decision.rejection.message}`);
    for (const draft of decision.events) {
      const stored = encodeEvent(state.id, state, nowMs, draft);
      const event = { ...draft, run: state.id, seq: stored.seq, at: nowMs } as RunEvent;
      apply(state, event, stored.hash);
      this.stored.push(stored);
      this.events.push(event);
    }
  }

  held(step: string): Held {
    const found = this.state.steps.get(step);
    return { step, attempt: found?.attempt ?? 0, holder: found?.lease?.holder ?? '' };
  }

  lease(step: string, holder = worker): Held {
    this.do({ type: 'lease', step, holder, leaseMs: 60_000 });
    this.nowMs += 10;
    return this.held(step);
  }

  completion(step: string, choice?: string): Command {
    const output = this.text(`{"done":"${step}"}`);
    const chosen = choice === undefined ? {} : { choice };
    return { type: 'complete', ...this.held(step), output, ...chosen };
  }

  /** Takes the step unless somebody has it, and finishes it. */
  complete(step: string, choice?: string): void {
    if (!this.state.steps.get(step)?.lease) this.lease(step);
    this.do(this.completion(step, choice));
    this.nowMs += 1_000;
  }

  fail(step: string, failure: FailureClass = 'logic', holder?: string): void {
    if (!this.state.steps.get(step)?.lease) this.lease(step, holder);
    const error = this.text(`${step} did not work`);
    this.do({ type: 'fail', ...this.held(step), class: failure, error });
    this.nowMs += 1_000;
  }

  /** Lets the time of a wait pass. */
  wake(step: string): void {
    this.nowMs = Math.max(this.nowMs, this.state.steps.get(step)?.wait?.until ?? 0);
    this.do({ type: 'wake', step });
  }

  async writeTo(store: Store): Promise<void> {
    for (const set of this.sets) {
      const [result] = await store.commit([set]);
      if (!result?.ok) throw new Error(`not committed: ${JSON.stringify(result)}`);
    }
  }
}
