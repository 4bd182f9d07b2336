import { describe, expect, it } from 'vitest';
import { PlanwrightError } from '../base/errors.ts';
import { HealthCheck, type HealthParts, healthLimits } from './health.ts';

const gibibyte = 1_073_741_824;

interface Wish extends Partial<HealthParts> {
  readonly answerMs?: number;
  readonly freshMs?: number;
}

const check = ({ answerMs = 60_000, freshMs = 0, ...parts }: Wish = {}): HealthCheck =>
  new HealthCheck(
    {
      isAlive: () => true,
      write: () => Promise.resolve(),
      freeBytes: () => Promise.resolve(10 * gibibyte),
      ...parts,
    },
    { answerMs, freshMs },
  );

const codesOf = async (health: HealthCheck): Promise<[string, string[]]> => {
  const { status, problems } = await health.report();
  return [status, problems.map(({ code }) => code)];
};

const fail = (code: 'storage_full' | 'storage_busy') => () =>
  Promise.reject(new PlanwrightError(code, 'Said by the store.'));

describe('the health of a server', () => {
  it('[OB3] is ok while a write goes through', async () => {
    expect(await codesOf(check())).toEqual(['ok', []]);
  });

  it.each(['storage_full', 'storage_busy'] as const)('[OB3] tells that it is %s', async (code) => {
    expect(await codesOf(check({ write: fail(code) }))).toEqual(['unavailable', [code]]);
  });

  it('[OB3] shows no message of an unexpected error', async () => {
    const write = () => Promise.reject(new Error('open /secret/place'));
    const report = await check({ write }).report();
    expect(report.problems[0]?.code).toBe('storage_failed');
    expect(JSON.stringify(report)).not.toContain('/secret/place');
  });

  it('[OB4] answers within its limit while a write hangs, with one write under way', async () => {
    let writes = 0;
    const write = (): Promise<void> => {
      writes += 1;
      return new Promise(() => undefined);
    };
    const health = check({ write, answerMs: 20 });
    const answers = await Promise.all([codesOf(health), codesOf(health), codesOf(health)]);
    expect(answers).toEqual(Array.from({ length: 3 }, () => ['unavailable', ['storage_busy']]));
    expect(await codesOf(health)).toEqual(['unavailable', ['storage_busy']]);
    expect(writes).toBe(1);
  });

  it('[OB4] tells within 2 s of a store that hangs since the last good answer', () => {
    expect(healthLimits.freshMs + healthLimits.answerMs).toBeLessThan(1_900);
  });

  it('[OB4] answers many callers with one write', async () => {
    let writes = 0;
    const write = async (): Promise<void> => {
      writes += 1;
    };
    const health = check({ write, freshMs: 60_000 });
    for (let call = 0; call < 50; call += 1) await health.report();
    expect(writes).toBe(1);
  });

  it.each([
    [100, 'unavailable', 'storage_full'],
    [0.1 * gibibyte, 'degraded', 'disk_low'],
  ])('[OB3] with %i bytes free is %s', async (free, status, code) => {
    expect(await codesOf(check({ freeBytes: async () => free }))).toEqual([status, [code]]);
  });

  it('[OB3] a disk whose room cannot be asked for does not count', async () => {
    const freeBytes = () => Promise.reject(new Error('no such call'));
    expect(await codesOf(check({ freeBytes }))).toEqual(['ok', []]);
  });

  it('[OB3] after a call found the disk full, only a write of many pages makes it well', async () => {
    const sizes: number[] = [];
    let isFull = true;
    const write = (bytes: number): Promise<void> => {
      sizes.push(bytes);
      return isFull && bytes > 4_096 ? fail('storage_full')() : Promise.resolve();
    };
    const health = check({ write });
    expect(await codesOf(health)).toEqual(['ok', []]);
    health.failed('storage_full');
    expect(await codesOf(health)).toEqual(['unavailable', ['storage_full']]);
    expect(await codesOf(health)).toEqual(['unavailable', ['storage_full']]);
    isFull = false;
    expect(await codesOf(health)).toEqual(['ok', []]);
    expect(await codesOf(health)).toEqual(['ok', []]);
    expect(sizes.map((size) => size > 4_096)).toEqual([false, true, true, true, false]);
  });

  it('[OB3] is unavailable without its engine, and while it stops', async () => {
    expect(await codesOf(check({ isAlive: () => false }))).toEqual([
      'unavailable',
      ['engine_stopped'],
    ]);
    const health = check();
    health.stop();
    expect(await codesOf(health)).toEqual(['unavailable', ['stopping']]);
  });
});
