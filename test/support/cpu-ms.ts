// Processor time of this process rather than wall time: a busy machine must not fail a test.
import process from 'node:process';

export function cpuMsOf(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
