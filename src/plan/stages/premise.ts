// Five lenses look at the premise of the goal, each with an argument of its own, before anything is
// built on it.
import { z } from 'zod';
import type { Part, ThoughtStage } from '../stage.ts';
import { promptText } from './prompt-text.ts';

const line = z.string().min(1).max(400);

const attackOutput = z.object({
  argument: line,
  rests_on: line,
  would_be_wrong_if: line,
  severity: z.enum(['fatal', 'serious', 'minor', 'none']),
  answer_in_plan: line,
});

export const premiseOutput = z.object({
  attacks: z.array(attackOutput.extend({ lens: z.string().max(40) })).max(5),
});
export type PremiseOutput = z.infer<typeof premiseOutput>;

const lens = (key: string, title: string, look: string): Part => ({
  key,
  title,
  words: { lens: title, look },
});

const lenses: readonly Part[] = [
  lens(
    'need',
    'Need',
    'whether anybody who matters wants the result enough to pay, come or change for it',
  ),
  lens(
    'means',
    'Means',
    'whether the money, time, skills and permissions can suffice, by arithmetic',
  ),
  lens(
    'rivals',
    'Alternatives',
    'whether something that exists, or doing nothing, reaches the same end cheaper',
  ),
  lens('harm', 'Side effects', 'who loses, resists or is hurt if it works exactly as planned'),
  lens(
    'chain',
    'Weakest link',
    'the one assumption about other people or events on which everything hangs',
  ),
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
    output: attackOutput,
    list: lenses,
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
