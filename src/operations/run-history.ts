// What a view needs and no row holds: looked up in the newest part of a run's log, backwards.
import type { RunEvent } from '../engine/event-types.ts';
import { decodeEvent } from '../engine/log-header.ts';
import type { Reader } from '../store/store.ts';
import type { Rows } from '../store/tables.ts';

/** Notes and messages may come after the end, and are few. */
const pageSizes = [10, 100, 1_000] as const;

/** The newest events first, page by page, until `visit` has seen enough (gives true). */
async function readBack(
  reader: Reader,
  run: Rows['runs'],
  visit: (event: RunEvent) => boolean,
): Promise<void> {
  let before = run.head_seq + 1;
  for (const size of pageSizes) {
    if (before <= 1) return;
    const after = Math.max(0, before - 1 - size);
    const stored = await reader.events(run.id, after, before - 1 - after);
    for (const row of stored.reverse()) if (visit(decodeEvent(row.header))) return;
    before = after + 1;
  }
}

/** Steps with effects that stand, as the end of the run lists them. */
export async function readUncompensated(reader: Reader, run: Rows['runs']): Promise<string[]> {
  const found: string[] = [];
  if (run.status !== 'CANCELLED' && run.status !== 'FAILED') return found;
  await readBack(reader, run, (event) => {
    if (event.type !== 'run.ended') return false;
    found.push(...(event.data.uncompensated ?? []));
    return true;
  });
  return found;
}
