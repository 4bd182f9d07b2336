// What a simulation is given: the solver's problem and answer, what is uncertain about it, and
// what it costs. Lengths are ticks, instants are ticks from the start, money is one currency.
import type { ThreePoint } from '../project.ts';
import type { Answer, Problem } from '../solve/problem.ts';

export interface SimModel {
  readonly problem: Problem;
  /** The policy: tasks are placed in the order of these starts, in these ways. */
  readonly answer: Pick<Answer, 'ways' | 'starts'>;
  /** One per task of the problem. */
  readonly tasks: readonly SimTask[];
  readonly risks: readonly SimRisk[];
  readonly costs: readonly ThreePoint[];
  /** How strongly each correlation group hangs together, 0…1; tasks name them by index. */
  readonly groupRho: readonly number[];
  readonly deadline: number | null;
  readonly budget: number | null;
}

export interface SimTask {
  /** Working ticks in the chosen way; null for a milestone. */
  readonly duration: ThreePoint | null;
  /** Index of its correlation group, or −1. */
  readonly group: number;
  readonly costPerTick: number;
  readonly fixedCost: ThreePoint | null;
  readonly deadline: number | null;
  /** Keep the percentiles of its finish. */
  readonly watched: boolean;
}

/** Strikes as a whole: the delay is drawn once and lengthens each named task, or one of them. */
export interface SimRisk {
  readonly probability: number;
  readonly delay: ThreePoint | null;
  readonly cost: ThreePoint | null;
  readonly tasks: readonly number[];
  readonly strikesOne?: boolean;
  /** A delay costs nobody's hours: it is a wait. */
  readonly isUnpaid?: boolean;
  /** Of each task, how much work a wait of one full working hour stands for; 1 without it. */
  readonly workOfWait?: readonly number[];
}

/** Tasks of one group, when nothing else is said. */
export const DEFAULT_RHO = 0.5;
/** How strongly amounts of money hang together: prices, wages and the market move them alike. Drawn one
 * by one they would cancel each other out, and the range of the whole would be far too narrow. About this
 * much is usual in cost engineering where nothing more is known. */
export const COST_RHO = 0.3;
export const MAX_RUNS = 1_000_000;
/** Runs × (tasks + 1), about an hour of work. */
export const MAX_PLACEMENTS = 2e10;
/** Finishes kept for percentiles (eight bytes each). */
export const MAX_SAMPLES = 2e7;
