// What reads promise: pages by cursor, a foreign tenant's thing is absent, work comes oldest first.
import { beforeEach, describe, expect, it } from 'vitest';
import { emptyHead, type Head } from '../../src/engine/log-header.ts';
import type { Store, WriteSet } from '../../src/store/store.ts';
import type { Harness } from './harness.ts';
import { append, headAfter, put, sampleDue, sampleRows } from './sample-rows.ts';

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
      const text = 'select seq from events where run = ? and seq > ? order by seq limit 5';
      const plan = JSON.stringify(await sql(`${explain} ${text}`, 'exec_pages', 3));
      expect(plan).toMatch(isSqlite ? /SEARCH events USING PRIMARY KEY/ : /Index.* events_pkey/);
      expect(plan).not.toMatch(/TEMP B-TREE|Sort/);
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

    it('[ST11] of a foreign tenant finds nothing', async () => {
      const rows = [put('plans'), put('artifacts'), put('agents'), put('keys'), put('runs')];
      await store.commit([{ rows: [...rows, put('steps')] }]);
      const { id } = sampleRows.plans;
      const page = { before: '~', limit: 9 };
      const reads = (tenant: string) =>
        Promise.all([
          store.plan(tenant, id),
          store.plans(tenant, page),
          store.planRuns(tenant, sampleRows.runs.plan),
          store.runsOfKind(tenant, 'execution', page),
          store.artifacts(tenant, id),
          store.artifact(tenant, id, 'report.md'),
          store.agent(tenant, sampleRows.agents.id),
          store.agents(tenant),
          store.keys(tenant),
          store.readySteps({ tenant, performer: 'agent', limit: 9 }),
        ]);
      const isEmpty = (value: unknown): boolean =>
        value === null || (Array.isArray(value) && value.length === 0);
      expect((await reads('tenant_b')).map(isEmpty)).toEqual(Array(10).fill(true));
      expect((await reads('tenant_a')).map(isEmpty)).toEqual(Array(10).fill(false));
    });

    it('[ST12] of ready work is oldest first, by performer, and of one run where asked', async () => {
      const step = (run: string, id: string, position: number, change: object) =>
        put('steps', { run, step: id, position, ...change });
      await store.commit([
        {
          rows: [
            step('exec_2', 'task_1', 0, { changed_at: 5 }),
            step('exec_1', 'task_2', 1, { changed_at: 5 }),
            step('exec_1', 'task_1', 0, { changed_at: 5 }),
            step('exec_1', 'task_3', 2, { changed_at: 3 }),
            step('exec_1', 'task_4', 3, { changed_at: 1, state: 'LEASED' }),
            step('exec_1', 'task_5', 4, { changed_at: 1, performer: 'human' }),
            step('exec_3', 'task_1', 0, { tenant: 'tenant_b' }),
          ],
        },
      ]);
      const filter = { tenant: 'tenant_a', performer: 'agent', limit: 3 };
      const names = (rows: readonly { run: string; step: string }[]) =>
        rows.map((row) => `${row.run}/${row.step}`);
      const ready = await store.readySteps(filter);
      expect(names(ready)).toEqual(['exec_1/task_3', 'exec_1/task_1', 'exec_1/task_2']);
      const own = await store.readySteps({ ...filter, run: 'exec_2' });
      expect(names(own)).toEqual(['exec_2/task_1']);
      expect((await store.readyTenants('agent')).sort()).toEqual(['tenant_a', 'tenant_b']);
      expect((await store.steps('exec_1')).map((row) => row.position)).toEqual([0, 1, 2, 3, 4]);
    });

    it('[ST12] of due rows gives the earliest, up to and with the time', async () => {
      const at = (id: string, ms: number) => ({ set: { ...sampleDue, id, at: ms } });
      await store.commit([{ due: [at('c', 30), at('a', 10), at('b', 20)] }]);
      expect((await store.due(20, 9)).map(({ id }) => id)).toEqual(['a', 'b']);
      expect((await store.due(30, 1)).map(({ id }) => id)).toEqual(['a']);
      expect(await store.nextDueAt()).toBe(10);
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
