// What reads promise: pages by cursor, a foreign tenant's thing is absent, work comes oldest first.
import { beforeEach, describe, expect, it } from 'vitest';
import { emptyHead, type Head } from '../../src/engine/log-header.ts';
import { logSql, numberedLogSql } from '../../src/store/sql/log.ts';
import type { Store, WriteSet } from '../../src/store/store.ts';
import type { Harness } from './harness.ts';
import { append, headAfter, openRun, put, sampleRows } from './sample-rows.ts';

function manyEvents(run: string, count: number): WriteSet[] {
  const sets: WriteSet[] = [];
  let head: Head = emptyHead;
  for (let index = 0; index < count; index += 1) {
    const set = append(run, head);
    sets.push(set);
    head = headAfter(set);
  }
  return sets;
}

export function readContract(harness: () => Harness): void {
  let store: Store;
  beforeEach(async () => {
    store = await harness().open();
  });

  describe('a read', () => {
    it('[ST10] pages through a log by cursor, gap-free', async () => {
      await store.commit(manyEvents('exec_pages', 25));
      await store.commit(manyEvents('exec_other', 3));
      const seen: number[] = [];
      for (let after = 0; ; after = seen.at(-1) ?? 0) {
        const page = await store.events('exec_pages', after, 10);
        seen.push(...page.map((event) => event.seq));
        if (page.length < 10) break;
      }
      expect(seen).toEqual(Array.from({ length: 25 }, (_, index) => index + 1));
      expect(await store.events('exec_pages', 25, 10)).toEqual([]);
    });

    it('[ST10] of a page uses the index, not a walk over the log', async () => {
      await store.commit(manyEvents('exec_pages', 10));
      const { sql } = harness();
      const isSqlite = store.kind === 'sqlite';
      if (!isSqlite) await sql(`select set_config('enable_seqscan', 'off', false)`);
      const explain = isSqlite ? 'explain query plan' : 'explain';
      const { events } = isSqlite ? numberedLogSql : logSql;
      const text = events.replaceAll(/\$\d/g, '?');
      const plan = JSON.stringify(await sql(`${explain} ${text}`, 'exec_pages', 3, 5));
      const isRange = /SEARCH l USING INTEGER PRIMARY KEY \(rowid>\? AND rowid<\?\)/;
      expect(plan).toMatch(isSqlite ? isRange : /Index.* events_pkey/);
      expect(plan).not.toMatch(/TEMP B-TREE|Sort/);
    });

    it('[LG6] of a stretch of a content gives its bytes, alone and among others', async () => {
      const [tenant, owner] = ['tenant_a', 'exec_stretch'];
      const row = (id: string, text: string) => ({
        ...{ id, tenant, owner, salt: new Uint8Array([1]) },
        bytes: new Uint8Array(Buffer.from(text)),
      });
      const content = [row('exec_stretch.a', 'onetwothree'), row('exec_stretch.b', 'whole')];
      await store.commit([{ content }]);
      const textOf = (bytes: Uint8Array | undefined) => bytes && Buffer.from(bytes).toString();
      const one = await store.content('exec_stretch.a:3-3');
      expect(one).toMatchObject({ id: 'exec_stretch.a:3-3', tenant, owner });
      expect(textOf(one?.bytes)).toBe('two');
      expect(await store.content('exec_stretch.c:0-1')).toBeNull();
      const ids = ['exec_stretch.a:0-3', 'exec_stretch.b', '', 'exec_stretch.a:6-5', 'nobody:0-1'];
      const found = await store.contents(ids);
      expect([...found].map(([id, { bytes }]) => [id, textOf(bytes)])).toEqual([
        ['exec_stretch.a:0-3', 'one'],
        ['exec_stretch.b', 'whole'],
        ['exec_stretch.a:6-5', 'three'],
      ]);
    });

    it('[ST10] lists plans and runs from the newest, and ids by their bytes', async () => {
      const ids = ['plan_1', 'plan_A', 'plan_a', 'plan_b'];
      const plans = ids.map((id) => put('plans', { id }));
      const runs = ids.map((id, index) =>
        put('runs', { id: `exec_${id}`, kind: index === 3 ? 'generation' : 'execution' }),
      );
      await store.commit([{ rows: [...plans, ...runs] }]);
      const first = await store.plans('tenant_a', { before: '~', limit: 3 });
      expect(first.map(({ id }) => id)).toEqual(['plan_b', 'plan_a', 'plan_A']);
      const rest = await store.plans('tenant_a', { before: 'plan_A', limit: 3 });
      expect(rest.map(({ id }) => id)).toEqual(['plan_1']);
      const kind = await store.runsOfKind('tenant_a', 'execution', { before: '~', limit: 2 });
      expect(kind.map(({ id }) => id)).toEqual(['exec_plan_a', 'exec_plan_A']);
      const ofPlan = await store.planRuns('tenant_a', sampleRows.runs.plan);
      expect(ofPlan.map(({ id }) => id)).toEqual(ids.map((id) => `exec_${id}`));
      expect(await store.runIds('exec_plan_A', 1)).toEqual(['exec_plan_a']);
    });

    it('[ST10] leaves out of a list of plans what was put away or erased', async () => {
      const ids = ['plan_1', 'plan_2', 'plan_3', 'plan_4'];
      const plans = ids.map((id) => put('plans', { id, erased_at: id === 'plan_2' ? 9 : 0 }));
      const away = put('archives', { plan: 'plan_3' });
      await store.commit([{ rows: [...plans, away] }]);
      const listed = async () =>
        (await store.listedPlans('tenant_a', { before: '~', limit: 9 })).map(({ id }) => id);
      expect(await listed()).toEqual(['plan_4', 'plan_1']);
      const rows = await store.archives('tenant_a', 'plan_1', 'plan_4');
      expect(rows).toEqual([{ ...sampleRows.archives, plan: 'plan_3' }]);
      expect(await store.archives('tenant_a', 'plan_4', 'plan_4')).toEqual([]);
      await store.commit([{ rows: [{ table: 'archives', remove: { plan: 'plan_3' } }] }]);
      expect(await listed()).toEqual(['plan_4', 'plan_3', 'plan_1']);
    });

    it('[ST11] of a foreign tenant finds nothing', async () => {
      const rows = [
        put('plans'),
        put('archives'),
        put('artifacts'),
        put('agents'),
        put('keys'),
        put('audit'),
        openRun(sampleRows.runs.id),
      ];
      rows.push(put('webhooks'), put('deliveries'), put('messages'));
      await store.commit([{ rows: [...rows, put('steps')] }]);
      const { id } = sampleRows.plans;
      const page = { before: '~', limit: 9 };
      const reads = (tenant: string) =>
        Promise.all([
          store.plan(tenant, id),
          store.plans(tenant, page),
          store.archives(tenant, id, id),
          store.planRuns(tenant, sampleRows.runs.plan),
          store.runsOfKind(tenant, 'execution', page),
          store.artifacts(tenant, id),
          store.artifact(tenant, id, 'report.md'),
          store.agent(tenant, sampleRows.agents.id),
          store.agents(tenant),
          store.keys(tenant),
          store.keyPage(tenant, page),
          store.audit(tenant, page),
          store.readySteps({ tenant, performer: 'agent', limit: 9 }),
          store.webhook(tenant, sampleRows.webhooks.id),
          store.webhooks(tenant),
          store.deliveries(tenant, sampleRows.webhooks.id, '~', 9),
          store.messagesFor(tenant, [sampleRows.messages.recipient], 9),
        ]);
      const isEmpty = (value: unknown): boolean =>
        value === null || (Array.isArray(value) && value.length === 0);
      expect((await reads('tenant_b')).map(isEmpty)).toEqual(Array(17).fill(true));
      expect((await reads('tenant_a')).map(isEmpty)).toEqual(Array(17).fill(false));
    });

    it('[ST13] of the secret is the same for everybody on this data', async () => {
      const other = await harness().open();
      const secret = await store.meta('secret');
      expect(secret).toMatch(/^[0-9a-f]{64}$/);
      expect(await other.meta('secret')).toBe(secret);
      expect(await store.meta('absent')).toBeNull();
    });
  });
}
