// A purse over several runs: checked and moved inside the commit, whoever asks and however many at once.
import { beforeEach, describe, expect, it } from 'vitest';
import type { PurseAsks, PurseMove } from '../../src/engine/purse.ts';
import type { Totals } from '../../src/engine/state.ts';
import type { Store, WriteSet } from '../../src/store/store.ts';
import type { Rows } from '../../src/store/tables.ts';
import type { Harness } from './harness.ts';
import { append, headAfter, openRun, put, sampleRows } from './sample-rows.ts';

const { id, tenant } = sampleRows.purses;

const totals = (change: Partial<Totals> = {}): Totals => ({
  ...{ money: 0, tokens: 0, calls: 0 },
  ...change,
});

const move = (asks: PurseAsks, spent: Partial<Totals>, reserved: Partial<Totals>): PurseMove => ({
  ...{ purse: id, tenant, run: 'exec_1', asks },
  ...{ spent: totals(spent), reserved: totals(reserved) },
});

const reserve = (money: number, asks: PurseAsks = 'cost'): WriteSet => ({
  require: [move(asks, {}, { money })],
});

const settle = (money: number, reserved = money): WriteSet => ({
  require: [move('', { money }, { money: -reserved })],
});

const short = (key: string) => ({ ok: false, conflict: 'purse', key });
const done = { ok: true };

