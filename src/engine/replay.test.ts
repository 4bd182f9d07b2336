import { describe, expect, it } from 'vitest';
import { scenarios } from '../../test/histories/scenarios.ts';
import { withStore } from '../../test/support/bundles.ts';
import { HistoryRun } from '../../test/support/history-run.ts';
import { leaf } from '../../test/support/run-driver.ts';
import type { EventData, EventDraft } from './event-types.ts';
import { chainHash, decodeEvent, emptyHead, encodeEvent, type StoredEvent } from './log-header.ts';
import { machineVersion } from './machine.ts';
import { type DecideReport, decideEvents, replayDecide, replayFold } from './replay.ts';
import { encodeSnapshot } from './snapshot.ts';
import { viewHash } from './view.ts';

const place = { run: 'exec_replay000000001', tenant: 'tenant_local' };

function played(name: string): HistoryRun {
  const run = new HistoryRun(place);
  scenarios[name]?.(run);
  return run;
}

/** The same log with one event changed, and a chain that holds. */
function planted(
  { stored }: HistoryRun,
  seq: number,
  change: (draft: EventDraft) => EventDraft,
): StoredEvent[] {
  const forged: StoredEvent[] = [];
  for (const { header } of stored) {
    const event = decodeEvent(header);
    const { type, data, refs } = event;
    const draft = { type, data, ...(refs ? { refs } : {}) } as EventDraft;
    const head = forged.at(-1) ?? emptyHead;
    forged.push(encodeEvent(place.run, head, event.at, event.seq === seq ? change(draft) : draft));
  }
  return forged;
}

const seqOf = ({ events }: HistoryRun, type: string, nth = 0): number =>
  events.filter((event) => event.type === type)[nth]?.seq ?? 0;

const withData = (draft: EventDraft, change: object): EventDraft =>
  ({ ...draft, data: { ...draft.data, ...change } }) as EventDraft;

const decideAgain = (stored: readonly StoredEvent[]): Promise<DecideReport> =>
  decideEvents(place.run, stored);

describe('decided again', () => {
  it.each(Object.keys(scenarios))('[RP3] %s is the same', async (name) => {
    const run = played(name);
    const { length: events } = run.events;
    expect(await decideAgain(run.stored)).toEqual({
      run: place.run,
      ok: true,
      machine: machineVersion,
      same_machine: true,
      events,
      commands: expect.any(Number) as number,
      view_hash: viewHash(run.state),
    });
  });

  it('[RP5] names a planted event by its number, with what was expected and found', async () => {
    const run = played('retries');
    const seq = seqOf(run, 'attempt.ended', 0);
    const forged = planted(run, seq, (draft) => withData(draft, { to: 'READY', until: 0 }));
    const { ok, difference, problem } = await decideAgain(forged);
    expect({ ok, problem }).toEqual({ ok: false, problem: undefined });
    expect(difference).toMatchObject({
      seq,
      command: 'fail',
      expected: { type: 'attempt.ended', data: { to: 'WAITING' } },
      found: { type: 'attempt.ended', data: { to: 'READY' } },
    });
  });

  const swaps: readonly [string, string, string, (data: never) => object][] = [
    ['a step that was not made ready', 'pauses', 'step.verified', () => ({ ready: [] })],
    ['a lease that lasts longer', 'chain', 'step.leased', () => ({ lease_ms: 9_000_000 })],
    ['a member that was not let go', 'joins', 'step.verified', () => ({ cancelled: [] })],
    ['another end', 'pauses', 'run.ended', () => ({ as: 'FAILED' })],
    ['a longer wait', 'retries', 'attempt.ended', () => ({ until: 1_700_000_099_999 })],
    [
      'undo in another order',
      'undo',
      'graph.patched',
      ({ added }: EventData['graph.patched']) => ({ added: added.toReversed() }),
    ],
  ];
  it.each(swaps)('[RP5] finds %s', async (_, name, type, change) => {
    const run = played(name);
    const nth = name === 'undo' || (name === 'joins' && type === 'step.verified') ? 1 : 0;
    const seq = seqOf(run, type, nth);
    const forged = planted(run, seq, (draft) => withData(draft, change(draft.data as never)));
    const report = await decideAgain(forged);
    expect(report.ok).toBe(false);
    expect(report.difference?.seq ?? report.problem?.seq).toBe(seq);
  });

  it('[RP5] finds an event that is left out at the end', async () => {
    const run = played('chain');
    const { difference } = await decideAgain(run.stored.slice(0, -1));
    expect(difference).toMatchObject({ seq: run.stored.length, found: null });
    expect(difference?.expected?.type).toBe('run.ended');
  });

  it('[RP5] finds an event that nothing leads to', async () => {
    const run = played('pauses');
    const seq = seqOf(run, 'run.held');
    const forged = planted(run, seq, () => ({
      type: 'attempt.ended',
      data: {
        step: 'task_1',
        attempt: 1,
        by: 'agent_history1',
        as: 'rejected',
        class: 'logic',
        to: 'READY',
        until: 0,
      },
    }));
    const { difference } = await decideAgain(forged);
    expect(difference).toMatchObject({ seq, command: '', expected: null });
  });

  it('[RP5] a broken chain is a broken log, not a difference', async () => {
    const run = played('chain');
    const stored = run.stored.map((event) =>
      event.seq === 5 ? { ...event, header: event.header.replace('step', 'stap') } : event,
    );
    const report = await decideAgain(stored);
    expect(report).toMatchObject({ ok: false, problem: { seq: 5 } });
    expect(report.difference).toBeUndefined();
  });

  it('[RP5] an event that this version does not know is a problem of the log', async () => {
    const run = played('chain');
    const seq = seqOf(run, 'step.started');
    const before = run.stored[seq - 2] ?? emptyHead;
    const header = (run.stored[seq - 1]?.header ?? '').replace('step.started', 'step.danced');
    const strange = { seq, header, hash: chainHash(before.hash, header) };
    const report = await decideAgain([...run.stored.slice(0, seq - 1), strange]);
    expect(report).toMatchObject({ ok: false, problem: { seq } });
    expect(report.problem?.what).toContain('does not know');
  });

  it('[RP4] a log of another machine is decided too, and said to be one', async () => {
    const run = played('chain');
    const forged = planted(run, 1, (draft) => withData(draft, { machine: machineVersion + 1 }));
    const report = await decideAgain(forged);
    expect(report).toMatchObject({ ok: true, machine: machineVersion + 1, same_machine: false });
  });
});

