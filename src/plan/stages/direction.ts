// What levels 1 to 5 came to, on one page, by code: all later stages start from it.
import { unstopped } from '../../base/sentences.ts';
import type { Directive } from '../../contract/plan-direction.ts';
import { type DirectionOutput, directionOutput } from '../outputs/direction.ts';
import type { FactsOutput } from '../outputs/facts.ts';
import { outputOf, type Stage, type StageInput } from '../stage.ts';
import { choiceStage } from './choice.ts';
import { budgetOf, deadlineOf, startOf } from './direction-limits.ts';
import { directivesStage } from './directives.ts';
import { factsStage } from './facts.ts';
import { type LeversOutput, leversStage } from './levers.ts';
import { placesStage } from './places.ts';
import { premiseStage } from './premise.ts';
import { purposeStage } from './purpose.ts';
import { redlineStage } from './redline.ts';
import { resourcesStage } from './resources.ts';
import { type ReviewOutput, reviewStage } from './review.ts';
import { scenariosStage } from './scenarios.ts';

const clipped = (text: string, chars: number): string =>
  text.length > chars ? `${text.slice(0, chars - 1)}…` : text;

interface Setting {
  readonly lever: string;
  readonly option: string;
}

/** By the names of lever and option, with what the option means. */
function settingOf({ lever: id, option }: Setting, { levers }: LeversOutput) {
  const lever = levers.find((one) => one.id === id);
  const what = lever?.options.find(({ name }) => name === option)?.what ?? option;
  return { lever: lever?.name ?? id, option, what };
}

function scenarioOf(input: StageInput): DirectionOutput['scenario'] {
  const { chosen, why } = outputOf(input, choiceStage);
  const levers = outputOf(input, leversStage);
  const scenario = outputOf(input, scenariosStage).scenarios.find(({ id }) => id === chosen);
  const breaks = scenario?.breaks_directives ?? [];
  return {
    ...{ id: chosen, name: scenario?.name ?? chosen, idea: scenario?.idea ?? why, why },
    settings: (scenario?.settings ?? []).map((one) => settingOf(one, levers)),
    ...(breaks.length > 0 ? { breaks } : {}),
  };
}

/** Readers know a scenario by its name, not by S2. */
export function namedScenarios(texts: readonly string[], input: StageInput): string[] {
  const { scenarios } = outputOf(input, scenariosStage);
  const names = new Map<string, string>(scenarios.map(({ id, name }) => [id, name]));
  return texts.map((text) =>
    clipped(
      text.replaceAll(/(?<![\p{L}\p{N}])S[1-3](?![\p{L}\p{N}])/gu, (id) => {
        const name = names.get(id);
        return name === undefined ? id : `“${name}”`;
      }),
      500,
    ),
  );
}

const strainsOf = ({ contradictions, strains }: ReviewOutput): string[] =>
  [
    ...contradictions.map(
      ({ between, and, why }) => `“${unstopped(between)}” against “${unstopped(and)}”: ${why}`,
    ),
    ...strains.map(({ claim, why_hard, kind }) => `${unstopped(claim)} (${kind}): ${why_hard}`),
  ].map((text) => clipped(text, 800));

/** The gravest first. */
const severities = ['fatal', 'serious', 'minor', 'none'];

function answersToPremise(input: StageInput): string[] {
  const { attacks } = outputOf(input, premiseStage);
  return attacks
    .filter(({ severity }) => severity !== 'none')
    .toSorted((a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity))
    .map(({ answer_in_plan }) => answer_in_plan);
}

function limitsOf(input: StageInput, facts: FactsOutput, currency: string) {
  const { intake } = input;
  const { directives } = outputOf(input, directivesStage);
  const deadline = deadlineOf(directives, facts, intake.startDate);
  const budget = budgetOf(directives, facts, intake.budget, currency);
  return {
    ...{ deadline, budget, directives, currency: budget?.currency ?? currency },
    start_date: startOf(directives, intake.startDate, deadline?.date ?? null),
  };
}

function directionOf(input: StageInput): DirectionOutput {
  const { intake } = input;
  const facts = outputOf(input, factsStage);
  const { title, purpose, domain, success_looks_like } = outputOf(input, purposeStage);
  const { places, jurisdictions } = outputOf(input, placesStage);
  const { currency, at_hand, missing } = outputOf(input, resourcesStage);
  return {
    ...{ title, purpose, domain, success_looks_like },
    // Rules speak English whatever the goal speaks.
    language: intake.brain === 'offline' ? 'en' : facts.language,
    ...limitsOf(input, facts, currency),
    scenario: scenarioOf(input),
    reading: outputOf(input, reviewStage).reason,
    would_change_it: namedScenarios(outputOf(input, choiceStage).would_change_it, input),
    answers_to_premise: answersToPremise(input),
    strains: strainsOf(outputOf(input, reviewStage)).slice(0, 8),
    cautions: outputOf(input, redlineStage).cautions,
    ...{ places, jurisdictions },
    at_hand: at_hand.map(({ what }) => what),
    missing: missing.map(({ what, why_needed }) => `${unstopped(what)} (${unstopped(why_needed)})`),
  };
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0);

const withoutEmpty = (value: object): object =>
  Object.fromEntries(Object.entries(value).filter(([, item]) => !isEmpty(item)));

/** Dates and sums stand in the page itself; words that must not occur stand nowhere else. */
const directiveBrief = ({ id, kind, importance, text, limit }: Directive): object => ({
  ...{ id, kind, importance, text },
  ...(limit?.of === 'words' ? { never: limit.never } : {}),
});

/** What all later prompts show: each word of it is paid for many times. */
const briefOf = ({ language: _language, ...out }: DirectionOutput): object =>
  withoutEmpty({
    ...out,
    directives: out.directives.map(directiveBrief),
    places: out.places.map(({ name, country, role }) => withoutEmpty({ name, country, role })),
  });

export const directionStage: Stage<DirectionOutput> = {
  name: 'direction',
  version: 1,
  needs: [
    ...['facts', 'review', 'directives', 'purpose', 'redline', 'premise', 'levers', 'places'],
    ...['resources', 'scenarios', 'choice'],
  ],
  output: directionOutput,
  offline: directionOf,
  brief: briefOf,
};
