// How much a suite does. What is random or repeated (kills, seeds, faces, looks) is a sample as a rule,
// and whole in `npm run test:long`, which sets TEST_SIZE=whole.
import process from 'node:process';

export const isWhole = process.env.TEST_SIZE === 'whole';

export const sized = <Value>(sample: Value, whole: Value): Value => (isWhole ? whole : sample);

/** Some of a list, evenly spread; all of it when the run is whole. */
export function sampled<Item>(items: readonly Item[], count: number): readonly Item[] {
  if (isWhole || items.length <= count) return items;
  return Array.from({ length: count }, (_, index) => {
    const at = Math.floor((index * items.length) / count);
    return items[at] as Item;
  });
}