/** Many short steps, so that several pages are read. */
function longRun(): HistoryRun {
  const run = new HistoryRun(place);
  const ids = Array.from({ length: 900 }, (_, index) => `task_${index}`);
  run.create(ids.map((id) => leaf(id)));
  for (const id of ids) run.complete(id);
  return run;
}

describe('replayed from a store', () => {
  it('[RP1] folds and decides page by page', async () => {
    const run = longRun();
    await withStore([], async (store) => {
      await run.writeTo(store);
      const { seq, hash } = run.state;
      const view = viewHash(run.state);
      expect(await replayFold(store, place.run)).toEqual({
        run: place.run,
        ok: true,
        events: seq,
        head: { seq, hash },
        view_hash: view,
        status: 'COMPLETED',
        snapshot: 'none',
      });
      const report = await replayDecide(store, place.run);
      expect(report).toMatchObject({ ok: true, events: seq, commands: 1 + 2 * 900 });
      expect(report.view_hash).toBe(view);
    });
  });

  it('[RP1] a snapshot and the events behind it must lead to the same state', async () => {
    const run = played('undo');
    const half = new HistoryRun(place);
    half.create([leaf('task_1')]);
    await withStore([], async (store) => {
      await run.writeTo(store);
      const { seq, hash } = run.state;
      const keep = (bytes: Uint8Array, machine = machineVersion) =>
        store.commit([{ snapshot: { run: place.run, seq, hash, machine, bytes } }]);
      await keep(encodeSnapshot(run.state));
      expect(await replayFold(store, place.run)).toMatchObject({ ok: true, snapshot: 'fits' });
      await keep(Buffer.from('{}'), machineVersion + 1);
      expect(await replayFold(store, place.run)).toMatchObject({
        ok: true,
        snapshot: 'other_version',
      });
      await keep(encodeSnapshot(half.state));
      expect(await replayFold(store, place.run)).toMatchObject({
        ok: false,
        snapshot: 'differs',
        problem: { seq },
      });
    });
  });

  it('[RP1] says where the log is broken', async () => {
    const run = played('chain');
    await withStore([], async (store) => {
      const sets = run.sets.map((set) => ({
        ...set,
        events: set.events?.map((event) =>
          event.seq === 4 ? { ...event, hash: 'ab'.repeat(32) } : event,
        ),
      }));
      for (const set of sets) await store.commit([set as never]);
      expect(await replayFold(store, place.run)).toMatchObject({ ok: false, problem: { seq: 4 } });
      expect(await replayDecide(store, place.run)).toMatchObject({
        ok: false,
        problem: { seq: 4 },
      });
    });
  });
});
