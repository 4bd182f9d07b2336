// The few premises that everything hangs on, each with what would refute it.
import { unstopped } from '../../base/sentences.ts';
import { plainText } from '../../gates/alike.ts';
import { allowances } from '../allowance.ts';
import { criticSees } from '../critic-views.ts';
import { doubles } from '../doubles.ts';
import { hasTask } from '../network-digest.ts';
import { type PremisesOutput, premisesOutput } from '../outputs/critique.ts';
import { outputOf, type StageInput, type ThoughtStage } from '../stage.ts';
import { judgedStages } from './judged-plan.ts';
import { promptText } from './prompt-text.ts';
import { rescue2Stage } from './rescue-2.ts';

const mostFor = ({ intake }: StageInput): number =>
  allowances[intake.detail ?? 'standard'].premises;

/** What is known after the end is known too late. */
function problemsOf(value: unknown, input: StageInput): string[] {
  const { premises } = value as PremisesOutput;
  const network = outputOf(input, rescue2Stage);
  const { start_date, finish_date } = network;
  const most = mostFor(input);
  return [
    ...(premises.length > most ? [`premises: at most ${most}; keep the most critical`] : []),
    ...doubles(premises.map(({ id }) => id)).map((id) => `premises: ${id} is used twice`),
    ...doubles(premises.map(({ claim }) => plainText(claim))).map(
      (claim) => `premises: “${claim}” stands there twice`,
    ),
    ...premises.flatMap(({ guards = [] }, index) =>
      guards
        .filter((ref) => !hasTask(network, ref))
        .map((ref) => `premises.${index}.guards: there is no task ${ref}; copy the number of one`),
    ),
    ...premises.flatMap(({ by }, index) =>
      by < start_date || by > finish_date
        ? [`premises.${index}.by: ${by} is not between ${start_date} and ${finish_date}`]
        : [],
    ),
  ];
}

export const premisesStage: ThoughtStage<PremisesOutput> = {
  name: 'premises',
  title: 'Critical premises',
  version: 2,
  needs: judgedStages,
  output: premisesOutput,
  prompt: promptText('premises'),
  inputTokens: 30_000,
  outputTokens: 2_500,
  words: (input) => {
    const { start_date, finish_date } = outputOf(input, rescue2Stage);
    return { count: String(mostFor(input)), start: start_date, finish: finish_date };
  },
  sees: criticSees,
  problems: problemsOf,
  render: ({ premises }) =>
    premises
      .map(
        ({ id, claim, state, falsifier, test, by, decision }) =>
          `- **${id}** ${unstopped(claim)} (${state}, ${by})\n  - ${falsifier}\n  - ${test}\n  - → ${decision}`,
      )
      .join('\n'),
};
