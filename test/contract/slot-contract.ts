// Slots: at most so many places have one, whoever asks and however many at once.
import { beforeEach, describe, expect, it } from 'vitest';
import type { SlotRequirement, Store, WriteSet } from '../../src/store/store.ts';
import type { Harness } from './harness.ts';
import { append, put } from './sample-rows.ts';

const slot = (place: string, max = 2, name = 'kind:model'): SlotRequirement => ({
  slot: name,
  max,
  place,
  tenant: 'tenant_a',
  run: place.split('/')[0] ?? '',
});

const takes = (place: string, max = 2): WriteSet => ({ require: [slot(place, max)] });

const full = { ok: false, conflict: 'slot', key: 'kind:model' };

export function slotContract(harness: () => Harness): void {
  let store: Store;
  beforeEach(async () => {
    store = await harness().open();
  });
  const ok = async (...sets: WriteSet[]): Promise<void> => {
    expect(await store.commit(sets)).toEqual(sets.map(() => ({ ok: true })));
  };
  const places = async (): Promise<unknown[]> =>
    (await harness().sql('select place from slots order by place')).map((row) => row.place);

  describe('a slot', () => {
    it('[ST25] is had by at most so many places, and a refused set writes nothing', async () => {
      await ok(takes('exec_1/task_1'), takes('exec_1/task_2'));
      const refused = { ...takes('exec_1/task_3'), rows: [put('agents')] };
      expect(await store.commit([refused])).toEqual([full]);
      expect(await store.agents('tenant_a')).toEqual([]);
      expect(await store.slotCount('kind:model')).toBe(2);
      await ok({ require: [slot('exec_1/task_3', 1, 'kind:tool')] });
      await ok({ freeSlots: ['exec_1/task_1', 'exec_9/absent'] });
      await ok(takes('exec_1/task_3#model'));
      expect(await store.commit([takes('exec_1/task_4')])).toEqual([full]);
    });

    it('[ST25] is asked for again by the place that has it', async () => {
      await ok(takes('exec_1/task_1', 1));
      await ok(takes('exec_1/task_1', 1));
      expect(await store.slotCount('kind:model')).toBe(1);
    });

    it('[ST25] that the same set frees is free for it', async () => {
      await ok(takes('exec_1/task_1', 1));
      await ok({ ...takes('exec_1/task_2', 1), freeSlots: ['exec_1/task_1'] });
      expect(await places()).toEqual(['exec_1/task_2']);
      await ok({ ...takes('exec_1/task_2', 1), freeSlots: ['exec_1/task_2'] });
      expect(await places()).toEqual(['exec_1/task_2']);
    });

    it('[ST25] counts within a set and within a batch', async () => {
      const two = [slot('exec_1/task_1', 1), slot('exec_1/task_2', 1)];
      expect(await store.commit([{ require: two }])).toEqual([full]);
      expect(await places()).toEqual([]);
      const results = await store.commit([
        takes('exec_1/task_1', 1),
        takes('exec_1/task_2', 1),
        { freeSlots: ['exec_1/task_1'] },
        takes('exec_1/task_3', 1),
      ]);
      expect(results).toEqual([{ ok: true }, full, { ok: true }, { ok: true }]);
      expect(await places()).toEqual(['exec_1/task_3']);
    });

    it('[ST25] is given back when a later requirement of its set fails', async () => {
      const require = [slot('exec_1/task_1'), { due: 'nothing' }];
      const [result] = await store.commit([{ require, freeSlots: ['exec_2/task_1'] }]);
      expect(result).toEqual({ ok: false, conflict: 'due', key: 'nothing' });
      expect(await places()).toEqual([]);
    });

    it('[ST25] is never had by too many while two stores fight for it', async () => {
      const stores = [store, await harness().open()];
      const max = 3;
      let most = 0;
      const work = Array.from({ length: 12 }, async (_, index) => {
        const own = stores[index % 2] as Store;
        const place = `exec_${index}/task_1`;
        for (let done = 0; done < 5; ) {
          const [result] = await own.commit([
            append(`exec_${index}_${done}`, undefined, takes(place, max)),
          ]);
          if (!result?.ok) continue;
          most = Math.max(most, await own.slotCount('kind:model'));
          await own.commit([{ freeSlots: [place] }]);
          done += 1;
        }
      });
      await Promise.all(work);
      expect(most).toBeLessThanOrEqual(max);
      expect(most).toBeGreaterThan(1);
      expect(await places()).toEqual([]);
    });
  });
}
