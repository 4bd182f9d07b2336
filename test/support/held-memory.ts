// What the heap really holds: garbage that nobody has collected yet does not count, since how much of it
// lies about depends on the machine's moods.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Megabytes on the heap after a full collection. */
export function heldMb(): number {
  collect();
  return process.memoryUsage().heapUsed / 2 ** 20;
}
