// What those who close a plan see of it: enough to write the first page, not the whole plan again.
import { stopped } from '../base/sentences.ts';
import type { Quantity, ThoughtRisk } from '../contract/plan-basis.ts';
import { assumptionsView } from './critic-views.ts';
import { measureText } from './measure-text.ts';
import { networkDigest } from './network-digest.ts';
import type { PremisesOutput, PremortemOutput, RefinedOutput } from './outputs/critique.ts';
import type { DirectionOutput } from './outputs/direction.ts';

const levels = { low: 1, medium: 2, high: 3 } as const;
const MOST_RISKS = 6;
const MOST_ASSUMPTIONS = 8;

const weightOf = ({ likelihood, impact }: ThoughtRisk): number =>
  levels[likelihood] * levels[impact];

const gravest = (risks: readonly ThoughtRisk[]): string[] =>
  risks
    .toSorted((one, other) => weightOf(other) - weightOf(one))
    .slice(0, MOST_RISKS)
    .map(
      ({ id, title, trigger, response }) =>
        `${id} ${stopped(title)} Sign: ${stopped(trigger)} Done: ${response}`,
    );

/** The least certain first: these are what a reader has to know. */
const shakiest = (assumptions: readonly Quantity[]): Quantity[] =>
  assumptions
    .toSorted((one, other) => levels[one.confidence] - levels[other.confidence])
    .slice(0, MOST_ASSUMPTIONS);

export function closingDirection(direction: DirectionOutput) {
  const { title, deadline, budget, directives, scenario, success_looks_like } = direction;
  const { strains, missing } = direction;
  return {
    ...{ title, success_looks_like, deadline, budget, strains, missing },
    directives: directives
      .filter(({ importance }) => importance >= 4)
      .map(({ id, text }) => `${id} ${text}`),
    scenario: { name: scenario.name, idea: scenario.idea, why: scenario.why },
  };
}

export function closingPlan(refined: RefinedOutput) {
  const { network, charter, team, risks, assumptions, left } = refined;
  return {
    plan: networkDigest(network),
    goal: charter.goal,
    deliverables: charter.deliverables.map(({ id, name }) => `${id} ${name}`),
    measures: charter.measures.map((one) => `${measureText(one)}${one.by ? ` by ${one.by}` : ''}`),
    roles: team.roles.map(({ name, does }) => `${name}: ${does}`),
    risks: gravest(risks),
    assumptions: assumptionsView(shakiest(assumptions)),
    still_held_against_it: left
      .filter(({ severity }) => severity !== 'minor')
      .map(({ says }) => says),
  };
}

export const closingSees = {
  direction: closingDirection,
  'refine-1': closingPlan,
  premortem: ({ failures, stop_rule }: PremortemOutput) => ({
    failures: failures.map(
      ({ title, first_sign }) => `${stopped(title)} First sign: ${first_sign}`,
    ),
    stop_rule,
  }),
  premises: ({ premises }: PremisesOutput) =>
    premises.map(({ claim, falsifier, by, decision }) => ({ claim, falsifier, by, decision })),
};
