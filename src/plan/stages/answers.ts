// What readers will ask, and what to do in the first day.
import { allowances } from '../allowance.ts';
import { closingSees } from '../closing-views.ts';
import { figureLines, figuresIn } from '../figures.ts';
import { hasTask } from '../network-digest.ts';
import { figureProblems, sourcesOf } from '../number-sources.ts';
import { type AnswersOutput, answersOutput } from '../outputs/closing.ts';
import { type RefinedOutput, refinedOutput } from '../outputs/critique.ts';
import { outputOf, type StageInput, type ThoughtStage } from '../stage.ts';
import { promptText } from './prompt-text.ts';

const refined = { name: 'refine-1', output: refinedOutput };

/** Each first action is done by somebody that there is, and begins a task that there is, or none. */
function actionProblems(
  { first_24_hours }: AnswersOutput,
  { network, team }: RefinedOutput,
): string[] {
  const roles = new Set(team.roles.map(({ name }) => name));
  return first_24_hours.flatMap(({ who, task }, index) => [
    ...(roles.has(who)
      ? []
      : [
          `first_24_hours.${index}.who: “${who}” is no role of the team; copy one of ${[...roles].join(', ')}`,
        ]),
    ...(task === '' || hasTask(network, task)
      ? []
      : [
          `first_24_hours.${index}.task: there is no task ${task}; copy its number, or leave it empty`,
        ]),
  ]);
}

function problemsOf(value: unknown, input: StageInput): readonly string[] {
  const said = value as AnswersOutput;
  const plan = outputOf(input, refined);
  const figures = figuresIn(input) ?? {};
  // Minutes and the numbers of tasks are no claims.
  const texts = {
    answers: said.answers,
    first_24_hours: said.first_24_hours.map(({ action }) => ({ action })),
    open_questions: said.open_questions,
  };
  return [
    ...actionProblems(said, plan),
    ...figureProblems(texts, figures, sourcesOf(input, figures)),
  ];
}

export const answersStage: ThoughtStage<AnswersOutput> = {
  name: 'answers',
  title: 'Questions and first day',
  version: 1,
  needs: ['direction', 'refine-1', 'premortem', 'premises'],
  output: answersOutput,
  prompt: promptText('answers'),
  inputTokens: 30_000,
  outputTokens: 3_000,
  words: (input) => ({
    figures: figureLines(figuresIn(input) ?? {}),
    questions: String(allowances[input.intake.detail ?? 'standard'].questions),
  }),
  sees: closingSees,
  problems: problemsOf,
  render: ({ answers, first_24_hours, open_questions }) =>
    [
      ...first_24_hours.map(({ action, who, minutes }) => `1. ${action} (${who}, ${minutes} min)`),
      ...answers.map(({ question, answer }) => `\n**${question}**\n\n${answer}`),
      ...(open_questions.length > 0 ? [''] : []),
      ...open_questions.map((one) => `- ${one}`),
    ].join('\n'),
};
