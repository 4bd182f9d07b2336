// Of all levers those that matter, and how they act on one another.
import { z } from 'zod';
import { leverBondSchema, leverRef } from '../../contract/plan-direction.ts';
import { outputOf, type StageInput, type ThoughtStage } from '../stage.ts';
import { type LeversOutput, leversStage } from './levers.ts';
import { promptText } from './prompt-text.ts';

const line = z.string().min(1).max(300);

export const leverTriageOutput = z.object({
  kept: z
    .array(z.object({ id: leverRef, why_it_matters: line }))
    .min(2)
    .max(6),
  dropped: z.array(z.object({ id: leverRef, why: line })).max(18),
  bonds: z.array(leverBondSchema).max(10),
});
export type LeverTriageOutput = z.infer<typeof leverTriageOutput>;

/** Every lever is kept or dropped, once; bonds are between kept ones. */
function problemsOf(value: unknown, input: StageInput): string[] {
  const { kept, dropped, bonds } = value as LeverTriageOutput;
  const known = outputOf(input, leversStage).levers.map(({ id }) => id);
  const named = [...kept, ...dropped].map(({ id }) => id);
  const keptIds = new Set(kept.map(({ id }) => id));
  return [
    ...named.filter((id) => !known.includes(id)).map((id) => `${id}: there is no such lever`),
    ...known
      .filter((id) => !named.includes(id))
      .map((id) => `${id}: say whether it is kept or dropped`),
    ...named.filter((id, index) => named.indexOf(id) !== index).map((id) => `${id}: named twice`),
    ...bonds
      .filter(({ one, other }) => one === other || !keptIds.has(one) || !keptIds.has(other))
      .map(({ one, other }) => `bonds: ${one} and ${other} must be two kept levers`),
  ];
}

/** For those who set the levers: the kept ones in full, the others by name. */
export function settledLevers({ levers }: LeversOutput, input: StageInput): object {
  const kept = new Set(outputOf(input, leverTriageStage).kept.map(({ id }) => id));
  const dropped = levers.filter(({ id }) => !kept.has(id)).map(({ name }) => name);
  return {
    levers: levers.filter(({ id }) => kept.has(id)),
    ...(dropped.length > 0 ? { done_as_usual: dropped.join(', ') } : {}),
  };
}

export const leverTriageStage: ThoughtStage<LeverTriageOutput> = {
  name: 'lever-triage',
  title: 'Levers that matter',
  version: 1,
  needs: ['directives', 'premise', 'levers', 'places', 'resources'],
  output: leverTriageOutput,
  prompt: promptText('lever-triage'),
  inputTokens: 30_000,
  outputTokens: 2_000,
  problems: problemsOf,
  render: ({ kept, bonds }) =>
    [
      ...kept.map(({ id, why_it_matters }) => `- **${id}**: ${why_it_matters}`),
      ...bonds.map(({ one, other, kind, why }) => `- ${one} and ${other} (${kind}): ${why}`),
    ].join('\n'),
};
