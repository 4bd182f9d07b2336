// A run made by the real machine, fold and projection, committed set by set.
import { createHash } from 'node:crypto';
import { apply } from '../../src/engine/apply.ts';
import type { Command } from '../../src/engine/commands.ts';
import type { ContentRef, GraphStep, RunEvent, RunKind } from '../../src/engine/event-types.ts';
import { emptyHead, encodeEvent, type StoredEvent } from '../../src/engine/log-header.ts';
import { decide } from '../../src/engine/machine.ts';
import { project } from '../../src/engine/projection.ts';
import { emptyRun, type RunState } from '../../src/engine/state.ts';
import type { ContentRow, Store, WriteSet } from '../../src/store/store.ts';
import { leaf } from '../support/run-driver.ts';

export const tenant = 'tenant_contract';
const holder = 'agent_contract1';

export class RunBuilder {
  readonly state: RunState;
  /** Every set that was made, in order. */
  readonly sets: WriteSet[] = [];
  nowMs: number;
  #contents = 0;

  constructor(run: string, startMs = 1_700_000_000_000) {
    this.state = emptyRun(run, emptyHead.hash);
    this.nowMs = startMs;
  }

  content(text: string): { readonly row: ContentRow; readonly ref: ContentRef } {
    this.#contents += 1;
    const id = `ct_${this.state.id.slice(-12)}x${this.#contents}`;
    const bytes = new Uint8Array(Buffer.from(text));
    const salt = new Uint8Array(createHash('sha256').update(id).digest().subarray(0, 16));
    const digest = createHash('sha256').update(salt).update(bytes).digest('hex');
    const row = { id, tenant, owner: this.state.id, salt, bytes };
    return { row, ref: { id, size: bytes.byteLength, digest } };
  }

  /** Decides and folds; the set still has to be committed. */
  write(command: Command, content: readonly ContentRow[] = []): WriteSet {
    const before = this.state.seq;
    const decision = decide(this.state, command, { now: this.nowMs });
    if (decision.rejection) throw new Error(decision.rejection.message);
    const events: StoredEvent[] = decision.events.map((draft) => {
      const stored = encodeEvent(this.state.id, this.state, this.nowMs, draft);
      const event = { ...draft, run: this.state.id, seq: stored.seq, at: this.nowMs } as RunEvent;
      apply(this.state, event, stored.hash);
      return stored;
    });
    const { rows, due } = project(this.state, decision.events);
    const set = { run: this.state.id, expectedSeq: before, events, content, rows, due };
    this.sets.push(set);
    return set;
  }

  create(
    steps: readonly GraphStep[],
    { kind = 'execution', plan = 'plan_contract1' }: { kind?: RunKind; plan?: string } = {},
  ): WriteSet {
    const specs = steps.map((step) => [step.id, this.content(`do ${step.id}`)] as const);
    return this.write(
      {
        type: 'create',
        kind,
        plan,
        tenant,
        by: 'person_contract1',
        steps,
        specs: Object.fromEntries(specs.map(([id, { ref }]) => [id, ref])),
      },
      specs.map(([, { row }]) => row),
    );
  }

  lease(step: string): WriteSet {
    return this.write({ type: 'lease', step, holder, leaseMs: 60_000 });
  }

  start(step: string): WriteSet {
    return this.write({ type: 'start', ...this.#held(step), reportedAt: this.nowMs });
  }

  complete(step: string, output: string): WriteSet {
    const { row, ref } = this.content(output);
    return this.write({ type: 'complete', ...this.#held(step), output: ref }, [row]);
  }

  fail(step: string, error: string): WriteSet {
    const { row, ref } = this.content(error);
    return this.write({ type: 'fail', ...this.#held(step), class: 'transient', error: ref }, [row]);
  }

  note(text: string): WriteSet {
    const { row, ref } = this.content(text);
    const fields = { by: 'person_contract1', step: '', kind: 'remark', reportedAt: 0 };
    return this.write({ type: 'note', ...fields, note: ref }, [row]);
  }

  erase(): WriteSet {
    const set = this.write({ type: 'erase', count: this.#contents });
    return { ...set, erase: { owners: [this.state.id], at: this.nowMs } };
  }

  #held(step: string): { step: string; attempt: number; holder: string } {
    return { step, attempt: this.state.steps.get(step)?.attempt ?? 0, holder };
  }
}

export async function commitAll(store: Store, sets: readonly WriteSet[]): Promise<void> {
  for (const set of sets) {
    const [result] = await store.commit([set]);
    if (!result?.ok) throw new Error(`not committed: ${JSON.stringify(result)}`);
  }
}

/** A whole life: a failure, a wait, a wake-up, notes, both steps verified, the end. */
export function wholeRun(run: string): RunBuilder {
  const builder = new RunBuilder(run);
  builder.create([leaf('task_1'), leaf('task_2', ['task_1'])]);
  builder.lease('task_1');
  builder.nowMs += 10;
  builder.start('task_1');
  builder.fail('task_1', 'it rained');
  builder.nowMs += 60_000;
  builder.write({ type: 'wake', step: 'task_1' });
  builder.lease('task_1');
  builder.complete('task_1', 'the first result');
  builder.note('looks good');
  builder.lease('task_2');
  builder.nowMs += 1_000;
  builder.complete('task_2', 'the second result');
  return builder;
}
