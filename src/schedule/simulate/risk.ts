// What may go wrong, as the plan states it: it strikes or not, and when it does, it lengthens the
// tasks it touches and costs money.
import type { DelayCost, RiskReach } from '../../contract/plan-working.ts';
import type { ThreePoint } from '../project.ts';

export interface Risk {
  readonly id: string;
  /** 0…1. */
  readonly probability: number;
  /** Whom it delays when it strikes: each of its tasks, unless one of them is said, drawn evenly. */
  readonly strikes?: RiskReach;
  /** Working minutes added to what it delays. */
  readonly delayMinutes?: ThreePoint;
  /** Whether those who are delayed are paid meanwhile, as they are unless it is said. */
  readonly delayCosts?: DelayCost;
  /** In the project's currency. */
  readonly cost?: ThreePoint;
  readonly tasks: readonly string[];
}
