// What kind of undertaking it is, so that later stages ask the right questions.
import { z } from 'zod';
import type { ThoughtStage } from '../stage.ts';
import { promptText } from './prompt-text.ts';

const line = z.string().min(1).max(300);

export const purposeOutput = z.object({
  purpose: z.enum(['business', 'personal', 'public', 'research', 'other']),
  domain: line,
  form: z.enum(['physical', 'digital', 'both']),
  why_form: line,
  scale: z.enum(['person', 'team', 'organization', 'nation', 'world']),
  success_looks_like: z.array(line).min(1).max(5),
  title: z.string().min(1).max(100),
});
export type PurposeOutput = z.infer<typeof purposeOutput>;

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
