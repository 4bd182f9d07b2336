// What those who close a plan see of it: enough to write the first page, not the whole plan again.
import { stopped } from '../base/sentences.ts';
import type { Quantity, ThoughtRisk } from '../contract/plan-basis.ts';
import { assumptionsView } from './critic-views.ts';
import { demandsOf } from './demands.ts';
import { leftFindings, type Voices } from './document/open-findings.ts';
import { measureText } from './measure-text.ts';
import { taskRefOf } from './network/ids.ts';
import { networkDigest } from './network-digest.ts';
import type { PremisesOutput, PremortemOutput, RefinedOutput } from './outputs/critique.ts';
import type { DirectionOutput } from './outputs/direction.ts';
import type { NetworkOutput } from './outputs/network.ts';
import type { StageInput } from './stage.ts';

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

/** Those who close a plan know failures and premises; who else said something does not matter here. */
const voicesIn = ({ premortem, premises }: StageInput['outputs']): Voices => ({
  ...{ attack: null, experts: null },
  premortem: (premortem ?? null) as PremortemOutput | null,
  premises: (premises ?? null) as PremisesOutput | null,
});

export function closingPlan(refined: RefinedOutput, { outputs }: StageInput) {
  const { network, charter, team, risks, assumptions, left } = refined;
  return {
    plan: networkDigest(network),
    goal: charter.goal,
    deliverables: charter.deliverables.map(({ id, name }) => `${id} ${name}`),
    measures: charter.measures.map((one) => `${measureText(one)}${one.by ? ` by ${one.by}` : ''}`),
    roles: team.roles.map(({ name, does }) => `${name}: ${does}`),
    risks: gravest(risks),
    assumptions: assumptionsView(shakiest(assumptions)),
    still_held_against_it: leftFindings(left, voicesIn(outputs))
      .filter(({ severity }) => severity !== 'minor')
      .map(({ says }) => says),
  };
}

/** What each task does, when it is done and what is paid for it: a title alone does not show it. */
export function workView({ phases, cost_lines, costs }: NetworkOutput): object {
  const tasks = phases.flatMap((phase) => phase.tasks);
  const paidFor = (id: string): string[] =>
    cost_lines
      .filter(({ task }) => task === id)
      .map(({ name, base, currency = costs.currency }) => `${name}: ${base} ${currency}`);
  return Object.fromEntries(
    tasks.map(({ task_id, description, acceptance_criteria }) => {
      const pays = paidFor(task_id);
      const told = { does: description, done_when: acceptance_criteria };
      return [taskRefOf(task_id), pays.length > 0 ? { ...told, pays } : told];
    }),
  );
}

/** For those who answer what the goal asks for: the demands, and all that was said of the work. */
export const answerSees = {
  direction: (direction: DirectionOutput, { intake }: StageInput) => ({
    ...closingDirection(direction),
    scenario: direction.scenario,
    demands: demandsOf(direction.directives, intake.detail ?? 'standard').map(
      ({ id, text, quote }) => ({ id, asks: text, quote }),
    ),
  }),
  'refine-2': (refined: RefinedOutput, input: StageInput) => ({
    ...closingPlan(refined, input),
    work: workView(refined.network),
    deliverables: refined.charter.deliverables,
    assumptions: assumptionsView(refined.assumptions),
  }),
};

export const closingSees = {
  direction: closingDirection,
  'refine-2': closingPlan,
  premortem: ({ failures, stop_rule }: PremortemOutput) => ({
    failures: failures.map(
      ({ title, first_sign }) => `${stopped(title)} First sign: ${first_sign}`,
    ),
    stop_rule,
  }),
  premises: ({ premises }: PremisesOutput) =>
    premises.map(({ claim, falsifier, by, decision }) => ({ claim, falsifier, by, decision })),
};
