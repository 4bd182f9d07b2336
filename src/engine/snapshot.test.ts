import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { group, leaf, RunDriver } from '../../test/support/run-driver.ts';
import {
  callOf,
  createRun,
  openTempEngine,
  type TempEngine,
  take,
  tenant,
  until,
} from '../../test/support/temp-engine.ts';
import { sha256Hex } from '../base/hash.ts';
import type { Store } from '../store/store.ts';
import { loadRun } from './load-run.ts';
import { decodeSnapshot, encodeSnapshot, snapshotIsDue } from './snapshot.ts';
import { viewHash } from './view.ts';

const run = 'exec_snap1';

function sample(): RunDriver {
  const driver = new RunDriver([
    leaf('task_1', [], { parent: 'phase_1' }),
    leaf('task_2', ['task_1'], { parent: 'phase_1', wait: { for: 'event', key: 'mail' } }),
    group('phase_1', ['task_1', 'task_2']),
  ]);
  driver.fail('task_1', 'transient');
  return driver;
}

describe('a snapshot', () => {
  it('[EN32] gives the state back as it was', () => {
    const { state } = sample();
    const copy = decodeSnapshot(encodeSnapshot(state));
    expect(copy).toEqual(state);
    expect(copy && viewHash(copy)).toBe(viewHash(state));
  });

  it('[EN32] with any one byte changed is not believed', () => {
    const bytes = encodeSnapshot(sample().state);
    for (let at = 0; at < bytes.length; at += 37) {
      const damaged = Uint8Array.from(bytes);
      damaged[at] = (damaged[at] ?? 0) ^ 1;
      expect(decodeSnapshot(damaged)).toBeNull();
    }
    expect(decodeSnapshot(bytes.subarray(0, bytes.length - 1))).toBeNull();
    expect(decodeSnapshot(new Uint8Array())).toBeNull();
  });

  it('[EN32] of another machine or another form is not used', () => {
    const text = Buffer.from(encodeSnapshot(sample().state)).toString('utf8').slice(64);
    const changed = (from: RegExp, to: string): Uint8Array => {
      const other = text.replace(from, to);
      expect(other).not.toBe(text);
      return Buffer.from(sha256Hex(other) + other);
    };
    expect(decodeSnapshot(changed(/"machine":\d+/, '"machine":999'))).toBeNull();
    expect(decodeSnapshot(changed(/"format":\d+/, '"format":999'))).toBeNull();
  });

  it('[EN32] is due after a thousand events, or as many as the run has steps', () => {
    const { state } = sample();
    expect(snapshotIsDue({ ...state, seq: 1_999 }, 1_000)).toBe(false);
    expect(snapshotIsDue({ ...state, seq: 2_000 }, 1_000)).toBe(true);
    const [, step] = [...state.steps][0] ?? [];
    if (!step) throw new Error('no step');
    const steps = new Map(Array.from({ length: 3_000 }, (_, index) => [`task_${index}`, step]));
    expect(snapshotIsDue({ ...state, steps, seq: 3_999 }, 1_000)).toBe(false);
    expect(snapshotIsDue({ ...state, steps, seq: 4_000 }, 1_000)).toBe(true);
  });
});

describe('a run with a snapshot', () => {
  let temp: TempEngine;
  beforeEach(async () => {
    temp = await openTempEngine();
    const gate = leaf('gate_1', ['task_1'], { performer: 'engine', purpose: 'checkpoint' });
    await createRun(temp.engine, run, [leaf('task_1'), gate, leaf('task_2', ['gate_1'])]);
    const claimed = await take(temp.engine);
    await temp.engine.complete({ ...callOf(claimed), output: {} });
    await until(async () => (await temp.store.snapshot(run)) !== null);
    await take(temp.engine);
  });
  afterEach(() => temp.close());

  /** The events that are read to load the run. */
  async function readToLoad(): Promise<{ seqs: number[]; view: string; from: number }> {
    const seqs: number[] = [];
    const events: Store['events'] = async (id, after, limit) => {
      const page = await temp.store.events(id, after, limit);
      seqs.push(...page.map((event) => event.seq));
      return page;
    };
    const { state, snapshotSeq } = await loadRun({ ...temp.store, events }, run);
    return { seqs, view: viewHash(state), from: snapshotSeq };
  }

  it('[EN32] has one at each checkpoint, and needs only the events behind it', async () => {
    const { seqs, from } = await readToLoad();
    expect(from).toBe(7);
    expect(seqs).toEqual([8]);
  });

  it.each([
    ['damaged', (bytes: Uint8Array) => bytes.map((byte, at) => (at === 99 ? byte ^ 1 : byte))],
    ['of nothing', () => new Uint8Array()],
    ['of another run', () => encodeSnapshot(sample().state)],
  ])('[EN32] that is %s is read from its log instead, and is the same', async (_, damage) => {
    const good = await readToLoad();
    const kept = await temp.store.snapshot(run);
    if (!kept) throw new Error('there is no snapshot');
    await temp.store.commit([{ snapshot: { ...kept, run, bytes: damage(kept.bytes) } }]);
    const { seqs, view, from } = await readToLoad();
    expect(from).toBe(0);
    expect(seqs).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(view).toBe(good.view);
  });

  it('[EN32] that does not fit its log is read from the log', async () => {
    const kept = await temp.store.snapshot(run);
    if (!kept) throw new Error('there is no snapshot');
    const hash = 'ab'.repeat(32);
    await temp.store.commit([{ snapshot: { ...kept, run, hash } }]);
    expect((await readToLoad()).from).toBe(0);
  });

  it('[EN32] goes on in another engine as if it had read everything', async () => {
    const other = await temp.beside();
    await other.control({ tenant, run, by: 'person_a', action: 'skip_step', step: 'task_2' });
    expect((await temp.store.run(run))?.status).toBe('COMPLETED');
  });
});
