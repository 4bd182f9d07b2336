// Gives memory back when a thread has little to do. V8 keeps the pages that a busy hour needed until
// something new is made, and a server that rests makes nothing.
import { performance } from 'node:perf_hooks';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const everyMs = 5_000;
/** Collecting takes 50 to 300 ms, in which nobody should be waiting. */
const quietLooks = 3;
const quietShare = 0.05;
const worthBytes = 8 * 2 ** 20;

interface Held {
  /** By the heap of the thread. */
  readonly heap: number;
  /** By the whole process, with pages of SQLite, which are in no heap. */
  readonly resident: number;
}

/** What there is to give back: garbage is dear to collect, and only the heap tells of it. */
export type Rest = 'all' | 'pages' | null;

/** Says when it is time, from looks at the thread at regular intervals. */
export class RestJudge {
  #quiet = 0;
  #leastHeap = 0;
  #leastResident = Number.POSITIVE_INFINITY;

  /** The part of the time since the last look in which the thread was busy, and what is held now. */
  look(busyShare: number, { heap, resident }: Held): Rest {
    this.#leastResident = Math.min(this.#leastResident, resident);
    this.#quiet = busyShare < quietShare ? this.#quiet + 1 : 0;
    if (this.#quiet < quietLooks) return null;
    if (heap > this.#leastHeap + worthBytes) return 'all';
    return resident > this.#leastResident + worthBytes ? 'pages' : null;
  }

  freed({ heap, resident }: Held, rest: Rest): void {
    if (rest === 'all') this.#leastHeap = heap;
    this.#leastResident = resident;
  }
}

function held(): Held {
  const { total_physical_size, external_memory } = getHeapStatistics();
  return {
    heap: total_physical_size + external_memory,
    resident: process.memoryUsage.rss(),
  };
}

/** The only way to the collector without a flag of the command line. */
function collect(): void {
  setFlagsFromString('--expose-gc');
  const gc = runInNewContext('gc') as (options: object) => void;
  gc({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}

/** Of the thread it is called in: `forget` comes before the collector and `release` after it. */
export function watchRest(forget: () => void, release: () => void): () => void {
  const judge = new RestJudge();
  let before = performance.eventLoopUtilization();
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    const rest = judge.look(utilization, held());
    if (rest === null) return;
    forget();
    if (rest === 'all') collect();
    release();
    judge.freed(held(), rest);
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}
