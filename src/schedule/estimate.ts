// Three-point estimates: the PERT mean weighs the likely value four times.
export interface ThreePoint {
  readonly low: number;
  readonly likely: number;
  readonly high: number;
}

export function pertMean(estimate: ThreePoint): number {
  return round1((estimate.low + 4 * estimate.likely + estimate.high) / 6);
}

export function scaleEstimate(estimate: ThreePoint, factor: number): ThreePoint {
  return {
    low: round1(estimate.low * factor),
    likely: round1(estimate.likely * factor),
    high: round1(estimate.high * factor),
  };
}

export function round1(value: number): number {
  return Math.round(value * 10) / 10;
}
