// The account of models and what can be used again: sums are those of the rows, on every store.
import { beforeEach, describe, expect, it } from 'vitest';
import { usageSql } from '../../src/store/sql/usage.ts';
import type { Store } from '../../src/store/store.ts';
import type { Rows } from '../../src/store/tables.ts';
import type { Harness } from './harness.ts';
import { append, headAfter, put, sampleRows } from './sample-rows.ts';

type Usage = Rows['usage'];

const { usage: sample, replies: reply } = sampleRows;
const tenant = 'tenant_a';
const dayMs = 86_400_000;

const call = (number: number, change: Partial<Usage> = {}): Usage => ({
  ...sample,
  id: `${change.run ?? sample.run}.use${String(number).padStart(3, '0')}`,
  ...change,
});

const sumOf = (rows: readonly Usage[]) => {
  const known = (pick: (row: Usage) => number): number =>
    rows.reduce((sum, row) => sum + Math.max(0, pick(row)), 0);
  return {
    calls: rows.length,
    failed: rows.filter((row) => row.error_class !== '').length,
    unpriced: rows.filter((row) => row.cost_micros < 0).length,
    tokens_in: known((row) => row.tokens_in),
    tokens_out: known((row) => row.tokens_out),
    tokens_reasoning: known((row) => row.tokens_reasoning),
    tokens_cached: known((row) => row.tokens_cached),
    cost_micros: known((row) => row.cost_micros),
    duration_ms: known((row) => row.duration_ms),
  };
};

const mixed: readonly Usage[] = [
  call(1, { error_class: '' }),
  call(2, { cost_micros: 9_007_199_254_000_000, tokens_cached: -1 }),
  call(3, { cost_micros: -1, tokens_in: -1, tokens_out: -1, tokens_reasoning: -1 }),
  call(4, { stage: 'levers', step: 'task_2' }),
  call(5, { stage: 'levers', model: 'small', provider: 'ollama', cost_micros: 0 }),
];

