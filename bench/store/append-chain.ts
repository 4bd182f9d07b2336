// A run that grows by one event at a time, as the write sets that the engine makes for task_started.
import { emptyHead, encodeEvent, type Head } from '../../src/engine/log-header.ts';
import type { WriteSet } from '../../src/store/store.ts';
import type { Rows } from '../../src/store/tables.ts';

const atMs = 1_800_000_000_000;

const draft = {
  type: 'step.started',
  data: { step: 'task_1_2_3', attempt: 1, reported_at: atMs },
} as const;

function runRow(id: string, head: Head): Rows['runs'] {
  return {
    id,
    tenant: 'tenant_bench',
    kind: 'execution',
    plan: 'plan_01bench00000000000000000001',
    status: 'RUNNING',
    head_seq: head.seq,
    head_hash: head.hash,
    created_by: 'person_bench',
    created_at: atMs,
    started_at: atMs,
    ended_at: 0,
    changed_at: atMs,
    steps_total: 20,
    steps_done: 3,
    held_at: 0,
    held_by: '',
    ending: '',
    rev: 1,
    progress: 150_000,
    stored_bytes: 0,
  };
}

export class AppendChain {
  readonly run: string;
  #head: Head = emptyHead;

  constructor(run: string) {
    this.run = run;
  }

  /** The next sets, each on the head that the one before it leaves. */
  take(count: number): WriteSet[] {
    return Array.from({ length: count }, () => this.#next());
  }

  #next(): WriteSet {
    const before = this.#head.seq;
    const event = encodeEvent(this.run, this.#head, atMs, draft);
    this.#head = { seq: event.seq, hash: event.hash };
    const put = runRow(this.run, this.#head);
    return {
      run: this.run,
      expectedSeq: before,
      events: [event],
      content: [],
      rows: [{ table: 'runs', put }],
      due: [],
    };
  }
}

export const newChains = (count: number, name: string): AppendChain[] =>
  Array.from({ length: count }, (_, index) => new AppendChain(`exec_${name}${index}`));
