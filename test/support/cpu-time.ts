// Vitest setup file: notes how much processor time each test file took, child processes included.
/* oxlint-disable no-empty-pattern */
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { afterAll } from 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    cpuMs?: number;
  }
}

/** Linux counts in hundredths of a second. */
const tickMs = 10;

/** Of the processes that this one has waited for, and theirs; 0 where the machine does not say. */
function childrenMs(): number {
  if (process.platform !== 'linux') return 0;
  const stat = readFileSync('/proc/self/stat', 'utf8');
  // The name may hold spaces and brackets; fields are counted after its last bracket.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[13]) + Number(fields[14])) * tickMs;
}

function usedMs(): number {
  const { user, system } = process.cpuUsage();
  return Math.round((user + system) / 1_000) + childrenMs();
}

/** A worker may run several files. */
const holder = globalThis as { planwrightCpuMs?: number };

// biome-ignore lint/correctness/noEmptyPattern: Vitest demands a pattern.
afterAll(({}, suite) => {
  const now = usedMs();
  suite.meta.cpuMs = now - (holder.planwrightCpuMs ?? 0);
  holder.planwrightCpuMs = now;
});
