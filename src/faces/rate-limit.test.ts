import { describe, expect, it } from 'vitest';
import { RateLimiter } from './rate-limit.ts';

function limiterAt(perMinute: number) {
  const clock = { ms: 0 };
  const limiter = new RateLimiter(perMinute, () => clock.ms);
  const takeTimes = (count: number) =>
    Array.from({ length: count }, () => limiter.take('a').allowed);
  return { clock, limiter, takeTimes };
}

describe('RateLimiter', () => {
  it('[AP9] a minute’s worth may come at once, then one at a time', () => {
    const { clock, takeTimes } = limiterAt(60);
    expect(takeTimes(61).filter((allowed) => allowed)).toHaveLength(60);
    clock.ms += 1_000;
    expect(takeTimes(2)).toEqual([true, false]);
  });

  it('[AP9] whoever waits as long as they were told gets in', () => {
    const { clock, limiter, takeTimes } = limiterAt(7);
    takeTimes(7);
    const { allowed, retryAfterSeconds } = limiter.take('a');
    expect(allowed).toBe(false);
    clock.ms += retryAfterSeconds * 1_000;
    expect(limiter.take('a').allowed).toBe(true);
  });

  it('[AP9] after the reset the whole limit is there again, and not more', () => {
    const { clock, limiter, takeTimes } = limiterAt(5);
    takeTimes(9);
    const { resetSeconds } = limiter.take('a');
    clock.ms += resetSeconds * 2_000;
    expect(takeTimes(6)).toEqual([true, true, true, true, true, false]);
  });

  it('[AP9] one principal does not use up the rate of another', () => {
    const { limiter, takeTimes } = limiterAt(2);
    expect(takeTimes(3).at(-1)).toBe(false);
    expect(limiter.take('b')).toMatchObject({ allowed: true, remaining: 1 });
  });

  it('[AP9] a clock that steps back gives nothing away', () => {
    const { clock, takeTimes } = limiterAt(2);
    clock.ms = 60_000;
    takeTimes(2);
    clock.ms = 0;
    expect(takeTimes(1)).toEqual([false]);
  });
});
