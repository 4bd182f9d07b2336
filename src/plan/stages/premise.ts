// Five lenses look at the premise of the goal, each with an argument of its own, before anything is
// built on it.
import { z } from 'zod';
import { premiseAttackSchema } from '../../contract/plan-direction.ts';
import { allowances } from '../allowance.ts';
import type { Part, ThoughtStage } from '../stage.ts';
import { promptText } from './prompt-text.ts';

export const premiseOutput = z.object({
  attacks: z.array(premiseAttackSchema.extend({ lens: z.string().max(40) })).max(5),
});
export type PremiseOutput = z.infer<typeof premiseOutput>;

const lens = (key: string, title: string, look: string): Part => ({
  key,
  title,
  words: { lens: title, look },
});

/** The first ones count most: a brief plan has only these. */
const lenses: readonly Part[] = [
  lens(
    'means',
    'Means',
    'whether the money, time, skills and permissions can suffice, by arithmetic',
  ),
  lens(
    'chain',
    'Weakest link',
    'the one assumption about other people or events on which everything hangs',
  ),
  lens(
    'need',
    'Need',
    'whether anybody who matters wants the result enough to pay, come or change for it',
  ),
  lens(
    'rivals',
    'Alternatives',
    'whether something that exists, or doing nothing, reaches the same end cheaper',
  ),
  lens('harm', 'Side effects', 'who loses, resists or is hurt if it works exactly as planned'),
];

export const premiseStage: ThoughtStage<PremiseOutput> = {
  name: 'premise',
  title: 'Attack on the premise',
  version: 1,
  needs: ['facts', 'screen'],
  output: premiseOutput,
  prompt: promptText('premise'),
  inputTokens: 30_000,
  outputTokens: 700,
  parts: {
    output: premiseAttackSchema,
    known: (detail) => lenses.slice(0, allowances[detail].lenses),
    merge: (parts) => ({
      attacks: parts.map(({ key, value }) => ({
        ...value,
        lens: lenses.find((one) => one.key === key)?.title ?? key,
      })),
    }),
  },
  render: ({ attacks }) =>
    attacks
      .map(
        ({ lens: name, severity, argument, answer_in_plan }) =>
          `- **${name}** (${severity}): ${argument} *Answer:* ${answer_in_plan}`,
      )
      .join('\n'),
  brief: ({ attacks }) =>
    attacks
      .filter(({ severity }) => severity !== 'none')
      .map(({ lens: name, severity, argument, answer_in_plan }) => ({
        ...{ lens: name, severity, argument, answer_in_plan },
      })),
};
