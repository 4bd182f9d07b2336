// A view of many contents that are long themselves: an output has 256 KiB, and a run 10,000 of them.
import { stretchOf } from '../engine/packed-refs.ts';
import type { ContentRow, Reader } from '../store/store.ts';

const readAtOnce = 20;

/** By the content that they lie in: contracts that came together share one. */
function* waves(ids: Iterable<string>): Generator<string[]> {
  const byWhole = Map.groupBy(new Set(ids), (id) => stretchOf(id)?.whole ?? id);
  byWhole.delete('');
  const groups = [...byWhole.values()];
  for (let start = 0; start < groups.length; start += readAtOnce) {
    yield groups.slice(start, start + readAtOnce).flat();
  }
}

/** By id what `view` makes of each content that is there; few contents are in memory at a time. */
export async function readViews<View>(
  reader: Pick<Reader, 'contents'>,
  ids: Iterable<string>,
  view: (row: ContentRow) => View,
): Promise<ReadonlyMap<string, View>> {
  const views = new Map<string, View>();
  for (const wave of waves(ids)) {
    for (const [id, row] of await reader.contents(wave)) views.set(id, view(row));
  }
  return views;
}
