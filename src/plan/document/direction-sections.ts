// The sections of plan.json that say which way the plan goes: directives, purpose, premise, levers,
// scenarios and the choice.
import type { Plan } from '../../contract/plan.ts';
import { outputOf, type StageInput } from '../stage.ts';
import { choiceStage } from '../stages/choice.ts';
import { namedScenarios } from '../stages/direction.ts';
import { directivesStage } from '../stages/directives.ts';
import { leverTriageStage } from '../stages/lever-triage.ts';
import { leversStage } from '../stages/levers.ts';
import { placesStage } from '../stages/places.ts';
import { premiseStage } from '../stages/premise.ts';
import { purposeStage } from '../stages/purpose.ts';
import { redlineStage } from '../stages/redline.ts';
import { resourcesStage } from '../stages/resources.ts';
import { reviewStage } from '../stages/review.ts';
import { scenariosStage } from '../stages/scenarios.ts';

type Changes = NonNullable<Plan['plan_changes']>;

/** Each lever with what became of it: kept or dropped, why, and the option that was chosen, or that it
 * was set to later so that deadline and budget hold. */
function leversOf(input: StageInput, changes: Changes): NonNullable<Plan['levers']> {
  const { kept, dropped } = outputOf(input, leverTriageStage);
  const { chosen: id } = outputOf(input, choiceStage);
  const scenario = outputOf(input, scenariosStage).scenarios.find((one) => one.id === id);
  const reasons = new Map([
    ...kept.map((one) => [one.id, one.why_it_matters] as const),
    ...dropped.map((one) => [one.id, one.why] as const),
  ]);
  return outputOf(input, leversStage).levers.map((lever) => {
    const why = reasons.get(lever.id);
    const first = scenario?.settings.find((setting) => setting.lever === lever.id)?.option;
    const later = changes.findLast(({ set }) => set?.lever === lever.name)?.set?.option;
    const chosen = later ?? first;
    return {
      ...lever,
      kept: kept.some((one) => one.id === lever.id),
      ...(why === undefined ? {} : { why }),
      ...(chosen === undefined ? {} : { chosen }),
    };
  });
}

/** In words that a reader knows. */
function choiceOf(input: StageInput): NonNullable<Plan['choice']> {
  const { chosen, why, against, would_change_it } = outputOf(input, choiceStage);
  const named = (text: string): string => namedScenarios([text], input)[0] ?? text;
  return {
    ...{ chosen, why: named(why) },
    against: against.map(({ id, why_not }) => ({ id, why_not: named(why_not) })),
    would_change_it: would_change_it.map(named),
  };
}

export function directionSections(input: StageInput, changes: Changes) {
  const { reason, contradictions, strains } = outputOf(input, reviewStage);
  const { places, jurisdictions } = outputOf(input, placesStage);
  return {
    directives: outputOf(input, directivesStage).directives,
    purpose: outputOf(input, purposeStage),
    review: { reason, contradictions, strains },
    cautions: outputOf(input, redlineStage).cautions,
    premise_attacks: outputOf(input, premiseStage).attacks,
    places,
    jurisdictions,
    resources: outputOf(input, resourcesStage),
    levers: leversOf(input, changes),
    lever_bonds: outputOf(input, leverTriageStage).bonds,
    scenarios: outputOf(input, scenariosStage).scenarios,
    choice: choiceOf(input),
  } satisfies Partial<Plan>;
}
