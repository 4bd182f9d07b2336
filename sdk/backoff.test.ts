import { describe, expect, it } from 'vitest';
import { backoffMs, retryAfterMs } from './backoff.ts';

const limits = { firstMs: 100, maxMs: 1_000 };

describe('back-off', () => {
  it('[SD3] doubles from try to try, between half and the whole, and stays bounded', () => {
    const least = [1, 2, 3, 4, 5, 60].map((attempt) => backoffMs(attempt, limits, () => 0));
    const most = [1, 2, 3, 4, 5, 60].map((attempt) => backoffMs(attempt, limits, () => 1));
    expect(least).toEqual([50, 100, 200, 400, 500, 500]);
    expect(most).toEqual([100, 200, 400, 800, 1_000, 1_000]);
  });

  it('[SD3] reads Retry-After as seconds or as a date, and ignores nonsense', () => {
    const nowMs = Date.parse('2026-01-01T00:00:00Z');
    expect(retryAfterMs('2', nowMs)).toBe(2_000);
    expect(retryAfterMs('0.05', nowMs)).toBe(50);
    expect(retryAfterMs('Thu, 01 Jan 2026 00:00:07 GMT', nowMs)).toBe(7_000);
    expect(retryAfterMs('Wed, 31 Dec 2025 00:00:00 GMT', nowMs)).toBe(0);
    expect(retryAfterMs('soon', nowMs)).toBeNull();
    expect(retryAfterMs(null, nowMs)).toBeNull();
  });
});
