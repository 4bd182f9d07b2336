// Processor time that another process has used since its start, all threads together.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Null where the machine does not tell. */
export type CpuMeter = (() => number) | null;

/** Microseconds; the kernel counts in ticks, so use it over seconds. */
export function cpuMeter(pid: number): CpuMeter {
  if (process.platform !== 'linux') return null;
  const ticksPerS = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));
  return () => (readTicks(pid) * 1_000_000) / ticksPerS;
}

function readTicks(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name may hold spaces and brackets; fields are counted after its last bracket.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [userTicks, systemTicks] = [Number(fields[11]), Number(fields[12])];
  if (Number.isNaN(userTicks + systemTicks)) throw new Error(`no processor time for ${pid}`);
  return userTicks + systemTicks;
}
