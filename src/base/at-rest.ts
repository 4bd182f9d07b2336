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

/** Says when it is time, from looks at the thread at regular intervals. */
export class RestJudge {
  #quiet = 0;
  #leastBytes = 0;

  /** The part of the time since the last look in which the thread was busy, and what its heap takes. */
  isTime(busyShare: number, heapBytes: number): boolean {
    this.#quiet = busyShare < quietShare ? this.#quiet + 1 : 0;
    return this.#quiet >= quietLooks && heapBytes > this.#leastBytes + worthBytes;
  }

  freed(heapBytes: number): void {
    this.#leastBytes = heapBytes;
  }
}

function heapBytes(): number {
  const { total_physical_size, external_memory } = getHeapStatistics();
  return total_physical_size + external_memory;
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
    if (!judge.isTime(utilization, heapBytes())) return;
    forget();
    collect();
    release();
    judge.freed(heapBytes());
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}
