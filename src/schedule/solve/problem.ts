// The solver's own view of a project: whole ticks from zero, tasks and roles by index. A tick is
// the greatest common divisor of everything that has a length, so a plan in days and the same plan
// in minutes are the same problem and get the same answer.

export interface Problem {
  readonly tasks: readonly ProblemTask[];
  readonly links: readonly ProblemLink[];
  /** Units of each role. */
  readonly capacity: readonly number[];
  readonly axes: readonly WorkAxis[];
}

export interface ProblemTask {
  readonly ways: readonly ProblemWay[];
  /** Ticks; 0 when free. */
  readonly notBefore: number;
  readonly fixedStart: number | null;
  /** The schedule's second aim after the makespan: the sum of lateness. */
  readonly deadline: number | null;
}

export interface ProblemWay {
  /** Working ticks. */
  readonly duration: number;
  /** Pairs of role index and units, units ≥ 1. */
  readonly uses: readonly (readonly [role: number, units: number])[];
  /** Index into axes. */
  readonly axis: number;
  /** Ticks; 0 when nothing is said. Beside what the task asks in all its ways. */
  readonly notBefore?: number;
  readonly finishNotBefore?: number;
  /** Breaks ties between ways: the cheaper one when the makespan is the same. */
  readonly cost: number;
}

export interface ProblemLink {
  readonly from: number;
  readonly to: number;
  readonly type: 'FS' | 'SS' | 'FF' | 'SF';
  readonly lag: number;
  /** The axis in which the lag is counted, or `successorAxis`; axis 0 is always round the clock. */
  readonly axis: number;
}

/** As the axis of a link: that of the way in which its second task is done. */
export const successorAxis = -1;

/** Which ticks are worked. Beyond its end the pattern of the last whole weeks goes on, so no task
 * ever falls off the axis. Round the clock is the axis whose `always` is true. */
export interface WorkAxis {
  readonly always: boolean;
  /** Worked ticks before tick t. */
  workBefore(tick: number): number;
  /** The tick of the n-th worked tick (n from 0). */
  tickOf(work: number): number;
}

export interface Answer {
  /** The chosen way of each task. */
  readonly ways: readonly number[];
  readonly starts: readonly number[];
  readonly finishes: readonly number[];
  readonly makespan: number;
  /** How many schedules were built to find it. */
  readonly schedules: number;
  /** True when it equals a lower bound, so more effort cannot help. */
  readonly optimal: boolean;
}

export interface Effort {
  /** The number of schedules that may be built; the answer depends on it and the seed alone. */
  readonly schedules: number;
  readonly seed: number;
  /** Asked now and then; true stops the search early (the time limit, a cancel). */
  readonly stop?: () => boolean;
}
