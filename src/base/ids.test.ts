import { describe, expect, it } from 'vitest';
import { ManualClock } from './clock.ts';
import { createIds, idPattern, seededRandomness, systemRandomness } from './ids.ts';

const startMs = 1_767_225_600_000;

describe('ids', () => {
  it('[BA2] an id has its prefix and fits the pattern', () => {
    const id = createIds(new ManualClock(startMs)).next('plan');
    expect(id).toMatch(/^plan_[0-9a-z]{24}$/);
    expect(id).toMatch(idPattern);
  });

  it('[BA2] ids sort by time of birth, also across a change of the leading digits', () => {
    const clock = new ManualClock(startMs);
    const ids = createIds(clock, seededRandomness(1));
    const born = [0, 1, 31, 32, 1_000, 32 ** 4, 32 ** 7].map((stepMs) => {
      clock.advance(stepMs);
      return ids.next('exec');
    });
    expect(born.slice(1).sort()).toEqual(born.slice(1));
    expect(new Set(born).size).toBe(born.length);
  });

  it('[BA2] ids of one moment differ', () => {
    const ids = createIds(new ManualClock(startMs));
    const made = Array.from({ length: 2_000 }, () => ids.next('agent'));
    expect(new Set(made).size).toBe(made.length);
  });

  it('[BA2] the same seed gives the same ids, another seed others', () => {
    const make = (seed: number) => createIds(new ManualClock(startMs), seededRandomness(seed));
    expect(make(7).next('plan')).toBe(make(7).next('plan'));
    expect(make(7).next('plan')).not.toBe(make(8).next('plan'));
  });

  it('[BA2] a secret has the length asked for and uses the whole alphabet evenly', () => {
    const secret = createIds(new ManualClock(startMs)).secret(32_000);
    expect(secret).toHaveLength(32_000);
    const counts = new Map<string, number>();
    for (const letter of secret) counts.set(letter, (counts.get(letter) ?? 0) + 1);
    expect(counts.size).toBe(32);
    // 1,000 each on average with a deviation of 31: ten deviations never happen by chance.
    expect(Math.min(...counts.values())).toBeGreaterThan(690);
    expect(Math.max(...counts.values())).toBeLessThan(1_310);
  });

  it('[BA2] ids leave out letters that look like digits', () => {
    const secret = createIds(new ManualClock(startMs), seededRandomness(3)).secret(5_000);
    expect(secret).not.toMatch(/[ilou]/);
  });

  it('[BA2] a salt has 16 bytes', () => {
    expect(createIds(new ManualClock(startMs)).salt()).toHaveLength(16);
    expect(systemRandomness.bytes(5)).toHaveLength(5);
  });
});
