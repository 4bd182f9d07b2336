// What the plan takes for true without knowing it, as quantities with bounds. Whether the numbers are
// any good the Fermi gate says; here only what no reader could make sense of is refused.
import { unstopped } from '../../base/sentences.ts';
import type { Quantity } from '../../contract/plan-basis.ts';
import { allowances } from '../allowance.ts';
import { type QuantitiesOutput, quantitiesOutput } from '../outputs/basis.ts';
import { outputOf, type StageInput, type ThoughtStage } from '../stage.ts';
import { outOfOrder, sameIds, sameTexts, tooMany } from './answer-checks.ts';
import { directionStage } from './direction.ts';
import { promptText } from './prompt-text.ts';

function reckonedProblems({ id, reckoned }: Quantity, at: number, ids: readonly string[]) {
  const strange = (reckoned?.of ?? []).filter((one) => one === id || !ids.includes(one));
  return strange.map(
    (one) => `assumptions.${at}.reckoned.of: ${one} is not the id of another assumption`,
  );
}

function totalProblems(assumptions: readonly Quantity[]): string[] {
  const totals = assumptions.flatMap(({ total }) => total ?? []);
  const doubles = new Set(totals.filter((one, at) => totals.indexOf(one) < at));
  return [...doubles].map((one) => `assumptions: two have the total "${one}"; keep one`);
}

export function assumptionProblems(
  { assumptions }: QuantitiesOutput,
  { intake }: StageInput,
): string[] {
  const ids = assumptions.map(({ id }) => id);
  const claims = assumptions.map(({ claim }) => claim);
  const most = allowances[intake.detail ?? 'standard'].assumptions;
  return [
    ...tooMany('assumptions', ids.length, most),
    ...sameIds('assumptions', ids),
    ...sameTexts('assumptions', 'claim', claims),
    ...assumptions.flatMap(({ lower, base, upper }, at) =>
      outOfOrder(`assumptions.${at}`, 'lower, base, upper', [lower, base, upper]),
    ),
    ...assumptions.flatMap((one, at) => reckonedProblems(one, at, ids)),
    ...totalProblems(assumptions),
  ];
}

const line = ({ id, claim, lower, base, upper, unit, status, evidence }: Quantity): string =>
  `- **${id}** ${unstopped(claim)}: **${base}** ${unit} (${lower} to ${upper}; ${status})${evidence === '' ? '' : `. ${evidence}`}`;

export const assumptionLines = (assumptions: readonly Quantity[]): string =>
  assumptions.map(line).join('\n');

/** Words for the places of prompts about assumptions and risks. */
export function basisWords(input: StageInput, of: 'assumptions' | 'risks') {
  const { currency } = outputOf(input, directionStage);
  return { count: String(allowances[input.intake.detail ?? 'standard'][of]), currency };
}

export const assumptionsStage: ThoughtStage<QuantitiesOutput> = {
  name: 'assumptions',
  title: 'Assumptions',
  version: 1,
  needs: ['direction'],
  output: quantitiesOutput,
  prompt: promptText('assumptions'),
  inputTokens: 20_000,
  outputTokens: 5_000,
  words: (input) => basisWords(input, 'assumptions'),
  problems: (value, input) => assumptionProblems(value as QuantitiesOutput, input),
  render: ({ assumptions }) => assumptionLines(assumptions),
};
