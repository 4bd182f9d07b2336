// By how many megabytes the memory of another process rises at most while it is watched.
import { residentMb } from '../lib/resident-memory.ts';

const everyMs = 50;

export function watchMemory(pid: number): { stop(): number } {
  const before = residentMb(pid);
  let most = before;
  const look = (): void => {
    most = Math.max(most, residentMb(pid));
  };
  const timer = setInterval(look, everyMs);
  return {
    stop() {
      clearInterval(timer);
      look();
      return most - before;
    },
  };
}
