// The parts of a plan that critics can make anew, and the graph that follows from them.
import type { Quantity, ThoughtRisk } from '../../contract/plan-basis.ts';
import type { Charter, Team } from '../../contract/plan-charter.ts';
import { buildNetwork } from '../network/build.ts';
import { networkInputOf } from '../network/network-input.ts';
import type { NetworkOutput } from '../outputs/network.ts';
import type { DetailsOutput } from '../outputs/work.ts';
import type { StageInput } from '../stage.ts';
import { judgedPlan } from '../stages/judged-plan.ts';

export interface PlanState {
  readonly assumptions: Quantity[];
  readonly risks: ThoughtRisk[];
  readonly charter: Charter;
  readonly team: Team;
  readonly details: DetailsOutput;
}

/** As the critics saw it. */
export function stateOf(input: StageInput): PlanState {
  const { basis, charter, team, network } = judgedPlan(input);
  const { assumptions, risks } = basis;
  return { assumptions, risks, charter, team, details: network.details };
}

/** The same graph from other parts; what a rescue gave up stays given up. */
export function rebuilt(
  state: PlanState,
  input: StageInput,
  before: NetworkOutput,
): Promise<NetworkOutput> {
  const { assumptions, risks, charter, team, details } = state;
  return buildNetwork({
    ...networkInputOf(input, details),
    basis: { assumptions, risks },
    charter,
    team,
    changes: before.changes.filter(({ round }) => round > 0),
    notTaken: before.not_taken ?? [],
  });
}
