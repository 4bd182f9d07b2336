// The numbers the plan rests on: read from the goal, derived by a stated rule, or assumed and marked.
import type { Guess, PlanAssumption } from '../../../contract/plan.ts';
import type { AssumptionsOutput } from '../../outputs/assumptions.ts';
import type { FactsOutput } from '../../outputs/facts.ts';
import { type Choice, variantOf } from './choose-playbook.ts';
import { countryByCode } from './countries.ts';
import { toUsd } from './currencies.ts';
import { costTotals } from './money.ts';
import { numbersOf } from './numbers-of.ts';
import { playbookByName } from './shelf.ts';
import { sizeOf, soundsGrand } from './size.ts';

/** A goal for nations without a budget: the placeholder cost is made this much larger, as a guess. */
const GRAND_TIMES = 100_000;

export function assume(facts: FactsOutput, choice: Choice): AssumptionsOutput {
  const playbook = playbookByName(choice.name);
  const variant = variantOf(playbook, facts.goal);
  const { numbers, assumptions } = numbersOf(playbook.numbers, facts.facts);
  const typical = variant?.cost ?? playbook.cost;
  const currency = facts.budget?.currency ?? countryByCode(facts.place.country)?.currency ?? 'USD';
  const grand = facts.budget === null && choice.fit === 'none' && soundsGrand(facts.goal);
  const times = typical.per === undefined ? (grand ? GRAND_TIMES : 1) : (numbers[typical.per] ?? 1);
  const trusted = choice.fit !== 'none';
  const costs = costTotals({
    budget: facts.budget,
    currency,
    typical,
    times,
    trusted,
    why: playbook.costWhy,
  });
  const size = sizeOf(toUsd(facts.budget?.amount ?? costs.base, costs.currency));
  return {
    assumptions: [...assumptions, moneyAssumption(assumptions.length + 1, facts, costs)],
    numbers,
    costs,
    hours_factor: choice.name === 'personal-errand' ? 1 : size.hoursFactor,
    size_rule: size.rule,
    guesses: settingGuesses(facts, currency),
  };
}

function moneyAssumption(
  index: number,
  facts: FactsOutput,
  costs: AssumptionsOutput['costs'],
): PlanAssumption {
  const given = facts.budget;
  return {
    assumption_id: `assumption_${index}`,
    claim: given ? 'Money that may be spent' : 'Money the plan needs',
    lower: given ? given.amount : costs.low,
    base: given ? given.amount : costs.base,
    upper: given ? given.amount : costs.high,
    unit: costs.currency,
    confidence: given ? (given.certain ? 'high' : 'medium') : 'low',
    status: given ? 'observed' : 'assumed',
    source: given ? `prompt: ${given.text}` : costs.note.slice(0, 290),
  };
}

function settingGuesses(facts: FactsOutput, currency: string): Guess[] {
  const guesses: Guess[] = [];
  const add = (guess: string, used_for: string, how_to_confirm: string) =>
    guesses.push({ guess, used_for, how_to_confirm });
  if (!facts.budget)
    add(
      'The cost level',
      'costs',
      'Give a budget with its currency, or replace the figures by quotes.',
    );
  else if (!facts.budget.certain)
    add(
      `“${facts.budget.text}” is read as the budget`,
      'costs',
      'Write “budget:” before the amount.',
    );
  if (facts.place.name === null)
    add(
      `No place was found, so amounts are in ${currency} and offices are not named`,
      'permits and currency',
      'Name the city or country.',
    );
  else if (facts.budget === null)
    add(`Amounts are in ${currency}, by the place`, 'costs', 'Give a budget with its currency.');
  if (facts.deadline?.rule) {
    add(facts.deadline.rule, 'deadline', 'Write the date with its year.');
  }
  if (facts.deadline && !facts.deadline.certain)
    add(
      `“${facts.deadline.text}” is read as the time at which it happens or by which it is done`,
      'deadline',
      'Write “by” before the date.',
    );
  if (
    facts.budget &&
    /^\$/.test(facts.budget.text) &&
    ['CA', 'AU', 'NZ', 'SG', 'HK'].includes(facts.place.country ?? '')
  ) {
    add('“$” is read as US dollars', 'costs', 'Write the currency code.');
  }
  return guesses;
}
