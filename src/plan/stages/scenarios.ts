// Three ways to go, each a setting of every lever that matters.
import { z } from 'zod';
import { scenarioSchema } from '../../contract/plan-direction.ts';
import { outputOf, type StageInput, type ThoughtStage } from '../stage.ts';
import { type LeverTriageOutput, leverTriageStage, settledLevers } from './lever-triage.ts';
import { leversStage } from './levers.ts';
import { promptText } from './prompt-text.ts';

export const scenariosOutput = z.object({ scenarios: z.array(scenarioSchema).length(3) });
export type ScenariosOutput = z.infer<typeof scenariosOutput>;

/** Each scenario sets each kept lever once, to an option that it has; no two are the same. */
function problemsOf(value: unknown, input: StageInput): string[] {
  const kept = outputOf(input, leverTriageStage).kept.map(({ id }) => id);
  const { levers } = outputOf(input, leversStage);
  const { scenarios } = value as ScenariosOutput;
  const options = new Map(levers.map(({ id, options: all }) => [id, all.map(({ name }) => name)]));
  const problems = scenarios.flatMap(({ id, settings }) => [
    ...kept
      .filter((lever) => settings.filter((one) => one.lever === lever).length !== 1)
      .map((lever) => `${id}: sets ${lever} not exactly once`),
    ...settings
      .filter(({ lever }) => !kept.includes(lever))
      .map(({ lever }) => `${id}: ${lever} is not one of the kept levers`),
    ...settings
      .filter(({ lever, option }) => kept.includes(lever) && !options.get(lever)?.includes(option))
      .map(
        ({ lever, option }) => `${id}: ${lever} has no option called “${option}”; copy its name`,
      ),
  ]);
  const shapes = new Set(scenarios.map(({ settings }) => shapeOf(settings)));
  const isDouble = shapes.size < scenarios.length;
  return isDouble ? [...problems, 'scenarios: two have the same settings'] : problems;
}

const shapeOf = (settings: readonly { lever: string; option: string }[]): string =>
  settings
    .map(({ lever, option }) => `${lever}=${option}`)
    .sort()
    .join('|');

export const scenariosStage: ThoughtStage<ScenariosOutput> = {
  name: 'scenarios',
  title: 'Scenarios',
  version: 1,
  needs: ['directives', 'premise', 'levers', 'lever-triage'],
  output: scenariosOutput,
  prompt: promptText('scenarios'),
  inputTokens: 30_000,
  outputTokens: 2_500,
  sees: {
    levers: settledLevers,
    'lever-triage': ({ kept, bonds }: LeverTriageOutput) => ({ kept, bonds }),
  },
  problems: problemsOf,
  render: ({ scenarios }) =>
    scenarios
      .map(({ id, name, idea, settings }) =>
        [
          `- **${id} ${name}**: ${idea}`,
          ...settings.map((one) => `  - ${one.lever}: ${one.option}`),
        ].join('\n'),
      )
      .join('\n'),
};
