// The plan for those who have two minutes.
import { closingSees } from '../closing-views.ts';
import { figureLines, figuresIn } from '../figures.ts';
import { figureProblems, sourcesOf } from '../number-sources.ts';
import { type SummaryOutput, summaryOutput } from '../outputs/closing.ts';
import type { ThoughtStage } from '../stage.ts';
import { promptText } from './prompt-text.ts';

export const summaryStage: ThoughtStage<SummaryOutput> = {
  name: 'summary',
  title: 'Summary and pitch',
  version: 2,
  needs: ['direction', 'refine-2', 'premortem', 'premises'],
  output: summaryOutput,
  prompt: promptText('summary'),
  inputTokens: 30_000,
  outputTokens: 2_500,
  words: (input) => ({ figures: figureLines(figuresIn(input) ?? {}) }),
  sees: closingSees,
  problems: (value, input) => {
    const figures = figuresIn(input) ?? {};
    return figureProblems(value, figures, sourcesOf(input, figures, closingSees));
  },
  prepare: (input) => void sourcesOf(input, figuresIn(input) ?? {}, closingSees),
  render: ({ summary, pitch }) =>
    [
      summary.situation,
      summary.approach,
      summary.expected,
      summary.main_risks,
      `**${summary.decision_needed}**`,
      `> ${pitch.headline}\n>\n> ${[pitch.why_now, pitch.what, pitch.proof, pitch.ask].join(' ')}`,
    ].join('\n\n'),
};
