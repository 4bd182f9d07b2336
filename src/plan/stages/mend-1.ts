// Assumptions and risks after the early gates: what failed goes back to a mind with the findings.
import { type BasisOutput, basisOutput } from '../outputs/basis.ts';
import { outputOf, type StageInput, type ThoughtStage } from '../stage.ts';
import { assumptionsStage } from './assumptions.ts';
import { type Before, basisBrief, basisMarkdown, mendingParts } from './mending.ts';
import { promptText } from './prompt-text.ts';
import { risksStage } from './risks.ts';

const firstDraft = (input: StageInput): Before => ({
  ...outputOf(input, assumptionsStage),
  ...outputOf(input, risksStage),
  returns: [],
});

export const mend1Stage: ThoughtStage<BasisOutput> = {
  name: 'mend-1',
  shownAs: 'assumptions-and-risks',
  title: 'Assumptions and risks, checked',
  version: 1,
  needs: ['direction', 'assumptions', 'risks'],
  output: basisOutput,
  prompt: promptText('mend-1'),
  inputTokens: 20_000,
  outputTokens: 5_000,
  // A part gets the section that it is about.
  sees: { assumptions: () => null, risks: () => null },
  parts: mendingParts({ round: 1, before: firstDraft }),
  render: basisMarkdown,
  brief: basisBrief,
};
