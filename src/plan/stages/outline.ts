// All phases and tasks, and which task needs which.
import { allowances } from '../allowance.ts';
import { outlineProblems } from '../network/outline-problems.ts';
import { outlineLines } from '../network/seen.ts';
import { type OutlineOutput, outlineOutput } from '../outputs/work.ts';
import { outputOf, type StageInput, type ThoughtStage } from '../stage.ts';
import { charterStage } from './charter.ts';
import { promptText } from './prompt-text.ts';

const limitsOf = ({ intake }: StageInput) => allowances[intake.detail ?? 'standard'];

export const outlineStage: ThoughtStage<OutlineOutput> = {
  name: 'outline',
  title: 'Phases and tasks',
  version: 1,
  needs: ['direction', 'mend-2', 'charter'],
  output: outlineOutput,
  prompt: promptText('outline'),
  inputTokens: 20_000,
  outputTokens: 4_000,
  words: (input) => ({
    phases: String(limitsOf(input).phases),
    tasks: String(limitsOf(input).tasksPerPhase),
  }),
  problems: (value, input) =>
    outlineProblems(value as OutlineOutput, outputOf(input, charterStage), limitsOf(input)),
  brief: outlineLines,
  render: ({ phases }) =>
    phases
      .map(({ id, name, done_when, tasks }) =>
        [
          `**${id} ${name}** (done when: ${done_when})`,
          '',
          ...tasks.map((task) => {
            const after = task.after.length > 0 ? ` — after ${task.after.join(', ')}` : '';
            return `- ${task.id} ${task.title}: ${task.yields}${after}`;
          }),
        ].join('\n'),
      )
      .join('\n\n'),
};
