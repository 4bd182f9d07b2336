// The author of the plan answers each attack: defend, concede or revise.
import { criticSees } from '../critic-views.ts';
import { answerProblems } from '../finding-answers.ts';
import { type RebuttalOutput, rebuttalOutput } from '../outputs/critique.ts';
import { outputOf, type ThoughtStage } from '../stage.ts';
import { attackStage } from './attack.ts';
import { judgedStages } from './judged-plan.ts';
import { promptText } from './prompt-text.ts';

export const rebuttalStage: ThoughtStage<RebuttalOutput> = {
  name: 'rebuttal',
  title: 'Answer to the red team',
  version: 1,
  from: 'standard',
  needs: [...judgedStages, 'attack'],
  output: rebuttalOutput,
  prompt: promptText('rebuttal'),
  inputTokens: 30_000,
  outputTokens: 4_000,
  sees: criticSees,
  problems: (value, input) =>
    answerProblems(
      'answers',
      outputOf(input, attackStage).findings,
      (value as RebuttalOutput).answers,
    ),
  render: ({ answers }) =>
    answers
      .map(({ finding, stance, answer }) => `- **${finding}** ${stance}: ${answer}`)
      .join('\n'),
};
