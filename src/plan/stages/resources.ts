// In which money it is reckoned, and what is at hand.
import type { z } from 'zod';
import { resourcesSchema } from '../../contract/plan-direction.ts';
import type { ThoughtStage } from '../stage.ts';
import { promptText } from './prompt-text.ts';

export const resourcesOutput = resourcesSchema;
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
