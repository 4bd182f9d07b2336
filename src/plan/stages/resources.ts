// In which money it is reckoned, and what is at hand.
import { z } from 'zod';
import type { ThoughtStage } from '../stage.ts';
import { promptText } from './prompt-text.ts';

const line = z.string().min(1).max(300);

export const resourcesOutput = z.object({
  currency: z.string().regex(/^[A-Z]{3}$/),
  why_currency: line,
  at_hand: z.array(z.object({ what: line, quote: z.string().max(200) })).max(12),
  missing: z.array(z.object({ what: line, why_needed: line })).max(12),
});
export type ResourcesOutput = z.infer<typeof resourcesOutput>;

export const resourcesStage: ThoughtStage<ResourcesOutput> = {
  name: 'resources',
  title: 'Currency and resources',
  version: 1,
  needs: ['facts', 'review', 'directives', 'purpose', 'redline'],
  output: resourcesOutput,
  prompt: promptText('resources'),
  inputTokens: 30_000,
  outputTokens: 1_200,
  render: ({ currency, why_currency, at_hand, missing }) =>
    [
      `Reckoned in ${currency}: ${why_currency}`,
      ...at_hand.map(({ what }) => `- at hand: ${what}`),
      ...missing.map(({ what, why_needed }) => `- missing: ${what} (${why_needed})`),
    ].join('\n'),
};
