// The parts of a plan that critics can make anew, and the graph that follows from them.
import type { Quantity, ThoughtRisk } from '../../contract/plan-basis.ts';
import type { Charter, Team } from '../../contract/plan-charter.ts';
import { buildNetwork } from '../network/build.ts';
import { networkInputOf } from '../network/network-input.ts';
import type { RefinedOutput } from '../outputs/critique.ts';
import type { NetworkOutput } from '../outputs/network.ts';
import type { DetailsOutput, OutlineOutput, TaskDetail } from '../outputs/work.ts';
import { outputOf, type StageInput } from '../stage.ts';
import { judgedPlan } from '../stages/judged-plan.ts';
import { outlineStage } from '../stages/outline.ts';

export interface PlanState {
  readonly assumptions: Quantity[];
  readonly risks: ThoughtRisk[];
  readonly charter: Charter;
  readonly team: Team;
  readonly details: DetailsOutput;
}

/** A plan with its graph. */
export interface Reckoned {
  readonly state: PlanState;
  readonly network: NetworkOutput;
}

/** As the critics saw it. */
export function stateOf(input: StageInput): PlanState {
  const { basis, charter, team, network } = judgedPlan(input);
  const { assumptions, risks } = basis;
  const details = withTitles(network.details, outputOf(input, outlineStage));
  return { assumptions, risks, charter, team, details };
}

/** As the round before left it. */
export function refinedState(before: RefinedOutput, input: StageInput): PlanState {
  const { assumptions, risks, charter, team, network } = before;
  const details = withTitles(network.details, outputOf(input, outlineStage));
  return { assumptions, risks, charter, team, details };
}

/** Titles stand in the outline, but for those that a rescue changed; a revision may change them too. */
function withTitles({ phases }: DetailsOutput, outline: OutlineOutput): DetailsOutput {
  const outlined = outline.phases.flatMap(({ tasks }) => tasks);
  const titles = new Map(outlined.map(({ id, title }) => [id, title]));
  const titled = ({ id: taskId, title = titles.get(taskId), ...task }: TaskDetail): TaskDetail => ({
    id: taskId,
    ...(title === undefined ? {} : { title }),
    ...task,
  });
  return { phases: phases.map(({ id, tasks }) => ({ id, tasks: tasks.map(titled) })) };
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
