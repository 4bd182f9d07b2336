// How a plan stands after its critics: 100 when nothing is held against it, 50 when what is held
// against it weighs as much as seven fatal findings. It never reaches 0, so every mend can be seen.
import type { PlanFinding } from '../../contract/plan-critique.ts';
import { weightOf } from '../findings.ts';
import type { NetworkOutput } from '../outputs/network.ts';

const HALF = 21;
const MISS_WEIGHT = 6;

export function standingOf(
  open: readonly Pick<PlanFinding, 'severity'>[],
  { misses }: Pick<NetworkOutput, 'misses'>,
): number {
  const weight =
    open.reduce((sum, finding) => sum + weightOf(finding), 0) + misses.length * MISS_WEIGHT;
  return Math.round((1000 * HALF) / (HALF + weight)) / 10;
}
