// A page of 100 events at a random place, from a small log and from a large one, in turns. Both are
// warm: what is compared is the way to the page, not the disk.
import { randomInt } from 'node:crypto';
import type { Reader } from '../../src/store/store.ts';
import { median } from '../lib/median.ts';
import type { LogRun } from './log-fill.ts';

const pageEvents = 100;
const warmUpPages = 2_000;
const timedPages = 2_000;

export interface Log {
  readonly reader: Pick<Reader, 'events'>;
  readonly runs: readonly LogRun[];
}

/** Half of the pages from the long run, since it has half of the events. */
function randomPlace(runs: readonly LogRun[]): { run: string; after: number } {
  const isLong = randomInt(2) === 0;
  const place = runs[isLong ? 0 : randomInt(1, runs.length)];
  if (place === undefined) throw new Error('no runs');
  return { run: place.run, after: randomInt(place.events - pageEvents) };
}

async function readPage({ reader, runs }: Log): Promise<number> {
  const { run, after } = randomPlace(runs);
  const startedMs = performance.now();
  const page = await reader.events(run, after, pageEvents);
  const elapsedMs = performance.now() - startedMs;
  if (page.length !== pageEvents) throw new Error(`a page of ${page.length}`);
  return elapsedMs;
}

export interface PageFigures {
  readonly smallUs: number;
  readonly largeUs: number;
}

export async function measurePages(small: Log, large: Log): Promise<PageFigures> {
  const times: { small: number[]; large: number[] } = { small: [], large: [] };
  for (let page = 0; page < warmUpPages + timedPages; page += 1) {
    const smallMs = await readPage(small);
    const largeMs = await readPage(large);
    if (page < warmUpPages) continue;
    times.small.push(smallMs);
    times.large.push(largeMs);
  }
  return { smallUs: median(times.small) * 1000, largeUs: median(times.large) * 1000 };
}
