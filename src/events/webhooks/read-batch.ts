// Reads the next message of a row from the log: the log is what is delivered, the row only says how
// far it has come.
import type { Reader } from '../../store/store.ts';
import { Batch, maxEvents } from './delivery.ts';

/** Where only some types are wanted, so many pages are passed over before the way is noted. */
const maxPages = 50;

export interface BatchRequest {
  readonly run: string;
  readonly sent: number;
  readonly upTo: number;
  readonly types: ReadonlySet<string> | null;
}

export async function readBatch(
  reader: Pick<Reader, 'events'>,
  { run, sent, upTo, types }: BatchRequest,
): Promise<Batch> {
  const batch = new Batch(run, sent, types);
  for (let pages = 0; pages < maxPages && batch.toSeq < upTo; pages += 1) {
    const limit = Math.min(maxEvents, upTo - batch.toSeq);
    const page = await reader.events(run, batch.toSeq, limit);
    for (const event of page) if (!batch.add(event)) return batch;
    if (page.length < limit || batch.size === maxEvents) return batch;
  }
  return batch;
}
