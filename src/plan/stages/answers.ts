// What readers will ask, and what to do in the first day.

import type { Directive } from '../../contract/plan-direction.ts';
import { likeness } from '../../gates/alike.ts';
import { allowances } from '../allowance.ts';
import { answerSees, closingSees } from '../closing-views.ts';
import { demandsOf } from '../demands.ts';
import { figureLines, figuresIn } from '../figures.ts';
import { taskId } from '../network/ids.ts';
import { hasTask } from '../network-digest.ts';
import { figureProblems, sourcesOf } from '../number-sources.ts';
import { type AnswersOutput, answersOutput } from '../outputs/closing.ts';
import { type RefinedOutput, refinedOutput } from '../outputs/critique.ts';
import { directionOutput } from '../outputs/direction.ts';
import { outputOf, type StageInput, type ThoughtStage } from '../stage.ts';
import { promptText } from './prompt-text.ts';

const refined = { name: 'refine-2', output: refinedOutput };
const direction = { name: 'direction', output: directionOutput };

const sees = { ...closingSees, ...answerSees };

const demandsIn = (input: StageInput): Directive[] =>
  demandsOf(outputOf(input, direction).directives, input.intake.detail ?? 'standard');

/** So much like the demand that it says nothing else. */
const REPEATED = 0.85;

/** Everything that the goal asks for has an answer, which is not the demand again. */
function demandProblems({ answers }: AnswersOutput, input: StageInput): string[] {
  const demands = demandsIn(input);
  const known = new Set(outputOf(input, direction).directives.map(({ id }) => id));
  return [
    ...demands
      .filter(({ id }) => answers.every(({ directive }) => directive !== id))
      .map(({ id, text }) => `answers: ${id} has no answer (${text}); add one with its id`),
    ...answers.flatMap(({ directive, answer }, index) => {
      if (!directive) return [];
      if (!known.has(directive)) {
        return [`answers.${index}.directive: there is no ${directive}; leave it out`];
      }
      const asked = demands.find(({ id }) => id === directive)?.text ?? '';
      return likeness(asked, answer) >= REPEATED
        ? [`answers.${index}.answer: this is the demand again; say what the plan does about it`]
        : [];
    }),
  ];
}

/** A first step of a task is done by whoever has the task. */
function roleProblem(who: string, task: string, { network }: RefinedOutput): string | null {
  const tasks = network.phases.flatMap((phase) => phase.tasks);
  const role = tasks.find(({ task_id }) => task_id === taskId(task))?.assignee_role;
  return role === undefined || role === who
    ? null
    : `task ${task} is done by “${role}”; write that, or leave "task" empty`;
}

const unknownRole = (who: string, roles: readonly string[]): string =>
  `“${who}” is no role of the team; copy one of ${roles.join(', ')}`;

/** Each first action is done by somebody that there is, and begins a task that there is, or none. */
function actionProblems({ first_24_hours }: AnswersOutput, plan: RefinedOutput): string[] {
  const { network, team } = plan;
  const roles = new Set(team.roles.map(({ name }) => name));
  return first_24_hours.flatMap(({ who, task }, index) => [
    ...[roles.has(who) ? roleProblem(who, task, plan) : unknownRole(who, [...roles])]
      .filter((problem) => problem !== null)
      .map((problem) => `first_24_hours.${index}.who: ${problem}`),
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
    answers: said.answers.map(({ question, answer }) => ({ question, answer })),
    first_24_hours: said.first_24_hours.map(({ action }) => ({ action })),
    open_questions: said.open_questions,
  };
  return [
    ...demandProblems(said, input),
    ...actionProblems(said, plan),
    ...figureProblems(texts, figures, sourcesOf(input, figures, sees)),
  ];
}

/** Only where the goal asks for something. */
const demanded = `First one answer for each entry of "demands" in the direction, with its id as "directive": the demand put as a question, then in two to five sentences what the plan says on it: what is done, how much, by when and by whom, with the plan's figures and the title of the task that does it. That a task will find out is no answer: say what is taken until then. After these, without "directive", `;

export const answersStage: ThoughtStage<AnswersOutput> = {
  name: 'answers',
  title: 'Questions and first day',
  version: 2,
  needs: ['direction', 'refine-2', 'premortem', 'premises'],
  output: answersOutput,
  prompt: promptText('answers'),
  inputTokens: 30_000,
  outputTokens: 4_500,
  words: (input) => ({
    figures: figureLines(figuresIn(input) ?? {}),
    questions: String(allowances[input.intake.detail ?? 'standard'].questions),
    demanded: demandsIn(input).length > 0 ? demanded : '',
  }),
  sees,
  problems: problemsOf,
  prepare: (input) => void sourcesOf(input, figuresIn(input) ?? {}, sees),
  render: ({ answers, first_24_hours, open_questions }) =>
    [
      ...first_24_hours.map(({ action, who, minutes }) => `1. ${action} (${who}, ${minutes} min)`),
      ...answers.map(({ question, answer }) => `\n**${question}**\n\n${answer}`),
      ...(open_questions.length > 0 ? [''] : []),
      ...open_questions.map((one) => `- ${one}`),
    ].join('\n'),
};
