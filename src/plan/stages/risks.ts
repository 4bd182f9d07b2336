// What may go wrong, with causes, triggers and responses.
import { stopped } from '../../base/sentences.ts';
import type { ThoughtRisk } from '../../contract/plan-basis.ts';
import { allowances } from '../allowance.ts';
import { type ThoughtRisksOutput, thoughtRisksOutput } from '../outputs/basis.ts';
import type { StageInput, ThoughtStage } from '../stage.ts';
import { outOfOrder, sameIds, sameTexts, tooMany } from './answer-checks.ts';
import { basisWords } from './assumptions.ts';
import { promptText } from './prompt-text.ts';

/** What a label cannot mean; what it may mean is left to whoever gives it. */
const isAtOdds = ({ likelihood, probability }: ThoughtRisk): boolean =>
  (likelihood === 'low' && probability > 0.5) || (likelihood === 'high' && probability < 0.3);

function ownProblems(risk: ThoughtRisk, at: number): string[] {
  const { delay_days: delay, cost, likelihood, probability } = risk;
  const path = `risks.${at}`;
  const delays = delay ? [delay.low, delay.likely, delay.high] : [];
  const costs = cost ? [cost.low, cost.base, cost.high] : [];
  return [
    ...outOfOrder(`${path}.delay_days`, 'low, likely, high', delays),
    ...outOfOrder(`${path}.cost`, 'low, base, high', costs),
    ...(isAtOdds(risk)
      ? [`${path}.probability: ${probability} does not fit the likelihood "${likelihood}"`]
      : []),
  ];
}

export function riskProblems({ risks }: ThoughtRisksOutput, { intake }: StageInput): string[] {
  const most = allowances[intake.detail ?? 'standard'].risks;
  const ids = risks.map(({ id }) => id);
  const titles = risks.map(({ title }) => title);
  return [
    ...tooMany('risks', risks.length, most),
    ...sameIds('risks', ids),
    ...sameTexts('risks', 'title', titles),
    ...risks.flatMap(ownProblems),
  ];
}

export const riskLines = (risks: readonly ThoughtRisk[]): string =>
  risks
    .map(({ id, title, likelihood, impact, cause, effect, owner, trigger, response }) =>
      [
        `- **${id} ${title}** (likelihood ${likelihood}, impact ${impact}, ${owner}): ${stopped(cause)} ${effect}`,
        `  - Trigger: ${trigger}`,
        `  - Response: ${response}`,
      ].join('\n'),
    )
    .join('\n');

export const risksStage: ThoughtStage<ThoughtRisksOutput> = {
  name: 'risks',
  title: 'Risks',
  version: 1,
  needs: ['direction'],
  output: thoughtRisksOutput,
  prompt: promptText('risks'),
  inputTokens: 20_000,
  outputTokens: 5_000,
  words: (input) => basisWords(input, 'risks'),
  problems: (value, input) => riskProblems(value as ThoughtRisksOutput, input),
  render: ({ risks }) => riskLines(risks),
};
