// What the critical path says of one task.
import type { Minute } from '../project.ts';

export interface TaskDates {
  readonly id: string;
  readonly start: Minute;
  readonly finish: Minute;
  readonly lateStart: Minute;
  readonly lateFinish: Minute;
  /** Negative when a deadline or a fixed start is missed by that much. */
  readonly totalFloatMinutes: number;
  readonly freeFloatMinutes: number;
  readonly critical: boolean;
}
