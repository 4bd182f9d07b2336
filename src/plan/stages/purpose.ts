// What kind of undertaking it is, so that later stages ask the right questions.
import { type Purpose, purposeSchema } from '../../contract/plan-direction.ts';
import type { ThoughtStage } from '../stage.ts';
import { promptText } from './prompt-text.ts';

export const purposeOutput = purposeSchema;
export type PurposeOutput = Purpose;

export const purposeStage: ThoughtStage<PurposeOutput> = {
  name: 'purpose',
  title: 'Purpose and domain',
  version: 1,
  needs: ['facts', 'screen'],
  output: purposeOutput,
  prompt: promptText('purpose'),
  inputTokens: 30_000,
  outputTokens: 800,
  render: ({ domain, purpose, form, success_looks_like }) =>
    [`${domain} (${purpose}, ${form})`, ...success_looks_like.map((one) => `- ${one}`)].join('\n'),
  brief: ({ why_form: _why, ...rest }) => rest,
};
