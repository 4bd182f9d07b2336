// It has failed: why? One story for each archetype, with tripwires as numbers.
import type { z } from 'zod';
import { allowances } from '../allowance.ts';
import { criticSees } from '../critic-views.ts';
import { hasTask } from '../network-digest.ts';
import { failureOutput, type PremortemOutput, premortemOutput } from '../outputs/critique.ts';
import { outputOf, type Part, type StageInput, type ThoughtStage } from '../stage.ts';
import { directionStage } from './direction.ts';
import { judgedStages } from './judged-plan.ts';
import { promptText } from './prompt-text.ts';
import { rescue2Stage } from './rescue-2.ts';

type Failure = z.infer<typeof failureOutput>;

const archetype = (key: string, title: string, about: string): Part => ({
  key,
  title,
  words: { archetype: title, about },
});

/** Where there is but one, it is left to whoever tells it. */
const likeliest = archetype(
  'likely',
  'The likeliest failure',
  'the one cause that you hold for most likely in this very plan: the work itself, people and market, money, or the world outside',
);

const archetypes: readonly Part[] = [
  archetype(
    'delivery',
    'Delivery',
    'the work itself: what was made came too late, did not work, or was not what had been promised',
  ),
  archetype(
    'people',
    'People and market',
    'those who should have bought, joined, agreed or worked did not, or turned against it',
  ),
  archetype(
    'money',
    'Money and outside',
    'money ran out, or the world changed: prices, law, partners, weather, rivals',
  ),
];

/** Only where there are others. */
const othersToo = ' Others tell of other causes; leave those to them.';

const archetypesFor = (count: number): readonly Part[] =>
  count === 1 ? [likeliest] : archetypes.slice(0, count);

const titleOf = (key: string): string =>
  [likeliest, ...archetypes].find((one) => one.key === key)?.title ?? key;

/** The last day that matters: the deadline, or where there is none or it is missed, the finish. */
function lastDay(input: StageInput): string {
  const { deadline } = outputOf(input, directionStage);
  const { finish_date } = outputOf(input, rescue2Stage);
  return deadline !== null && deadline.date > finish_date ? deadline.date : finish_date;
}

function problemsOf({ tasks, tripwires, covered }: Failure, input: StageInput): string[] {
  const network = outputOf(input, rescue2Stage);
  const first = network.start_date;
  const last = lastDay(input);
  return [
    ...tasks
      .filter((ref) => !hasTask(network, ref))
      .map((ref) => `tasks: there is no task ${ref}; copy the number of one that there is`),
    ...tripwires.flatMap(({ by }, index) =>
      by !== null && (by < first || by > last)
        ? [`tripwires.${index}.by: ${by} is not between ${first} and ${last}`]
        : [],
    ),
    ...(covered && tasks.length === 0
      ? ['tasks: say which task does the prevention, or set "covered" to false']
      : []),
  ];
}

function merged(parts: readonly { key: string; value: Failure }[]): PremortemOutput {
  const rules = new Set(parts.map(({ value }) => value.stop_rule));
  return {
    failures: parts.map(({ key, value: { stop_rule: _rule, ...failure } }) => ({
      ...failure,
      archetype: titleOf(key),
    })),
    stop_rule: [...rules].join(' '),
  };
}

export const premortemStage: ThoughtStage<PremortemOutput> = {
  name: 'premortem',
  title: 'Premortem',
  version: 1,
  needs: judgedStages,
  output: premortemOutput,
  prompt: promptText('premortem'),
  inputTokens: 30_000,
  outputTokens: 1_500,
  words: (input) => ({
    others: allowances[input.intake.detail ?? 'standard'].archetypes > 1 ? othersToo : '',
    start: outputOf(input, rescue2Stage).start_date,
    finish: lastDay(input),
  }),
  sees: criticSees,
  parts: {
    output: failureOutput,
    known: (detail) => archetypesFor(allowances[detail].archetypes),
    problems: (failure: Failure, _part, input) => problemsOf(failure, input),
    merge: merged,
  },
  render: ({ failures, stop_rule }) =>
    [
      ...failures.map(({ archetype: name, title, story, tripwires, prevention }) =>
        [
          `**${name}: ${title}**`,
          '',
          story,
          '',
          ...tripwires.map(
            ({ metric, is, threshold, unit, by, response }) =>
              `- ${metric} ${is === 'below' ? '\\<' : '\\>'} ${threshold} ${unit}${by === null ? '' : ` (${by})`} → ${response}`,
          ),
          `- ${prevention}`,
        ].join('\n'),
      ),
      `**${stop_rule}**`,
    ].join('\n\n'),
};
