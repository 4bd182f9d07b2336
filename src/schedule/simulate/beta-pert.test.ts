import { describe, expect, it } from 'vitest';
import { pertDraw, pertMean, pertQuantile, pertVariance } from './beta-pert.ts';
import { normalQuantile, normalShare } from './normal.ts';
import { PertBatch } from './pert-batch.ts';
import { RandomStream } from './random.ts';

const estimates = [
  { low: 0, likely: 0, high: 10 },
  { low: 2, likely: 3, high: 10 },
  { low: 1, likely: 5.5, high: 10 },
  { low: 3, likely: 9, high: 10 },
  { low: 3, likely: 10, high: 10 },
];

const STEPS = 200_000;
const shares = Array.from({ length: STEPS }, (_, i) => (i + 0.5) / STEPS);

describe('beta-PERT', () => {
  it.each(estimates)('[SC60] mean and variance of %j are those of the formula', (estimate) => {
    const draw = pertDraw(estimate);
    const values = shares.map((share) => pertQuantile(draw, share));
    const mean = values.reduce((sum, value) => sum + value, 0) / STEPS;
    const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / STEPS;
    expect(mean).toBeCloseTo(pertMean(estimate), 6);
    expect(Math.abs(variance / pertVariance(estimate) - 1)).toBeLessThan(0.002);
  });

  it('[SC60] quantiles are right where they have a closed form', () => {
    const atLow = pertDraw({ low: 0, likely: 0, high: 1 });
    for (const share of [0.05, 0.3, 0.5, 0.8, 0.95]) {
      expect(pertQuantile(atLow, share)).toBeCloseTo(1 - (1 - share) ** 0.2, 3);
    }
    expect(pertQuantile(pertDraw({ low: 4, likely: 6, high: 8 }), 0.5)).toBeCloseTo(6, 5);
  });

  it('[SC60] never leaves low…high, rises with the share, and may have no width', () => {
    for (const estimate of estimates) {
      const draw = pertDraw(estimate);
      let before = estimate.low;
      for (const share of [0, 1e-9, 0.001, 0.1, 0.5, 0.9, 0.999, 1 - 1e-9, 1]) {
        const value = pertQuantile(draw, share);
        expect(value).toBeGreaterThanOrEqual(before);
        before = value;
      }
      expect(before).toBeLessThanOrEqual(estimate.high);
    }
    expect(pertQuantile(pertDraw({ low: 7, likely: 7, high: 7 }), 0.3)).toBe(7);
  });
});

describe('many estimates at once', () => {
  it('[SC60] give what each gives alone', () => {
    const all = [...estimates, { low: 7, likely: 7, high: 7 }, ...estimates];
    const batch = new PertBatch(all);
    for (const [index, estimate] of all.entries()) {
      for (const share of [0, 0.01, 0.5, 0.83, 0.9999]) {
        expect(batch.quantile(index, share)).toBe(pertQuantile(pertDraw(estimate), share));
      }
    }
  });
});

describe('the normal distribution', () => {
  it('[SC61] knows its textbook values, and the inverse is the inverse', () => {
    expect(normalShare(0)).toBeCloseTo(0.5, 6);
    expect(normalShare(1.959964)).toBeCloseTo(0.975, 5);
    expect(normalShare(-9)).toBe(0);
    expect(normalShare(9)).toBe(1);
    for (const share of [0.001, 0.1, 0.5, 0.77, 0.999]) {
      expect(normalShare(normalQuantile(share))).toBeCloseTo(share, 5);
    }
  });
});

describe('random numbers', () => {
  it('[SC62] the same seed gives the same numbers, another seed others', () => {
    const draw = (seed: number) => {
      const numbers = new Float64Array(1000);
      new RandomStream(seed).fill(numbers);
      return numbers;
    };
    expect(draw(5)).toEqual(draw(5));
    expect(draw(5)).not.toEqual(draw(6));
    expect(draw(5)).not.toEqual(draw(5 + 2 ** 33));
    expect(draw(0).every((value) => value > 0 && value < 1)).toBe(true);
  });

  it('[SC62] they are even: the mean, the spread and the neighbors show nothing', () => {
    const numbers = new Float64Array(100_000);
    new RandomStream(1).fill(numbers);
    const mean = numbers.reduce((sum, value) => sum + value, 0) / numbers.length;
    const variance = numbers.reduce((sum, value) => sum + (value - mean) ** 2, 0) / numbers.length;
    let product = 0;
    for (let i = 1; i < numbers.length; i += 1) {
      product += ((numbers[i] ?? 0) - 0.5) * ((numbers[i - 1] ?? 0) - 0.5);
    }
    expect(mean).toBeCloseTo(0.5, 2);
    expect(variance).toBeCloseTo(1 / 12, 2);
    expect(product / numbers.length).toBeCloseTo(0, 2);
  });
});
