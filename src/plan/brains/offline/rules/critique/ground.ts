// The reckoned plan as the rules of criticism look at it: what each task, role and amount comes to. Only
// what stands in the plan is read, whoever wrote it.
import type { PlanTask } from '../../../../../contract/plan.ts';
import type { Quantity, ThoughtRisk } from '../../../../../contract/plan-basis.ts';
import type { Charter, Team } from '../../../../../contract/plan-charter.ts';
import { amountText, dateText } from '../../../../localized.ts';
import { taskRefOf } from '../../../../network/ids.ts';
import { refinedOutput } from '../../../../outputs/critique.ts';
import { type DirectionOutput, directionOutput } from '../../../../outputs/direction.ts';
import type { NetworkOutput } from '../../../../outputs/network.ts';
import { outputIfAny, outputOf, type StageInput } from '../../../../stage.ts';
import { judgedPlan } from '../../../../stages/judged-plan.ts';

export interface Ground {
  readonly direction: DirectionOutput;
  readonly assumptions: readonly Quantity[];
  readonly risks: readonly ThoughtRisk[];
  readonly charter: Charter;
  readonly team: Team;
  readonly network: NetworkOutput;
  /** In the order of the plan. */
  readonly tasks: readonly PlanTask[];
}

/** As the revisions left it, or before them as the critics see it. */
export function groundOf(input: StageInput): Ground {
  const direction = outputOf(input, { name: 'direction', output: directionOutput });
  const refined = outputIfAny(input, { name: 'refine-2', output: refinedOutput });
  if (refined) {
    const { assumptions, risks, charter, team, network } = refined;
    const tasks = network.phases.flatMap((phase) => phase.tasks);
    return { direction, assumptions, risks, charter, team, network, tasks };
  }
  const { basis, charter, team, network } = judgedPlan(input);
  const tasks = network.phases.flatMap((phase) => phase.tasks);
  const { assumptions, risks } = basis;
  return { direction, assumptions, risks, charter, team, network, tasks };
}

export const refOf = ({ task_id }: PlanTask): string => taskRefOf(task_id);

export const taskOfId = ({ tasks }: Ground, id: string): PlanTask | undefined =>
  tasks.find(({ task_id }) => task_id === id);

export const moneyText = (value: number, { network }: Ground): string =>
  amountText(value, network.costs.currency, 'en');

export const dayText = (date: string): string => dateText(date.slice(0, 10), 'en');

export const percent = (share: number): string => `${Math.round(share * 100)}%`;

/** Hours and counts as people say them. */
export const told = (value: number): string =>
  value.toLocaleString('en-US', { maximumFractionDigits: value >= 10 ? 0 : 1 });

/** The largest first; those that weigh the same stay in their order. */
export const byWeight = <Item>(items: readonly Item[], weight: (item: Item) => number): Item[] =>
  items.toSorted((one, other) => weight(other) - weight(one));

/** Of everybody who works on it. */
export const hoursOf = ({ estimated_hours: each, uses = [{}] }: PlanTask): number =>
  uses.reduce((sum, { units = 1 }) => sum + each * units, 0);
