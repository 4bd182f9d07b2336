// Where it happens, whose rules apply, in which money it is reckoned, what is at hand and what is not.

import { authoritiesOf } from '../authorities.ts';
import { countryByCode } from '../countries.ts';
import type { Draft } from '../draft.ts';
import { money } from '../money.ts';
import { clip, sentences } from '../text.ts';
import type { Rule } from './rule.ts';

const MOST_PLACES = 5;
const MOST_AT_HAND = 12;

function placesOf({ facts }: Draft) {
  const { name: main, country } = facts.place;
  const named = facts.facts
    .filter(({ kind }) => kind === 'place')
    .map(({ value }) => String(value));
  const all = [...new Set([...(main === null ? [] : [main]), ...named])];
  return all.slice(0, MOST_PLACES).map((name) => ({
    name: clip(name, 118),
    country: name === main ? (countryByCode(country)?.name ?? '').slice(0, 60) : '',
    role: name === main ? 'Where it happens' : 'Named in the goal; its part is not said',
    source: 'goal' as const,
  }));
}

/** Offices are names to ask at: what they demand was not looked up. */
function jurisdictionsOf({ facts }: Draft) {
  const country = countryByCode(facts.place.country);
  if (!country) return [];
  const { business, tax, known } = authoritiesOf(country.code);
  const offices = known
    ? [`Registration and tax: ask ${business} and ${tax} what applies (a guess at whom to ask)`]
    : [];
  const rules = [
    ...offices,
    `Permits and local rules of ${facts.place.name ?? country.name}: not looked up, to be asked before anything is signed`,
  ];
  return [{ name: country.name, rules_that_matter: rules.map((line) => clip(line, 290)) }];
}

export const placesRule: Rule = ({ draft }) => {
  const places = placesOf(draft);
  return {
    needs_place: places.length > 0 || draft.playbook.name === 'open-a-physical-business',
    places,
    jurisdictions: jurisdictionsOf(draft),
  };
};

const having =
  /(?<!\p{L})(?:i|we) (?:already )?(?:have|own|got)(?!\p{L})|(?<!\p{L})(?:already (?:have|exists?|in place)|existing|funded by|ich habe|wir haben|j['’]ai|nous avons|tengo|tenemos|jeg har|vi har)(?!\p{L})/iu;

function atHandOf({ facts, assumed }: Draft) {
  const { budget, currency } = assumed.costs;
  const sum =
    budget === null || facts.budget === null
      ? []
      : [
          {
            what: `${money(budget, currency)} to spend`,
            quote: facts.budget.source === 'prompt' ? clip(facts.budget.text, 190) : '',
          },
        ];
  const said = sentences(facts.goal)
    .filter((part) => having.test(part))
    .map((part) => ({ what: clip(part, 290), quote: clip(part, 190) }));
  return [...sum, ...said].slice(0, MOST_AT_HAND);
}

/** What the goal leaves open and the plan cannot do without. */
function missingOf({ facts, assumed }: Draft) {
  const { costs } = assumed;
  const gap =
    costs.verdict === 'over_budget' && costs.budget !== null
      ? [
          {
            what: `At least ${money(costs.low - costs.budget, costs.currency)} more`,
            why_needed: 'Else the last tasks are not paid',
          },
        ]
      : [];
  const unsaid = [
    facts.budget === null
      ? { what: 'A budget', why_needed: 'Without one the costs are a guess by rule of thumb' }
      : null,
    facts.deadline === null
      ? { what: 'A date by which it is done', why_needed: 'Without one nothing says what is late' }
      : null,
    facts.place.name === null
      ? { what: 'The place', why_needed: 'Permits, offices, prices and days off depend on it' }
      : null,
  ].filter((one) => one !== null);
  return [...gap, ...unsaid];
}

function whyCurrency({ facts, assumed }: Draft): string {
  const { currency } = assumed.costs;
  if (facts.budget !== null) return `The budget is in ${currency}`;
  if (facts.place.name !== null) return `${currency} by the place, ${clip(facts.place.name, 100)}`;
  return `Neither money nor place is named, so ${currency} is taken (a guess)`;
}

export const resourcesRule: Rule = ({ draft }) => ({
  currency: draft.assumed.costs.currency,
  why_currency: clip(whyCurrency(draft), 290),
  at_hand: atHandOf(draft),
  missing: missingOf(draft),
});
