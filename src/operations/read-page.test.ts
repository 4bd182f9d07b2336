import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Matter, type Page, pageOf, shortened } from './read-page.ts';

const limit = 1_000;

/** Page by page to the end. */
function all(matter: Matter): Page[] {
  const pages: Page[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = pageOf(matter, cursor, limit);
    pages.push(page);
    if (page.next_cursor === null) return pages;
    cursor = page.next_cursor;
  }
}

const sizeOf = ({ value, items = [], text = '' }: Page): number =>
  JSON.stringify(value ?? '').length + JSON.stringify(items).length + JSON.stringify(text).length;

describe('a page', () => {
  it('[PR1] of a list: none is lost or repeated, whatever their length, and each page is short', () => {
    const item = fc.record({ id: fc.nat(), text: fc.string({ maxLength: 900 }) });
    fc.assert(
      fc.property(fc.array(item, { maxLength: 40 }), (items) => {
        const pages = all({ kind: 'list', items, head: { title: 'x' } });
        const ids = pages
          .flatMap((page) => page.items ?? [])
          .map((one) => (one as { id: number }).id);
        expect(ids).toEqual(items.map(({ id }) => id));
        for (const page of pages) expect(sizeOf(page)).toBeLessThan(limit + 100);
        expect(pages.map((page) => page.value)).toEqual([
          { title: 'x' },
          ...pages.slice(1).map(() => undefined),
        ]);
      }),
      { seed: 7, numRuns: 60 },
    );
  });

  it('[PR1] of a text: the pages together are the text, and no character is cut in two', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 4_000 }), (text) => {
        const pages = all({ kind: 'text', text });
        expect(pages.map((page) => page.text).join('')).toBe(text);
        for (const page of pages) expect(page.text?.isWellFormed()).toBe(true);
      }),
      { seed: 7, numRuns: 40 },
    );
    const hostile = '\u0000"\\'.repeat(2_000);
    for (const page of all({ kind: 'text', text: hostile })) {
      expect(sizeOf(page)).toBeLessThan(limit + 100);
    }
  });

  it('[PR1] an item that is too long alone is shortened, and says what was left out', () => {
    const long = { id: 1, notes: 'n'.repeat(5_000), list: ['a'] };
    expect(shortened(long, limit)).toEqual({ id: 1, list: ['a'], left_out: ['notes'] });
    expect(shortened('x'.repeat(5_000), limit)).toEqual({ left_out: ['all'], characters: 5_002 });
    const [page] = all({ kind: 'list', items: [long] });
    expect(page).toMatchObject({ total: 1, items: [{ id: 1, left_out: ['notes'] }] });
  });

  it('[PR1] a cursor that is none of ours is refused, one past the end is an empty page', () => {
    expect(() => pageOf({ kind: 'list', items: [] }, 'plan_1', limit)).toThrow('cursor');
    expect(pageOf({ kind: 'list', items: [1] }, 'at_9', limit)).toMatchObject({
      items: [],
      next_cursor: null,
    });
  });
});
