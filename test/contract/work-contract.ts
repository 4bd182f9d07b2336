// What reads of work promise: steps in turn, nothing of a run that is held or ending, and timers page
// by page.
import { beforeEach, describe, expect, it } from 'vitest';
import { logSql } from '../../src/store/sql/log.ts';
import { workSql } from '../../src/store/sql/work.ts';
import type { Store } from '../../src/store/store.ts';
import type { Rows } from '../../src/store/tables.ts';
import type { Harness } from './harness.ts';
import { openRun, put, sampleDue, sampleRows } from './sample-rows.ts';

type Step = Rows['steps'];

const step = (run: string, id: string, change: Partial<Step> = {}) =>
  put('steps', { run, step: id, urgency: 5, turn_at: 0, position: 0, ...change });

const names = (rows: readonly Pick<Step, 'run' | 'step'>[]): string[] =>
  rows.map((row) => `${row.run}/${row.step}`);

const forAgents = { tenant: 'tenant_a', performer: 'agent', limit: 9 };

export function workContract(harness: () => Harness): void {
  let store: Store;
  beforeEach(async () => {
    store = await harness().open();
  });

  describe('a read of work', () => {
    it('[ST12] gives ready steps by urgency, turn, run and position, page by page', async () => {
      const rows = [
        step('exec_1', 'task_7', { turn_at: 4 }),
        step('exec_2', 'task_1', { turn_at: 3 }),
        step('exec_1', 'task_6', { turn_at: 3, position: 2 }),
        step('exec_1', 'task_5', { turn_at: 3, position: 10 }),
        step('exec_1', 'task_2', { urgency: 0, turn_at: 9 }),
        step('exec_1', 'task_3', { urgency: 1, turn_at: 1, state: 'LEASED' }),
        step('exec_1', 'task_4', { performer: 'human' }),
        step('exec_3', 'task_1', { tenant: 'tenant_b' }),
      ];
      const runs = ['exec_1', 'exec_2', 'exec_3'].map((id) => openRun(id));
      await store.commit([{ rows: [...runs, ...rows] }]);
      const inTurn = ['1/task_2', '1/task_6', '1/task_5', '2/task_1', '1/task_7'];
      const seen: Step[] = [];
      for (;;) {
        const after = seen.at(-1);
        const filter = { ...forAgents, limit: 2, ...(after ? { after } : {}) };
        const page = await store.readySteps(filter);
        seen.push(...page);
        if (page.length < 2) break;
      }
      expect(names(seen)).toEqual(inTurn.map((name) => `exec_${name}`));
    });

    it('[ST12] gives the ready steps of one run, page by page', async () => {
      const rows = ['1', '2', '3'].map((id, index) =>
        step('exec_1', `task_${id}`, { position: 2 - index, turn_at: 7 }),
      );
      rows.push(step('exec_2', 'task_1'));
      await store.commit([{ rows: [openRun('exec_1'), openRun('exec_2'), ...rows] }]);
      const filter = { ...forAgents, run: 'exec_1', limit: 2 };
      const first = await store.readySteps(filter);
      expect(names(first)).toEqual(['exec_1/task_3', 'exec_1/task_2']);
      const rest = await store.readySteps({ ...filter, after: first[1] as Step });
      expect(names(rest)).toEqual(['exec_1/task_1']);
    });

    it('[ST23] leaves out held runs, and of ending ones all but compensations', async () => {
      const runs = [
        openRun('exec_open'),
        openRun('exec_held', { held_at: 1 }),
        openRun('exec_ending', { ending: 'FAILED' }),
        openRun('exec_both', { held_at: 1, ending: 'CANCELLED' }),
      ];
      const steps = ['open', 'held', 'ending', 'both'].flatMap((run) => [
        step(`exec_${run}`, 'task_1', { purpose: 'work' }),
        step(`exec_${run}`, 'task_2', { purpose: 'compensation', position: 1 }),
      ]);
      await store.commit([{ rows: [...runs, ...steps] }]);
      expect(names(await store.readySteps(forAgents))).toEqual([
        'exec_ending/task_2',
        'exec_open/task_1',
        'exec_open/task_2',
      ]);
      const given = async (run: string) => names(await store.readySteps({ ...forAgents, run }));
      expect(await given('exec_held')).toEqual([]);
      expect(await given('exec_ending')).toEqual(['exec_ending/task_2']);
    });

    it('[ST23] names the tenants that have something to give, and to whom', async () => {
      const of = (tenant: string, performer: string, run: string) =>
        step(run, `task_${tenant}_${performer}`, { tenant, performer });
      await store.commit([
        {
          rows: [
            openRun('exec_a'),
            openRun('exec_held', { held_at: 1 }),
            of('tenant_a', 'tool', 'exec_a'),
            of('tenant_b', 'model', 'exec_a'),
            of('tenant_b', 'tool', 'exec_a'),
            of('tenant_c', 'human', 'exec_a'),
            of('tenant_d', 'tool', 'exec_held'),
            of('tenant_e', 'engine', 'exec_a'),
          ],
        },
      ]);
      const queues = async (...performers: string[]) =>
        (await store.readyQueues(performers)).map(
          ({ tenant, performer }) => `${tenant} ${performer}`,
        );
      expect(await queues('tool')).toEqual(['tenant_a tool', 'tenant_b tool']);
      expect(await queues('engine', 'model', 'tool')).toEqual([
        'tenant_a tool',
        'tenant_b model',
        'tenant_b tool',
        'tenant_e engine',
      ]);
      expect(await queues('agent')).toEqual([]);
      expect(await queues()).toEqual([]);
      await expect(queues('a', 'b', 'c', 'd', 'e')).rejects.toThrow(RangeError);
    });

    it('[ST23] which tenants those are is asked of the ready steps, not of all runs', async () => {
      const isSqlite = store.kind === 'sqlite';
      const text = workSql.readyQueues.replaceAll(/\$\d/g, '?');
      const explain = isSqlite ? 'explain query plan' : 'explain';
      const performers = ['engine', 'model', 'tool', 'tool'];
      const plan = JSON.stringify(await harness().sql(`${explain} ${text}`, ...performers));
      expect(plan).toMatch(/steps_ready/);
      expect(plan).not.toMatch(/Semi Join|SCAN r\b/);
    });

    it('[IB7] gives what waits for a person by when it is due, page by page, of its tenant', async () => {
      const rows = [
        step('exec_1', 'task_1', { state: 'FAILED', person_due: 30, position: 1 }),
        step('exec_1', 'task_2', { state: 'WAITING', person_due: 20, position: 2 }),
        step('exec_2', 'task_1', { state: 'READY', person_due: 20, position: 1 }),
        step('exec_2', 'task_2', { state: 'READY', person_due: 0, position: 2 }),
        step('exec_3', 'task_1', { tenant: 'tenant_b', state: 'WAITING', person_due: 1 }),
      ];
      await store.commit([{ rows }]);
      const first = await store.personSteps('tenant_a', 2);
      expect(names(first)).toEqual(['exec_1/task_2', 'exec_2/task_1']);
      expect(names(await store.personSteps('tenant_a', 2, first[1]))).toEqual(['exec_1/task_1']);
      expect(await store.personStepsDue('tenant_a', 20)).toBe(2);
      expect(await store.personStepsDue('tenant_a', 19)).toBe(0);
    });

    it('[IB7] reads what waits for a person from its index alone, in its order', async () => {
      const isSqlite = store.kind === 'sqlite';
      const { sql } = harness();
      // The tables of a test are too small for a planner to prefer what it prefers for large ones.
      for (const way of isSqlite ? [] : ['seqscan', 'bitmapscan', 'sort']) {
        await sql(`select set_config('enable_${way}', 'off', false)`);
      }
      const explain = async (text: string, ...values: (string | number)[]) => {
        const how = isSqlite ? 'explain query plan' : 'explain';
        return JSON.stringify(await sql(`${how} ${text.replaceAll(/\$\d/g, '?')}`, ...values));
      };
      const page = await explain(workSql.personSteps, 'tenant_a', 1, '', 0, 10);
      expect(page).toMatch(/steps_person/);
      expect(page).not.toMatch(/TEMP B-TREE|Sort|SCAN/);
      expect(await explain(workSql.personStepsDue, 'tenant_a', 1)).toMatch(/steps_person/);
    });

    it('[OB1] counts what waits through indexes', async () => {
      const rows = [
        openRun('exec_1'),
        step('exec_1', 'task_1', { performer: 'agent', state: 'READY' }),
        step('exec_1', 'task_2', { performer: 'agent', state: 'READY' }),
        step('exec_1', 'task_3', { performer: 'human', state: 'LEASED' }),
        step('exec_1', 'task_4', { state: 'WAITING', wait_for: 'capability' }),
      ];
      await store.commit([{ rows }]);
      const counts = (await store.queueDepths()).filter(({ count }) => count > 0);
      expect(counts.map(({ what, performer, count }) => [what, performer, count])).toEqual([
        ['ready', 'agent', 2],
        ['leased', '', 1],
        ['parked', '', 1],
        ['runs', '', 1],
      ]);
      if (store.kind !== 'sqlite') return;
      const plan = JSON.stringify(await harness().sql(`explain query plan ${workSql.queueDepths}`));
      expect(plan).not.toMatch(/SCAN (?:s|steps|runs|outbox)\b(?! USING)/);
    });

    it('[ST24] gives the steps that wait for somebody able, in the same turn', async () => {
      const parked = { state: 'WAITING', wait_for: 'capability' };
      const rows = [
        openRun('exec_1'),
        openRun('exec_held', { held_at: 1 }),
        step('exec_1', 'task_1', { ...parked, turn_at: 2 }),
        step('exec_1', 'task_2', { ...parked, turn_at: 1 }),
        step('exec_1', 'task_3', { ...parked, wait_for: 'time' }),
        step('exec_1', 'task_4', { ...parked, state: 'READY' }),
        step('exec_held', 'task_1', parked),
      ];
      await store.commit([{ rows }]);
      const first = await store.parkedSteps({ ...forAgents, limit: 1 });
      expect(names(first)).toEqual(['exec_1/task_2']);
      const rest = await store.parkedSteps({ ...forAgents, after: first[0] as Step });
      expect(names(rest)).toEqual(['exec_1/task_1']);
      const ofRun = await store.parkedSteps({ ...forAgents, run: 'exec_1' });
      expect(names(ofRun)).toEqual(['exec_1/task_2', 'exec_1/task_1']);
    });

    it('[ST24] gives what a holder holds, and what lies idle the longest', async () => {
      const held = { state: 'LEASED', holder: 'agent_1' };
      const rows = [
        step('exec_1', 'task_1', held),
        step('exec_1', 'task_2', { ...held, holder: 'agent_2' }),
        step('exec_1', 'task_3', { ...held, state: 'VERIFIED' }),
        step('exec_2', 'task_1', { ...held, tenant: 'tenant_b' }),
        step('exec_3', 'task_1', { changed_at: 20 }),
        step('exec_3', 'task_2', { changed_at: 10, tenant: 'tenant_b' }),
        step('exec_3', 'task_3', { changed_at: 30 }),
        step('exec_3', 'task_4', { changed_at: 5, performer: 'human' }),
        step('exec_3', 'task_5', { changed_at: 5, state: 'WAITING' }),
      ];
      await store.commit([{ rows }]);
      expect(names(await store.heldSteps('tenant_a', 'agent_1'))).toEqual(['exec_1/task_1']);
      const idle = await store.idleSteps(30, 9);
      expect(names(idle)).toEqual(['exec_3/task_2', 'exec_3/task_1']);
      expect(names(await store.idleSteps(30, 1))).toEqual(['exec_3/task_2']);
    });

    it('[EV6] gives the steps of a run that are for a person, through an index', async () => {
      const rows = [
        step('exec_1', 'task_2', { performer: 'human' }),
        step('exec_1', 'task_1', { performer: 'human', state: 'VERIFIED' }),
        step('exec_1', 'task_3', { performer: 'agent' }),
        step('exec_2', 'task_4', { performer: 'human' }),
      ];
      await store.commit([{ rows }]);
      expect(await store.humanSteps('exec_1')).toEqual(['task_1', 'task_2']);
      if (store.kind !== 'sqlite') return;
      const text = workSql.humanSteps.replaceAll(/\$\d/g, '?');
      const plan = JSON.stringify(await harness().sql(`explain query plan ${text}`, 'exec_1'));
      expect(plan).toContain('COVERING INDEX steps_human');
    });

    it('[LM3] gives what all runs of a tenant store, without reading the runs', async () => {
      const rows = [
        openRun('exec_1', { stored_bytes: 3_000_000_000 }),
        openRun('exec_2', { stored_bytes: 5 }),
        openRun('exec_3', { stored_bytes: 0 }),
        openRun('exec_4', { stored_bytes: 7, tenant: 'tenant_b' }),
      ];
      await store.commit([{ rows }]);
      expect(await store.storedBytes('tenant_a')).toBe(3_000_000_005);
      expect(await store.storedBytes('tenant_c')).toBe(0);
      if (store.kind !== 'sqlite') return;
      const text = logSql.storedBytes.replaceAll(/\$\d/g, '?');
      const plan = JSON.stringify(await harness().sql(`explain query plan ${text}`, 'tenant_a'));
      expect(plan).toContain('COVERING INDEX runs_stored');
    });

    it('[ST24] gives the runs that are open, by id', async () => {
      const states = ['QUEUED', 'COMPLETED', 'RUNNING', 'FAILED', 'RUNNING'];
      const rows = states.map((status, index) => openRun(`exec_${index}`, { status }));
      await store.commit([{ rows }]);
      expect(await store.openRuns('', 2)).toEqual(['exec_0', 'exec_2']);
      expect(await store.openRuns('exec_2', 2)).toEqual(['exec_4']);
    });

    it('[ST24] gives processes by id, with the time their pulse is due', async () => {
      const rows = ['worker_2', 'worker_1'].map((id) => put('processes', { id }));
      const due = [{ set: { ...sampleDue, id: 'pulse/worker_2', at: 30 } }];
      await store.commit([{ rows, due }]);
      const seen = await store.processes(9);
      expect(seen).toEqual([
        { ...sampleRows.processes, id: 'worker_1', pulse_at: 0 },
        { ...sampleRows.processes, id: 'worker_2', pulse_at: 30 },
      ]);
      expect(await store.processes(1)).toEqual(seen.slice(0, 1));
    });

    it('[ST12] gives due rows by time and id, page by page, up to and with the time', async () => {
      const at = (id: string, ms: number) => ({ set: { ...sampleDue, id, at: ms } });
      await store.commit([{ due: [at('d', 30), at('c', 20), at('a', 10), at('b', 20)] }]);
      const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);
      expect(ids(await store.due(20, 9))).toEqual(['a', 'b', 'c']);
      expect(ids(await store.due(30, 2))).toEqual(['a', 'b']);
      expect(ids(await store.due(30, 9, { at: 20, id: 'b' }))).toEqual(['c', 'd']);
      expect(ids(await store.due(20, 9, { at: 20, id: 'c' }))).toEqual([]);
      expect(await store.nextDueAt()).toBe(10);
    });
  });
}
