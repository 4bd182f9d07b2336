// What a commit promises: all or nothing per set, conflicts that tell, errors that stay alone.
import { beforeEach, describe, expect, it } from 'vitest';
import { ManualClock } from '../../src/base/clock.ts';
import { emptyHead } from '../../src/engine/log-header.ts';
import type { ContentRow, Store, WriteSet } from '../../src/store/store.ts';
import { isAppendOnly, tableNames } from '../../src/store/tables.ts';
import type { Harness } from './harness.ts';
import { append, headAfter, move, put, sampleDue, sampleRows } from './sample-rows.ts';

const run = 'exec_sample0000000001';
const bytesOf = (...values: number[]): Uint8Array => Uint8Array.from(values);

const content = (id: string, bytes: Uint8Array): ContentRow => ({
  id,
  tenant: 'tenant_a',
  owner: run,
  salt: bytesOf(1, 2, 3),
  bytes,
});

export function commitContract(harness: () => Harness): void {
  const clock = new ManualClock(1_700_000_000_000);
  let store: Store;
  beforeEach(async () => {
    store = await harness().open({ clock });
  });
  const ok = async (...sets: WriteSet[]): Promise<void> => {
    expect(await store.commit(sets)).toEqual(sets.map(() => ({ ok: true })));
  };

  describe('a commit', () => {
    it('[ST1] keeps every field of every table', async () => {
      const set = append(run);
      const rows = tableNames.filter((table) => table !== 'runs').map((table) => put(table));
      const file = content('ct_file', bytesOf(1, 2));
      const outbox = [{ id: 'out_1', tenant: 'tenant_a', run, seq: 1, topic: 'run', sent: 0 }];
      const require = [{ unique: 'k', value: 'v', until: clock.now() + 5 }];
      await ok(
        { ...set, rows: [...(set.rows ?? []), ...rows], content: [file], require, outbox },
        { due: [{ set: sampleDue }] },
      );
      expect(await store.events(run, 0, 10)).toEqual(set.events);
      const { hash } = headAfter(set);
      expect(await store.run(run)).toEqual({ ...sampleRows.runs, head_hash: hash });
      expect(await store.steps(run)).toEqual([sampleRows.steps]);
      expect(await store.plan('tenant_a', sampleRows.plans.id)).toEqual(sampleRows.plans);
      const { owner } = sampleRows.artifacts;
      expect(await store.artifacts('tenant_a', owner)).toEqual([sampleRows.artifacts]);
      expect(await store.telemetry(run)).toEqual([sampleRows.telemetry]);
      expect(await store.agent('tenant_a', sampleRows.agents.id)).toEqual(sampleRows.agents);
      expect(await store.key(sampleRows.keys.id)).toEqual(sampleRows.keys);
      const page = { before: '~', limit: 5 };
      expect(await store.audit('tenant_a', page)).toEqual([sampleRows.audit]);
      expect(await store.tenants(5)).toEqual([sampleRows.tenants]);
      expect(await store.tenant(sampleRows.tenants.id)).toEqual(sampleRows.tenants);
      expect(await store.content('ct_file')).toEqual(file);
      expect(await store.taken('k')).toEqual({ value: 'v', until: clock.now() + 5 });
      expect(await store.due(sampleDue.at, 10)).toEqual([sampleDue]);
      expect(await store.nextDueAt()).toBe(sampleDue.at);
      expect(await store.outboxPending(0, 5)).toEqual([{ ...outbox[0], next_at: 0, tries: 0 }]);
      expect(await store.messagesFor('tenant_a', ['agent_sample02'], 5)).toEqual([
        sampleRows.messages,
      ]);
      expect(await store.switches()).toEqual([sampleRows.switches]);
      expect(await store.webhook('tenant_a', sampleRows.webhooks.id)).toEqual(sampleRows.webhooks);
      expect(await store.deliveries('tenant_a', sampleRows.webhooks.id, '~', 5)).toEqual([
        sampleRows.deliveries,
      ]);
      expect(await store.slotCount(sampleRows.slots.name)).toBe(1);
    });

    it('[ST1] puts over and removes rows of every table by their keys', async () => {
      await ok({ rows: tableNames.map((table) => put(table)) });
      const changed = { ...sampleRows.agents, name: 'Bea', seen_at: 99 };
      await ok({ rows: [put('agents', changed)] });
      expect(await store.agent('tenant_a', changed.id)).toEqual(changed);
      await ok({
        rows: tableNames.map((table) => ({ table, remove: { ...sampleRows[table] } }) as never),
      });
      for (const table of tableNames.filter((name) => !isAppendOnly(name))) {
        expect(await harness().sql(`select * from ${table}`)).toEqual([]);
      }
    });

    it('[AU1] neither changes nor removes a row of the audit', async () => {
      await ok({ rows: [put('audit')] });
      await ok({ rows: [put('audit', { action: 'nothing', tenant: 'tenant_b' })] });
      await ok({ rows: [{ table: 'audit', remove: { id: sampleRows.audit.id } } as never] });
      const page = { before: '~', limit: 5 };
      expect(await store.audit('tenant_a', page)).toEqual([sampleRows.audit]);
      expect(await store.audit('tenant_b', page)).toEqual([]);
    });

    it('[ST32] moves a step that is there in what moves, and puts none that is not', async () => {
      const { run, step } = sampleRows.steps;
      const change = { state: 'DONE', attempt: 77, output: 'ct_new', tier: 99, parent: 'other' };
      await store.commit([{ rows: [move(change)] }]);
      expect(await store.steps(run)).toEqual([]);
      await store.commit([{ rows: [put('steps')] }]);
      await store.commit([{ rows: [move(change), move({ ...change, step: `${step}x` })] }]);
      const { state, attempt, output } = change;
      expect(await store.steps(run)).toEqual([{ ...sampleRows.steps, state, attempt, output }]);
      const rows = [put('steps', { tier: 5 }), move({ attempt: 78 })];
      await store.commit([{ rows }]);
      expect(await store.steps(run)).toEqual([{ ...sampleRows.steps, tier: 5, attempt: 78 }]);
    });

    it('[ST1] sets a due row again and clears it', async () => {
      await ok({ due: [{ set: sampleDue }] });
      const later = { ...sampleDue, at: sampleDue.at + 1, kind: 'wake', attempt: 10 } as const;
      await ok({ due: [{ set: later }] });
      expect(await store.due(later.at, 10)).toEqual([later]);
      await ok({ due: [{ clear: sampleDue.id }] });
      expect(await store.nextDueAt()).toBeNull();
    });

    it('[ST2] on an old head is a conflict that gives the head, and writes nothing', async () => {
      const first = append(run);
      await ok(first);
      const stale = append(run, emptyHead, {
        rows: [put('agents')],
        content: [content('c', bytesOf())],
      });
      const require = [{ unique: 'stale', value: '', until: clock.now() + 1 }];
      const [result] = await store.commit([{ ...stale, require }]);
      expect(result).toEqual({ ok: false, conflict: 'seq', head: headAfter(first) });
      expect(await store.agents('tenant_a')).toEqual([]);
      expect(await store.content('c')).toBeNull();
      expect(await store.taken('stale')).toBeNull();
      const [ahead] = await store.commit([append('exec_absent', { seq: 3, hash: 'f'.repeat(64) })]);
      expect(ahead).toEqual({ ok: false, conflict: 'seq', head: emptyHead });
      const { expectedSeq, ...blind } = append('exec_blind');
      expect(await store.commit([blind])).toEqual([ahead]);
      expect(expectedSeq).toBe(0);
    });

    it('[ST2] tells who was first even where both wrote as many events', async () => {
      const first = append(run, emptyHead, { rows: [put('steps')] });
      await ok(first);
      const theirs = append(run, headAfter(first));
      const ours = append(run, headAfter(first), { rows: [move({ attempt: 78 })] });
      const changed = { ...ours, events: [{ seq: 2, header: '{}', hash: 'e'.repeat(64) }] };
      const row = put('runs', { id: run, head_seq: 2, head_hash: 'e'.repeat(64) });
      const other = append('exec_other');
      await ok(theirs);
      const set = { ...changed, rows: [row, ...(ours.rows ?? []).slice(1)] };
      const results = await store.commit([other, set]);
      const lost = { ok: false, conflict: 'seq', head: headAfter(theirs) };
      expect(results).toEqual([{ ok: true }, lost]);
      expect(await store.steps(run)).toEqual([sampleRows.steps]);
      expect((await store.events(run, 0, 9)).map(({ hash }) => hash)).toEqual([
        headAfter(first).hash,
        headAfter(theirs).hash,
      ]);
    });

    it('[ST3] takes a unique key once, tells who has it, and again after it expired', async () => {
      const take = (value: string): WriteSet => ({
        require: [{ unique: 'key', value, until: clock.now() + 1_000 }],
        rows: [put('agents', { id: `agent_${value}` })],
      });
      await ok(take('one'));
      const [second] = await store.commit([take('two')]);
      expect(second).toEqual({ ok: false, conflict: 'unique', key: 'key', value: 'one' });
      clock.advance(1_000);
      expect((await store.commit([take('three')]))[0]?.ok).toBe(false);
      clock.advance(1);
      await ok(take('four'));
      expect((await store.taken('key'))?.value).toBe('four');
      const agents = await store.agents('tenant_a');
      expect(agents.map(({ id }) => id).sort()).toEqual(['agent_four', 'agent_one']);
    });

    it('[ST3] lets exactly one of two sets in a batch have a key', async () => {
      const take = (value: string): WriteSet =>
        append(`exec_race_${value}`, emptyHead, {
          require: [{ unique: 'race', value, until: clock.now() + 1 }],
        });
      const results = await store.commit([take('b'), take('a')]);
      expect(results.filter((result) => result.ok).length).toBe(1);
      const winner = results[0]?.ok ? 'b' : 'a';
      expect((await store.taken('race'))?.value).toBe(winner);
      expect(await store.runIds('exec_race_', 5)).toEqual([`exec_race_${winner}`]);
    });

    it('[ST3] gives a key back when a later requirement of its set fails', async () => {
      const require = [{ unique: 'first', value: '', until: clock.now() + 1 }, { due: 'nothing' }];
      const [result] = await store.commit([{ require, rows: [put('agents')] }]);
      expect(result).toEqual({ ok: false, conflict: 'due', key: 'nothing' });
      expect(await store.taken('first')).toBeNull();
      expect(await store.agents('tenant_a')).toEqual([]);
    });

    it('[ST4] holds a due requirement only while the row is what was read', async () => {
      await ok({ due: [{ set: sampleDue }] });
      const { id, at, attempt } = sampleDue;
      const held = [{ due: id }, { due: id, at }, { due: id, attempt }, { due: id, at, attempt }];
      await ok(...held.map((requirement) => ({ require: [requirement] })));
      for (const other of [{ at: at + 1 }, { attempt: attempt - 1 }, { at, attempt: 0 }]) {
        const clear: WriteSet = { require: [{ due: id, ...other }], due: [{ clear: id }] };
        expect(await store.commit([clear])).toEqual([{ ok: false, conflict: 'due', key: id }]);
      }
      expect(await store.due(at, 5)).toEqual([sampleDue]);
      await ok({ require: [{ due: id, at }], due: [{ clear: id }] });
      const gone = await store.commit([{ require: [{ due: id }] }]);
      expect(gone).toEqual([{ ok: false, conflict: 'due', key: id }]);
    });

    it('[ST5] of bad input fails alone, and leaves nothing behind', async () => {
      await ok({ content: [content('ct_taken', bytesOf(1))] });
      const doubled = append('exec_bad', emptyHead, { content: [content('ct_taken', bytesOf(2))] });
      const partial: WriteSet = {
        rows: [put('plans'), { table: 'agents', put: { id: 'agent_partial' } } as never],
      };
      const calls = [
        store.commit([append('exec_good1')]),
        store.commit([doubled]),
        store.commit([partial]),
        store.commit([append('exec_good2'), append('exec_good3')]),
      ];
      const settled = await Promise.allSettled(calls);
      const states = settled.map(({ status }) => status);
      expect(states).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled']);
      expect(await store.runIds('', 10)).toEqual(['exec_good1', 'exec_good2', 'exec_good3']);
      expect(await store.events('exec_bad', 0, 5)).toEqual([]);
      expect((await store.content('ct_taken'))?.bytes).toEqual(bytesOf(1));
      expect(await store.plan('tenant_a', sampleRows.plans.id)).toBeNull();
    });

    it('[ST5] answers in the order of its sets', async () => {
      await ok(append('exec_m'));
      const sets = ['exec_z', 'exec_m', 'exec_a'].map((id) => append(id));
      const results = await store.commit([{}, ...sets, {}]);
      expect(results.map((result) => result.ok)).toEqual([true, true, false, true, true]);
      expect(await store.commit([])).toEqual([]);
    });

    it('[ST5] with several sets of one run builds each on the one before', async () => {
      const first = append(run);
      const second = append(run, headAfter(first));
      const results = await store.commit([first, second, append(run, headAfter(first))]);
      expect(results.map((result) => result.ok)).toEqual([true, true, false]);
      expect(results[2]).toMatchObject({ head: headAfter(second) });
    });

    it.each([
      ['a NUL character', 'a\0b'],
      ['half of a surrogate pair', 'a\ud800b'],
    ])('[ST6] refuses text with %s', async (_, text) => {
      const bad = store.commit([{ rows: [put('plans', { goal: text })] }]);
      await expect(bad).rejects.toMatchObject({
        code: 'INVALID_ARGUMENTS',
        facts: { path: '0.rows.0.put.goal' },
      });
      expect(await store.plan('tenant_a', sampleRows.plans.id)).toBeNull();
    });

    it('[ST6] refuses a number that is no integer', async () => {
      const bad = store.commit([{ rows: [put('telemetry', { progress: 0.5 })] }]);
      await expect(bad).rejects.toMatchObject({ code: 'INVALID_ARGUMENTS' });
      expect(await store.telemetry(run)).toEqual([]);
    });

    it('[ST7] keeps the bytes of contents exactly', async () => {
      const all = Uint8Array.from({ length: 256 }, (_, index) => index);
      const large = new Uint8Array(1024 * 1024).map((_, index) => (index * 31) & 0xff);
      const rows = [
        content('ct_all', all),
        content('ct_none', bytesOf()),
        content('ct_mib', large),
      ];
      await ok({ content: rows });
      for (const row of rows) {
        const read = await store.content(row.id);
        expect(Buffer.compare(read?.bytes ?? bytesOf(), row.bytes)).toBe(0);
        expect(read?.salt).toEqual(row.salt);
      }
      expect(await store.contentIds(run)).toEqual(['ct_all', 'ct_mib', 'ct_none']);
    });

    it('[ST8] that erases removes contents, files and texts of its owners alone', async () => {
      const other: ContentRow = { ...content('ct_other', bytesOf(9)), owner: 'exec_other' };
      const { id } = sampleRows.plans;
      const mine: ContentRow = { ...content('ct_plan', bytesOf(8)), owner: id };
      await ok({
        content: [content('ct_run', bytesOf(7)), mine, other],
        rows: [put('plans'), put('artifacts'), put('telemetry')],
      });
      await ok({ erase: { owners: [id, run], at: 77 } });
      expect(await store.contentIds(run)).toEqual([]);
      expect(await store.contentIds(id)).toEqual([]);
      expect(await store.contentIds('exec_other')).toEqual(['ct_other']);
      expect(await store.artifacts('tenant_a', id)).toEqual([]);
      expect(await store.telemetry(run)).toEqual([]);
      const erased = { ...sampleRows.plans, goal: '', title: '', erased_at: 77 };
      expect(await store.plan('tenant_a', id)).toEqual(erased);
      await store.scrub();
    });

    it('[ST9] taken before the close is done, and one after it is refused', async () => {
      const before = store.commit([append('exec_last')]);
      const closing = store.close();
      await expect(store.commit([append('exec_late')])).rejects.toMatchObject({ code: 'stopping' });
      expect(await before).toEqual([{ ok: true }]);
      await closing;
      const again = await harness().open({ clock });
      expect(await again.runIds('', 5)).toEqual(['exec_last']);
    });
  });
}
