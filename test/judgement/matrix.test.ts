import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type FaceName, faceNames, facesOf, type Item, matrix, places } from './matrix.ts';

const items = Object.keys(matrix) as Item[];
const source = readFileSync(new URL('./matrix.ts', import.meta.url), 'utf8');

/** As the comment of the table draws it. */
const drawn = (item: Item): string[] => {
  const line = source.split('\n').find((one) => one.startsWith(`//  ${item} `)) ?? '';
  return line.slice(`//  ${item}`.length).trim().split(/\s+/).slice(0, faceNames.length);
};

describe('the table of what is shown where', () => {
  it('has every item, and draws it as it is', () => {
    expect(items).toHaveLength(12);
    for (const item of items) {
      const row: Partial<Record<FaceName, string>> = matrix[item];
      const cells = faceNames.map((name) => (row[name] === undefined ? 'x' : '-'));
      expect([item, drawn(item)]).toEqual([item, cells]);
    }
  });

  it('leaves out a face only with a reason, and no item has less than four on either store', () => {
    for (const item of items) {
      for (const why of Object.values(matrix[item])) expect(why).toMatch(/^[A-Z].{20,}\.$/);
      for (const store of ['sqlite', 'postgres'] as const) {
        const here = places.filter((place) => place.store === store);
        const shown = here.flatMap((place) => facesOf(place, item));
        expect([item, shown.length >= 4]).toEqual([item, true]);
      }
    }
  });
});
