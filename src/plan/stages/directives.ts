// What the author of the goal laid down: constraints, stated facts, requirements, bans, intents. All
// later stages are held to these, and the choice of a scenario is checked against them by code.
import { z } from 'zod';
import { directiveSchema } from '../../contract/plan-direction.ts';
import { outputOf, type StageInput, type ThoughtStage } from '../stage.ts';
import { factsStage } from './facts.ts';
import { promptText } from './prompt-text.ts';

export const directivesOutput = z.object({
  directives: z.array(directiveSchema).min(1).max(40),
});
export type DirectivesOutput = z.infer<typeof directivesOutput>;

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[\s\p{P}]+/gu, ' ')
    .trim();

/** But for marks and the size of letters. */
export const isQuoted = (quote: string, goal: string): boolean =>
  plain(goal).includes(plain(quote));

/** What it quotes stands in the goal, as it was given or as it was read; ids are used once. */
function problemsOf(value: unknown, input: StageInput): string[] {
  const { directives } = value as DirectivesOutput;
  const goals = [input.intake.goal, outputOf(input, factsStage).goal];
  const unfound = directives
    .map(({ quote }, index) => ({ quote, index }))
    .filter(({ quote }) => !goals.some((goal) => isQuoted(quote, goal)))
    .map(({ index }) => `directives.${index}.quote: these words do not stand in the goal`);
  const ids = new Set(directives.map(({ id }) => id));
  return ids.size === directives.length ? unfound : [...unfound, 'directives: an id is used twice'];
}

export const directivesStage: ThoughtStage<DirectivesOutput> = {
  name: 'directives',
  title: 'Directives of the goal',
  version: 2,
  needs: ['facts', 'screen'],
  output: directivesOutput,
  prompt: promptText('directives'),
  inputTokens: 30_000,
  outputTokens: 3_000,
  problems: problemsOf,
  render: ({ directives }) =>
    directives
      .map(({ id, kind, text, importance }) => `- **${id}** (${kind}, ${importance}/5) ${text}`)
      .join('\n'),
  brief: ({ directives }) => directives.map(({ quote: _quote, limit: _limit, ...rest }) => rest),
};
