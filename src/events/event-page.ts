// A page of the log as readers see it. Both what is read at a time and what is answered are bounded:
// an output of 256 KiB becomes a line of text, and one event may change 10,000 steps.
import type { PublicEvent } from '../contract/executions.ts';
import { decodeEvent } from '../engine/log-header.ts';
import type { Reader } from '../store/store.ts';
import { ReaderNames, toPublicEvent } from './public-event.ts';

const readAtOnce = 25;
/** A page ends with the event that reaches it: some 4 MB at most, with the longest ids. */
const maxChanges = 20_000;

interface PageRequest {
  readonly tenant: string;
  readonly run: string;
  readonly after: number;
  readonly limit: number;
}

/** At least one event where there is one, so that a reader always gets on. */
export async function eventPage(reader: Reader, request: PageRequest): Promise<PublicEvent[]> {
  const { tenant, run, limit } = request;
  const names = new ReaderNames(reader, tenant);
  const page: PublicEvent[] = [];
  let changes = 0;
  let { after } = request;
  while (page.length < limit) {
    const most = Math.min(readAtOnce, limit - page.length);
    const stored = await reader.events(run, after, most);
    const shown = await Promise.all(
      stored.map((row) => toPublicEvent(reader, names, decodeEvent(row.header))),
    );
    for (const event of shown) {
      page.push(event);
      changes += event.changes.length;
      if (changes >= maxChanges) return page;
    }
    if (stored.length < most) return page;
    after = stored.at(-1)?.seq ?? after;
  }
  return page;
}