export function purseContract(harness: () => Harness): void {
  let store: Store;
  beforeEach(async () => {
    store = await harness().open();
  });
  const begin = (limits: Partial<Rows['purses']> = {}) =>
    store.commit([{ rows: [put('purses', { limit_money: 100, limit_calls: -1, ...limits })] }]);
  const stand = async (): Promise<readonly (number | undefined)[]> => {
    const row = await store.purse(tenant, id);
    return [row?.spent_money, row?.reserved_money, row?.changes];
  };

  describe('a purse', () => {
    it('[BG10] begins empty, is read by its tenant, and keeps its account when limits change', async () => {
      await begin();
      expect(await store.commit([reserve(40)])).toEqual([done]);
      expect(await store.commit([settle(25, 40), reserve(10)])).toEqual([done, done]);
      await begin({ limit_money: 500, label: 'More' });
      const account = { spent_money: 25, reserved_money: 10, changes: 3, last_run: 'exec_1' };
      const expected = { ...sampleRows.purses, limit_money: 500, limit_calls: -1, label: 'More' };
      const row = await store.purse(tenant, id);
      expect(row).toMatchObject({ ...expected, ...account, warned_money: -1 });
      expect(await store.purses(tenant, { before: '~', limit: 9 })).toEqual([row]);
      expect(await store.allPurses('', 9)).toEqual([row]);
      expect(await store.purse('tenant_b', id)).toBeNull();
      expect(await store.purses('tenant_b', { before: '~', limit: 9 })).toEqual([]);
    });

    it('[BG11] gives what it has and no more; a refused set writes nothing', async () => {
      await begin();
      const refused = { ...reserve(41), rows: [put('agents')] };
      expect(await store.commit([reserve(60), refused, reserve(40), reserve(1)])).toEqual([
        done,
        short('money'),
        done,
        short('money'),
      ]);
      expect(await store.agents(tenant)).toEqual([]);
      // What it is settled with in the same commit counts.
      const both = move('cost', { money: 60 }, { money: -20 });
      expect(await store.commit([{ require: [both] }])).toEqual([short('money')]);
      // What is settled is never refused, and what is over stands in the way of all that is paid.
      expect(await store.commit([settle(90, 60)])).toEqual([done]);
      expect(await stand()).toEqual([90, 40, 3]);
      expect(await store.commit([reserve(0)])).toEqual([short('money')]);
      expect(await store.commit([reserve(0, '')])).toEqual([done]);
    });

    it('[BG11] limits tokens and calls as it limits money', async () => {
      await begin({ limit_money: -1, limit_tokens: 10, limit_calls: 2 });
      const ask = (reserved: Partial<Totals>): WriteSet => ({
        require: [move('cost', {}, reserved)],
      });
      const asked = [{ tokens: 11 }, { tokens: 10, calls: 2 }, { tokens: 1 }, { calls: 1 }];
      expect(await store.commit([...asked.map(ask), ask({ money: 1e12 })])).toEqual([
        short('tokens'),
        done,
        short('tokens'),
        short('calls'),
        done,
      ]);
    });

    it('[BG12] has nothing for an unknown price, or once it is used up for what says it later', async () => {
      await begin();
      expect(await store.commit([reserve(0, 'price'), reserve(0, 'any')])).toEqual([
        short('price'),
        done,
      ]);
      expect(await store.commit([settle(100, 0), reserve(0, 'any')])).toEqual([
        done,
        short('money'),
      ]);
      await begin({ limit_money: -1 });
      expect(await store.commit([reserve(0, 'price'), reserve(0, 'any')])).toEqual([done, done]);
    });

    it('[BG11] that is not there, or is of somebody else, gives nothing', async () => {
      expect(await store.commit([reserve(1), settle(1)])).toEqual([short('missing'), done]);
      await begin();
      const foreign = { ...move('cost', {}, { money: 1 }), tenant: 'tenant_b' };
      const other = { ...move('', { money: 1 }, {}), tenant: 'tenant_b' };
      expect(await store.commit([{ require: [foreign] }, { require: [other] }])).toEqual([
        short('missing'),
        done,
      ]);
      expect(await stand()).toEqual([0, 0, 0]);
    });

    it('[BG11] gets back what a set took whose other requirements fail', async () => {
      await begin();
      const require = [move('cost', {}, { money: 1 }), { due: 'nothing' }];
      const late = append('exec_1', { seq: 7, hash: 'f'.repeat(64) }, reserve(1));
      const results = await store.commit([{ require }, late]);
      expect(results).toMatchObject([{ conflict: 'due' }, { conflict: 'seq' }]);
      expect(await stand()).toEqual([0, 0, 0]);
    });

    it('[BG10] is there for the sets behind the one that makes it', async () => {
      const made = { rows: [put('purses', { limit_money: 5, limit_calls: -1 })] };
      expect(await store.commit([reserve(1), made, reserve(5), reserve(1)])).toEqual([
        short('missing'),
        done,
        done,
        short('money'),
      ]);
    });

    it('[BG13] says once for each limit that four fifths are spent', async () => {
      await begin();
      const warn: WriteSet = { require: [{ warn: id, tenant, of: 'money' }] };
      expect(await store.commit([settle(79, 0), warn])).toEqual([done, short('money')]);
      expect(await store.commit([settle(1, 0), warn, warn])).toEqual([done, done, short('money')]);
      await begin({ limit_money: 101 });
      expect(await store.commit([warn])).toEqual([short('money')]);
      await begin({ limit_money: 90 });
      expect(await store.commit([warn, warn])).toEqual([done, short('money')]);
      const tokens: WriteSet = { require: [{ warn: id, tenant, of: 'tokens' }] };
      const foreign: WriteSet = { require: [{ warn: id, tenant: 'tenant_b', of: 'money' }] };
      expect(await store.commit([tokens, foreign])).toEqual([short('tokens'), short('money')]);
    });

    it('[BG12] is waited for in turn, by steps of runs that hand out something', async () => {
      const waits = { state: 'WAITING', wait_for: 'budget', wait_key: `family:${id}` } as const;
      const step = (name: string, run: string, urgency: number) =>
        put('steps', { ...waits, run, step: name, urgency, position: 1 });
      const rows = [
        openRun('exec_a'),
        openRun('exec_held', { held_at: 9 }),
        openRun('exec_end', { ending: 'CANCELLED' }),
        ...[step('task_2', 'exec_a', 5), step('task_1', 'exec_a', 3)],
        ...[step('task_1', 'exec_held', 1), step('task_1', 'exec_end', 1)],
        put('steps', { ...waits, run: 'exec_a', step: 'task_3', wait_key: 'money' }),
      ];
      await store.commit([{ rows }]);
      const key = `family:${id}`;
      const [first, second, ...rest] = await store.unpaidSteps(key, 9);
      expect([first?.step, second?.step, rest]).toEqual(['task_1', 'task_2', []]);
      expect(await store.unpaidSteps(key, 9, first)).toEqual([second]);
      expect(await store.nextUnpaidKey('')).toBe(key);
      expect(await store.nextUnpaidKey(key)).toBe('money');
      expect(await store.nextUnpaidKey('money')).toBeNull();
    });

    it('[BG11] is never overspent while two stores take from it', async () => {
      await begin({ limit_money: 300 });
      const stores = [store, await harness().open()];
      let reserved = 0;
      let most = 0;
      let spent = 0;
      const work = Array.from({ length: 10 }, async (_, index) => {
        const own = stores[index % 2] as Store;
        const run = `exec_${index}`;
        let head = headAfter({});
        for (let round = 0; round < 6; round += 1) {
          const cost = 1 + ((index * 7 + round * 13) % 17);
          const take = append(run, head, reserve(cost));
          const [taken] = await own.commit([take]);
          if (!taken?.ok) continue;
          head = headAfter(take);
          reserved += cost;
          const row = await own.purse(tenant, id);
          most = Math.max(most, (row?.spent_money ?? 0) + (row?.reserved_money ?? 0));
          const used = cost - (round % 3 === 0 ? 1 : 0);
          const end = append(run, head, settle(used, cost));
          expect(await own.commit([end])).toEqual([done]);
          head = headAfter(end);
          reserved -= cost;
          spent += used;
        }
      });
      await Promise.all(work);
      expect(reserved).toBe(0);
      expect((await stand()).slice(0, 2)).toEqual([spent, 0]);
      expect(most).toBeLessThanOrEqual(300);
      expect(spent).toBeGreaterThan(200);
    });
  });
}
