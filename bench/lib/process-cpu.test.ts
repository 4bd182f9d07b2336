import { expect, it } from 'vitest';
import { cpuMeter } from './process-cpu.ts';

it('counts the work of this process, in microseconds', () => {
  const meter = cpuMeter(process.pid);
  expect(meter !== null).toBe(process.platform === 'linux');
  if (meter === null) return;
  const own = (): number => process.cpuUsage().user + process.cpuUsage().system;
  const before = own();
  const counted = meter();
  const after = own();
  const tickUs = 10_000;
  expect(counted).toBeGreaterThanOrEqual(before - 2 * tickUs);
  expect(counted).toBeLessThanOrEqual(after + 2 * tickUs);
});
