// Three figures of one thing, the smallest first. Minds are told when they turn them round; what was
// let through all the same is put in order.
import type { Estimate } from '../../contract/plan.ts';
import { round1 } from '../estimates.ts';

export function inOrder3(...three: readonly [number, number, number]): [number, number, number] {
  const [low, middle, high] = three.toSorted((a, b) => a - b) as [number, number, number];
  return [low, middle, high];
}

export function scaled({ low, likely, high }: Estimate, factor: number): Estimate {
  const [least, mid, most] = inOrder3(low, likely, high);
  return { low: round1(least * factor), likely: round1(mid * factor), high: round1(most * factor) };
}

/** The hours of each where several work on it together; what takes time still does. */
export function shared(hours: Estimate, people: number): Estimate {
  if (people <= 1) return hours;
  const each = (all: number): number => (all === 0 ? 0 : Math.max(0.1, round1(all / people)));
  return { low: each(hours.low), likely: each(hours.likely), high: each(hours.high) };
}
