// Three-point estimates in hours, to a tenth: the mean weighs the likely value four times.
import type { Estimate } from '../contract/plan.ts';

export function pertMean(estimate: Estimate): number {
  return round1((estimate.low + 4 * estimate.likely + estimate.high) / 6);
}

export function scaleEstimate(estimate: Estimate, factor: number): Estimate {
  return {
    low: round1(estimate.low * factor),
    likely: round1(estimate.likely * factor),
    high: round1(estimate.high * factor),
  };
}

export function round1(value: number): number {
  return Math.round(value * 10) / 10;
}
