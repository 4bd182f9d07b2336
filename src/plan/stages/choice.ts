// One scenario is chosen. That it keeps the directives is checked by code: one that breaks a directive
// that counts cannot be chosen, whatever the mind says.
import type { z } from 'zod';
import { choiceSchema } from '../../contract/plan-direction.ts';
import { outputOf, type StageInput, type ThoughtStage } from '../stage.ts';
import { directivesStage } from './directives.ts';
import { settledLevers } from './lever-triage.ts';
import { promptText } from './prompt-text.ts';
import { scenariosStage } from './scenarios.ts';

export const choiceOutput = choiceSchema;
export type ChoiceOutput = z.infer<typeof choiceOutput>;

const bindingImportance = 4;

/** Directives that count and that it says it would break. */
export function brokenBy(id: string, input: StageInput): string[] {
  const { directives } = outputOf(input, directivesStage);
  const binding = new Set(
    directives.filter(({ importance }) => importance >= bindingImportance).map((one) => one.id),
  );
  const scenario = outputOf(input, scenariosStage).scenarios.find((one) => one.id === id);
  return (scenario?.breaks_directives ?? []).filter((broken) => binding.has(broken));
}

function problemsOf(value: unknown, input: StageInput): string[] {
  const { chosen, against } = value as ChoiceOutput;
  const all = outputOf(input, scenariosStage).scenarios.map(({ id }) => id);
  const broken = brokenBy(chosen, input);
  const hasWayOut = all.some((id) => brokenBy(id, input).length === 0);
  const named = [chosen, ...against.map(({ id }) => id)];
  return [
    ...(broken.length > 0 && hasWayOut
      ? [`chosen: ${chosen} breaks ${broken.join(', ')}; choose one that does not`]
      : []),
    ...all.filter((id) => !named.includes(id)).map((id) => `${id}: say why it was not chosen`),
  ];
}

export const choiceStage: ThoughtStage<ChoiceOutput> = {
  name: 'choice',
  title: 'Chosen scenario',
  version: 1,
  // A setting is but a name: what it means stands in the levers.
  needs: ['directives', 'premise', 'levers', 'lever-triage', 'resources', 'scenarios'],
  output: choiceOutput,
  prompt: promptText('choice'),
  inputTokens: 30_000,
  outputTokens: 1_200,
  sees: { levers: settledLevers, 'lever-triage': () => null },
  problems: problemsOf,
  render: ({ chosen, why, against, would_change_it }) =>
    [
      `**${chosen}**: ${why}`,
      ...against.map(({ id, why_not }) => `- not ${id}: ${why_not}`),
      ...would_change_it.map((one) => `- would change it: ${one}`),
    ].join('\n'),
};
