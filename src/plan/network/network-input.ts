// All that the one graph is made from. Whoever changes a part of it (a rescue, a revision) makes the
// graph again from the whole.
import type { Charter, Team } from '../../contract/plan-charter.ts';
import type { PlanChange } from '../../contract/plan-critique.ts';
import type { BasisOutput } from '../outputs/basis.ts';
import type { DirectionOutput } from '../outputs/direction.ts';
import type { DetailsOutput, OutlineOutput } from '../outputs/work.ts';
import { outputOf, type StageInput } from '../stage.ts';
import { charterStage } from '../stages/charter.ts';
import { directionStage } from '../stages/direction.ts';
import { mend2Stage } from '../stages/mend-2.ts';
import { outlineStage } from '../stages/outline.ts';
import { teamStage } from '../stages/team.ts';

export interface NetworkInput {
  readonly direction: Pick<DirectionOutput, 'start_date' | 'deadline' | 'budget' | 'currency'>;
  readonly basis: Pick<BasisOutput, 'assumptions' | 'risks'>;
  readonly charter: Pick<Charter, 'deliverables'>;
  readonly outline: OutlineOutput;
  /** Who decides counts, too: a role that only decides is one. */
  readonly team: Pick<Team, 'roles'> & Partial<Team>;
  readonly details: DetailsOutput;
  /** What minds have changed so far; what the scheduler changes is found anew each time. */
  readonly changes: readonly PlanChange[];
  readonly notTaken: readonly string[];
}

/** From the stages before it, with these details. */
export const networkInputOf = (input: StageInput, details: DetailsOutput): NetworkInput => ({
  direction: outputOf(input, directionStage),
  basis: outputOf(input, mend2Stage),
  charter: outputOf(input, charterStage),
  outline: outputOf(input, outlineStage),
  team: outputOf(input, teamStage),
  details,
  changes: [],
  notTaken: [],
});
