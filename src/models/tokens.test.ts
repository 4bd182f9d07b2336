import { describe, expect, it } from 'vitest';
import { createTokenMeter, estimateTokens } from './tokens.ts';

const text = 'The bakery opens in spring, with two ovens and four people. '.repeat(40);

const chunksOf = (long: string): string[] => long.match(/.{1,4000}/gs) ?? [];

describe('token counts', () => {
  it('[MD18] start with room to spare', () => {
    const meter = createTokenMeter();
    expect(meter.estimate('a', text)).toBe(Math.ceil(meter.plain(text) * 1.4));
    expect(estimateTokens(text)).toBe(meter.estimate('a', text));
  });

  it('[MD18] of long texts are judged by samples, near the whole count', () => {
    const meter = createTokenMeter();
    const parts = [text, '第一段階では、店舗の場所を決めて、許可を取ります。'.repeat(200), text];
    const whole = parts.flatMap(chunksOf).reduce((sum, chunk) => sum + meter.plain(chunk), 0);
    const judged = meter.plain(parts.join('')) / whole;
    expect(Math.abs(judged - 1)).toBeLessThan(0.15);
  });

  it('[MD18] follow what a model counts, for that model alone', () => {
    const meter = createTokenMeter();
    const plain = meter.plain(text);
    const before = meter.estimate('b', text);
    for (let count = 0; count < 20; count += 1) meter.learn('a', plain, plain * 2);
    expect(meter.estimate('a', text) / plain).toBeCloseTo(2.2, 1);
    expect(meter.estimate('b', text)).toBe(before);
  });

  it('[MD18] learn nothing from short texts, and nothing absurd', () => {
    const meter = createTokenMeter();
    const before = meter.estimate('a', text);
    meter.learn('a', 10, 500);
    meter.learn('a', 1_000, 0);
    expect(meter.estimate('a', text)).toBe(before);
    meter.learn('a', 1_000, 1_000_000);
    expect(meter.estimate('a', text)).toBeLessThanOrEqual(meter.plain(text) * 4.4 + 1);
  });

  it('[MD11] know the fewest tokens a whole text can have', () => {
    const meter = createTokenMeter();
    expect(meter.least('a', 100)).toBe(0);
    expect(meter.least('a', 1_000)).toBe(500);
    meter.learn('a', 1_000, 2_000);
    expect(meter.least('a', 1_000)).toBe(1_100);
  });
});