export function usageContract(harness: () => Harness): void {
  let store: Store;
  beforeEach(async () => {
    store = await harness().open();
  });
  const write = async (rows: readonly Usage[]): Promise<void> => {
    const writes = rows.map((row) => ({ table: 'usage', put: row }) as const);
    expect(await store.commit([{ rows: writes }])).toEqual([{ ok: true }]);
  };

  describe('the steps that were there first', () => {
    it('[PP14] are read for any number of runs', async () => {
      const { run: first } = sampleRows.steps;
      const step = (run: string, position: number, spec: string) =>
        put('steps', { run, step: `task_${position}`, position, spec });
      const rows = [step(first, 0, 'ct_a'), step(first, 1, 'ct_b'), step('exec_other', 0, 'ct_c')];
      expect(await store.commit([{ rows }])).toEqual([{ ok: true }]);
      const many = Array.from({ length: 150 }, (_, index) => `exec_none${index}`);
      const found = await store.firstSteps([...many, 'exec_other', first]);
      expect(
        [...found]
          .map(([run, { spec }]) => [run, spec])
          .sort(([one = ''], [other = '']) => one.localeCompare(other)),
      ).toEqual([
        ['exec_other', 'ct_c'],
        [first, 'ct_a'],
      ]);
      expect((await store.firstSteps([])).size).toBe(0);
    });
  });

  describe('the outputs of steps', () => {
    it('[PP28] are found by their steps, any number of them, in one run alone', async () => {
      const step = (run: string, id: string, output: string) =>
        put('steps', { run, step: id, output });
      const rows = [
        step('exec_a', 'task_1', 'ct_a'),
        step('exec_a', 'task_2', ''),
        step('exec_a', 'task_3', 'ct_c'),
        step('exec_b', 'task_1', 'ct_b'),
      ];
      expect(await store.commit([{ rows }])).toEqual([{ ok: true }]);
      const many = Array.from({ length: 30 }, (_, index) => `task_none${index}`);
      const found = await store.outputsOf('exec_a', ['task_1', 'task_2', ...many, 'task_3']);
      expect(Object.fromEntries(found)).toEqual({ task_1: 'ct_a', task_3: 'ct_c' });
      expect((await store.outputsOf('exec_a', [])).size).toBe(0);
    });
  });

  describe('usage', () => {
    it('[PP12] tells how long the newest calls of a tenant took, by stage and model', async () => {
      const rows = mixed.map((row, index) => ({ ...row, at: 1_000 + index, duration_ms: 100 }));
      await write([...rows, call(8, { tenant: 'tenant_b', at: 9_000 })]);
      const of = (stage: string, model: string, provider: string, answers: number, ms: number) => ({
        ...{ stage, model, provider, answers, duration_ms: ms },
      });
      const { model, provider, stage } = sample;
      expect(await store.usagePace(tenant, 100)).toEqual([
        of('levers', model, provider, 0, 100),
        of('levers', 'small', 'ollama', 0, 100),
        of(stage, model, provider, 1, 300),
      ]);
      expect(await store.usagePace(tenant, 1)).toEqual([of('levers', 'small', 'ollama', 0, 100)]);
      const [first] = await store.usageOfPlan(tenant, sample.plan);
      expect(first?.last_at).toBe(1_003);
    });

    it('[US2] keeps every field, and gives rows of a plan page by page', async () => {
      await write([...mixed, call(6, { plan: 'plan_other' }), call(7, { tenant: 'tenant_b' })]);
      const first = await store.usageRows(tenant, sample.plan, '', 3);
      const rest = await store.usageRows(tenant, sample.plan, first.at(-1)?.id ?? '', 3);
      expect([...first, ...rest]).toEqual(mixed);
      expect(await store.usageOfStep(sample.run, 'task_2')).toEqual([mixed[3]]);
      expect(await store.usageOfStep('exec_sample', 'task_2')).toEqual([]);
    });

    it('[US3] is summed by stage, model and provider; what is not known is counted, not guessed', async () => {
      await write([...mixed, call(9, { run: 'gen_other0001' }), call(8, { tenant: 'tenant_b' })]);
      const groups = [
        { stage: 'levers', model: 'main', provider: 'openai', ...sumOf(mixed.slice(3, 4)) },
        { stage: 'levers', model: 'small', provider: 'ollama', ...sumOf(mixed.slice(4)) },
        { stage: 'screen', model: 'main', provider: 'openai', ...sumOf(mixed.slice(0, 3)) },
      ];
      const { at: last_at } = sample;
      const found = await store.usageOfRun(tenant, sample.run);
      expect(found).toEqual(groups.map((group) => ({ ...group, last_at })));
      const [, , screen] = await store.usageOfPlan(tenant, sample.plan);
      const other = call(9, { run: 'gen_other0001' });
      expect(screen).toMatchObject(sumOf([...mixed.slice(0, 3), other]));
      expect(screen?.cost_micros).toBe(9_007_199_254_000_086);
      expect(await store.usageOfPlan('tenant_c', sample.plan)).toEqual([]);
      expect(await store.usageOfRun('tenant_c', sample.run)).toEqual([]);
    });

    it('[US4] is summed by day and model, the newest day first', async () => {
      const noon = 19_700 * dayMs + dayMs / 2;
      const days = [
        call(1, { at: noon }),
        call(2, { at: noon + dayMs / 2 - 1 }),
        call(3, { at: noon + dayMs / 2 }),
        call(4, { at: noon + dayMs, model: 'small' }),
      ];
      await write([...days, call(5, { at: noon, tenant: 'tenant_b' })]);
      const found = await store.usageByDay(tenant, 0, noon + 9 * dayMs);
      expect(found.map(({ day, model, calls }) => [day, model, calls])).toEqual([
        [19_701, 'main', 1],
        [19_701, 'small', 1],
        [19_700, 'main', 2],
      ]);
      expect(found.at(-1)).toMatchObject(sumOf(days.slice(0, 2)));
      expect(await store.usageByDay(tenant, noon, noon)).toEqual([]);
      expect(await store.lastUsageBefore(tenant, noon + dayMs)).toBe(noon + dayMs / 2);
      expect(await store.lastUsageBefore(tenant, noon)).toBeNull();
      expect(await store.lastUsageBefore('tenant_c', noon * 2)).toBeNull();
    });

    it('[US4] of a day, a plan or a step is read through an index', async () => {
      const { sql } = harness();
      await write(Array.from({ length: 500 }, (_, n) => call(n, { plan: `plan_${n}`, at: n })));
      await sql('analyze usage');
      const isSqlite = store.kind === 'sqlite';
      const explain = isSqlite ? 'explain query plan' : 'explain';
      const planOf = async (text: string, ...values: (string | number)[]) =>
        JSON.stringify(await sql(`${explain} ${text.replaceAll(/\$\d/g, '?')}`, ...values));
      expect(await planOf(usageSql.byDay, tenant, 1, 2)).toMatch(/usage_at/);
      expect(await planOf(usageSql.lastBefore, tenant, 1)).toMatch(/usage_at/);
      expect(await planOf(usageSql.rows, tenant, 'plan_1', '', 5)).toMatch(/usage_plan/);
      expect(await planOf(usageSql.ofPlan, tenant, 'plan_1')).toMatch(/usage_plan/);
      expect(await planOf(usageSql.ofStep, 'a.', 'a/', 's')).toMatch(/usage_pkey|PRIMARY KEY/);
    });

    it('[US1] that goes with a conflict is not written', async () => {
      const first = append(sample.run);
      await store.commit([first]);
      const rows = [put('usage'), put('replies')];
      const stale = { run: sample.run, expectedSeq: 0, rows };
      const [result] = await store.commit([stale]);
      expect(result).toEqual({ ok: false, conflict: 'seq', head: headAfter(first) });
      expect(await store.usageOfRun(tenant, sample.run)).toEqual([]);
      expect(await store.reply(tenant, reply.reuse_key)).toBeNull();
      const head = headAfter(first);
      expect(await store.commit([{ ...stale, expectedSeq: head.seq }])).toEqual([{ ok: true }]);
      expect(await store.run(sample.run)).toMatchObject({ head_seq: 1, head_hash: head.hash });
      expect(await store.usageOfStep(sample.run, sample.step)).toEqual([sample]);
    });
  });

  describe('a reply that can be used again', () => {
    it('[US6] comes with how its step stands, in its own tenant', async () => {
      await store.commit([{ rows: [put('replies'), put('steps', { state: 'VERIFIED' })] }]);
      const { attempt, output } = sampleRows.steps;
      const step = { step_state: 'VERIFIED', step_attempt: attempt, step_output: output };
      expect(await store.reply(tenant, reply.reuse_key)).toEqual({ ...reply, ...step });
      expect(await store.reply('tenant_b', reply.reuse_key)).toBeNull();
      await store.commit([{ rows: [put('replies', { owner: 'gen_gone', content: '' })] }]);
      expect(await store.reply(tenant, reply.reuse_key)).toEqual({
        ...reply,
        ...{ owner: 'gen_gone', content: '', step_state: '', step_attempt: 0, step_output: '' },
      });
    });

    it('[US8] goes with an erase of its run, and what was spent stays', async () => {
      const others = { owner: 'gen_other', reuse_key: 'f'.repeat(64) };
      await store.commit([{ rows: [put('replies'), put('replies', others)] }]);
      await write([...mixed, call(9, { run: 'gen_other0001' })]);
      const before = await store.usageOfPlan(tenant, sample.plan);
      await store.commit([{ erase: { owners: [sample.run, sample.plan], at: 5 } }]);
      expect(await store.reply(tenant, reply.reuse_key)).toBeNull();
      expect(await store.reply(tenant, others.reuse_key)).not.toBeNull();
      expect(await store.usageOfPlan(tenant, sample.plan)).toEqual(before);
      const rows = await store.usageRows(tenant, sample.plan, '', 99);
      expect(rows.map((row) => row.reuse_key)).toEqual([...mixed.map(() => ''), sample.reuse_key]);
    });
  });
}
