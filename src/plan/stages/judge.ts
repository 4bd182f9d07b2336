// A judge rules on each attack and its answer.
import { criticSees } from '../critic-views.ts';
import { answerProblems } from '../finding-answers.ts';
import { type JudgeOutput, judgeOutput } from '../outputs/critique.ts';
import { outputOf, type ThoughtStage } from '../stage.ts';
import { attackStage } from './attack.ts';
import { judgedStages } from './judged-plan.ts';
import { promptText } from './prompt-text.ts';

export const judgeStage: ThoughtStage<JudgeOutput> = {
  name: 'judge',
  title: 'Judgment of the red team',
  version: 1,
  from: 'standard',
  needs: [...judgedStages, 'attack', 'rebuttal'],
  output: judgeOutput,
  prompt: promptText('judge'),
  inputTokens: 30_000,
  outputTokens: 4_000,
  sees: criticSees,
  problems: (value, input) =>
    answerProblems(
      'rulings',
      outputOf(input, attackStage).findings,
      (value as JudgeOutput).rulings,
    ),
  render: ({ rulings }) =>
    rulings.map(({ finding, ruling, why }) => `- **${finding}** ${ruling}: ${why}`).join('\n'),
};
