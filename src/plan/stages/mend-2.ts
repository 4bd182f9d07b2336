// The second and last return.
import { type BasisOutput, basisOutput } from '../outputs/basis.ts';
import { outputOf, type StageInput, type ThoughtStage } from '../stage.ts';
import { mend1Stage } from './mend-1.ts';
import { type Before, basisBrief, basisMarkdown, mendingParts } from './mending.ts';
import { promptText } from './prompt-text.ts';

const mendedOnce = (input: StageInput): Before => outputOf(input, mend1Stage);

export const mend2Stage: ThoughtStage<BasisOutput> = {
  name: 'mend-2',
  shownAs: 'assumptions-and-risks',
  title: 'Assumptions and risks, checked again',
  version: 1,
  needs: ['direction', 'mend-1'],
  output: basisOutput,
  prompt: promptText('mend-2'),
  inputTokens: 20_000,
  outputTokens: 5_000,
  // A part gets the section that it is about.
  sees: { 'mend-1': () => null },
  parts: mendingParts({ round: 2, before: mendedOnce }),
  render: basisMarkdown,
  brief: basisBrief,
};
