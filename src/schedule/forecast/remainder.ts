// How much of a running task is left: what was stated, else what its progress implies, else what
// its estimate leaves after the work so far. Each answer says what it rests on.
import type { Actual, ThreePoint } from '../project.ts';
import { pertDraw, pertQuantile } from '../simulate/beta-pert.ts';

export const remainderBases = ['stated', 'progress', 'estimate', 'overdue'] as const;
export type RemainderBasis = (typeof remainderBases)[number];

export interface Remainder {
  readonly minutes: ThreePoint;
  readonly basis: RemainderBasis;
  readonly text: string;
}

/** What is assumed when a task has outlived its estimate, as shares of the likely value. */
const OVERDUE = { low: 0.05, likely: 0.15, high: 0.5 } as const;

/** `workedMinutes` is the working time since it started. */
export function remainderOf(
  estimate: ThreePoint,
  actual: Actual,
  workedMinutes: number,
): Remainder {
  const { remainingMinutes, progress } = actual;
  if (remainingMinutes !== undefined) {
    const text = `${remainingMinutes} min are stated to remain.`;
    return { minutes: whole(around(remainingMinutes, estimate)), basis: 'stated', text };
  }
  if (progress !== undefined) {
    const text = `${Math.round(progress * 100)}% are done; the rest of the estimate remains.`;
    return { minutes: whole(scale(estimate, 1 - progress)), basis: 'progress', text };
  }
  if (workedMinutes < estimate.high) {
    const text = 'No progress is reported; the estimate is taken, given that it is not done yet.';
    return { minutes: whole(leftOf(estimate, workedMinutes)), basis: 'estimate', text };
  }
  const text = `It has outlived its highest estimate; ${OVERDUE.likely * 100}% of the likely one (5% to 50%) is assumed to remain.`;
  const { low, likely, high } = OVERDUE;
  const minutes = {
    low: estimate.likely * low,
    likely: estimate.likely * likely,
    high: estimate.likely * high,
  };
  return { minutes: whole(minutes), basis: 'overdue', text };
}

const scale = ({ low, likely, high }: ThreePoint, factor: number): ThreePoint => ({
  low: low * factor,
  likely: likely * factor,
  high: high * factor,
});

/** As uncertain as the estimate, but with what was stated as its mean. */
function around(minutes: number, { low, likely, high }: ThreePoint): ThreePoint {
  const spread = likely > 0 ? ((high - low) / 2) * (minutes / likely) : 0;
  const within = Math.min(minutes, Math.round(spread));
  return { low: minutes - within, likely: minutes, high: minutes + within };
}

/** The rest of the distribution, given that it takes longer than what was worked. */
function leftOf(estimate: ThreePoint, worked: number): ThreePoint {
  const { low, likely, high } = estimate;
  if (worked <= low) return { low: low - worked, likely: likely - worked, high: high - worked };
  const draw = pertDraw(estimate);
  const done = shareBelow((u) => pertQuantile(draw, u), worked);
  const beyond = (share: number) =>
    Math.max(0, pertQuantile(draw, done + (1 - done) * share) - worked);
  return { low: beyond(0.01), likely: beyond(0.45), high: high - worked };
}

/** Where a rising function of 0…1 reaches a value. */
function shareBelow(quantile: (share: number) => number, value: number): number {
  let [from, to] = [0, 1];
  for (let step = 0; step < 40; step += 1) {
    const middle = (from + to) / 2;
    if (quantile(middle) < value) from = middle;
    else to = middle;
  }
  return from;
}

/** Whole minutes in order; a task that runs has at least one left. */
function whole({ low, likely, high }: ThreePoint): ThreePoint {
  const least = Math.max(0, Math.round(low));
  const middle = Math.max(1, least, Math.round(likely));
  return { low: least, likely: middle, high: Math.max(middle, Math.round(high)) };
}
