// What may go wrong, as the plan states it: it strikes or not, and when it does, it lengthens the
// tasks it touches and costs money.
import type { ThreePoint } from '../project.ts';

export interface Risk {
  readonly id: string;
  /** 0…1. */
  readonly probability: number;
  /** Working minutes added to each task it touches. */
  readonly delayMinutes?: ThreePoint;
  /** In the project's currency. */
  readonly cost?: ThreePoint;
  readonly tasks: readonly string[];
}
