// Resident memory of another process, in megabytes.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

export function residentMb(pid: number): number {
  const kilobytes = process.platform === 'linux' ? fromProc(pid) : fromPs(pid);
  if (!Number.isFinite(kilobytes)) throw new Error(`no memory figure for process ${pid}`);
  return kilobytes / 1024;
}

function fromProc(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]);
}

function fromPs(pid: number): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' }));
}
