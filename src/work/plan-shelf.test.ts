import { describe, expect, it } from 'vitest';
import type { Reader } from '../store/store.ts';
import { PlanShelf } from './plan-shelf.ts';

/** A store that holds plans of one size each, and counts what is read. */
function storeOf(size: number) {
  const reads: string[] = [];
  const broken = new Set<string>();
  const reader: Pick<Reader, 'artifact' | 'content'> = {
    artifact: async (tenant, owner, path) => ({
      ...{ owner, path, tenant, content: owner, content_type: 'application/json' },
      ...{ size, sha256: owner, updated_at: 1 },
    }),
    content: async (id) => {
      reads.push(id);
      await Promise.resolve();
      if (broken.has(id)) throw new Error('no disk');
      return {
        ...{ id, owner: id, salt: new Uint8Array(), is_erased: 0 },
        bytes: Buffer.from('{}'),
      } as never;
    },
  };
  return { shelf: new PlanShelf(reader as Reader), reads, broken };
}

describe('plans that forecasts share', () => {
  it('[LM10] 50 who ask at once read one content', async () => {
    const { shelf, reads } = storeOf(2);
    await Promise.all(Array.from({ length: 50 }, () => shelf.read('t', 'plan_1')));
    expect(reads).toEqual(['plan_1']);
  });

  it('[LM10] a read that failed is tried again', async () => {
    const { shelf, reads, broken } = storeOf(2);
    broken.add('plan_1');
    await expect(shelf.read('t', 'plan_1')).rejects.toThrow('no disk');
    broken.clear();
    expect(await shelf.read('t', 'plan_1')).toBeNull();
    expect(reads).toHaveLength(2);
  });

  it('[LM11] few large ones are kept, and the one that was used last', async () => {
    const { shelf, reads } = storeOf(15 * 2 ** 20);
    for (const plan of ['a', 'b', 'a', 'c', 'a', 'b']) await shelf.read('t', plan);
    expect(reads).toEqual(['a', 'b', 'c', 'b']);
    const huge = storeOf(64 * 2 ** 20);
    for (const plan of ['a', 'a']) await huge.shelf.read('t', plan);
    expect(huge.reads).toEqual(['a']);
  });
});
