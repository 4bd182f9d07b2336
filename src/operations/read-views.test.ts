import { describe, expect, it } from 'vitest';
import type { ContentRow } from '../store/store.ts';
import { readViews } from './read-views.ts';

function readerOf(bytesOf: (id: string) => Uint8Array | null) {
  const asked: string[][] = [];
  const reader = {
    contents: async (ids: readonly string[]) => {
      asked.push([...ids]);
      const rows = ids.flatMap((id) => {
        const bytes = bytesOf(id);
        return bytes ? [[id, { id, bytes } as unknown as ContentRow] as const] : [];
      });
      return new Map(rows);
    },
  };
  return { reader, asked };
}

describe('views of contents', () => {
  it('[EV8] are made of 20 contents at a time, each read once', async () => {
    const { reader, asked } = readerOf((id) => Buffer.from(id));
    const ids = Array.from({ length: 45 }, (_, index) => `ct_${index}`);
    const views = await readViews(reader, [...ids, 'ct_3', ''], ({ bytes }) => bytes.length);
    expect(asked.map(({ length }) => length)).toEqual([20, 20, 5]);
    expect([...views.keys()]).toEqual(ids);
    expect(views.get('ct_44')).toBe(5);
  });

  it('[EV8] count parts of one content as one, and leave out what is gone', async () => {
    const { reader, asked } = readerOf((id) => (id === 'ct_gone' ? null : Buffer.from(id)));
    const parts = Array.from({ length: 300 }, (_, index) => `ct_whole:${index}-1`);
    const views = await readViews(reader, [...parts, 'ct_gone', 'ct_one'], () => 1);
    expect(asked).toHaveLength(1);
    expect(views.size).toBe(301);
    expect(views.has('ct_gone')).toBe(false);
  });
});
