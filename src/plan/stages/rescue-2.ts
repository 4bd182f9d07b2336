// The second and last attempt at a missed deadline or budget.

import { deliverableLines, roleLines } from '../network/seen.ts';
import { networkDigest } from '../network-digest.ts';
import { type NetworkOutput, networkOutput } from '../outputs/network.ts';
import { rescueMarkdown } from '../rescue/rescue-markdown.ts';
import { rescueParts } from '../rescue/rescue-parts.ts';
import { outputOf, type ThoughtStage } from '../stage.ts';
import { directionStage } from './direction.ts';
import { promptText } from './prompt-text.ts';
import { rescue1Stage } from './rescue-1.ts';

export const rescue2Stage: ThoughtStage<NetworkOutput> = {
  name: 'rescue-2',
  shownAs: 'plan',
  title: 'Deadline and budget, again',
  version: 1,
  needs: [...['facts', 'direction', 'levers', 'mend-2', 'charter', 'outline', 'team'], 'rescue-1'],
  output: networkOutput,
  prompt: promptText('rescue-2'),
  inputTokens: 30_000,
  outputTokens: 4_000,
  words: (input) => ({ currency: outputOf(input, directionStage).currency }),
  sees: {
    facts: () => null,
    levers: () => null,
    'mend-2': () => null,
    charter: deliverableLines,
    outline: () => null,
    team: roleLines,
    'rescue-1': () => null,
  },
  parts: rescueParts({ round: 2, before: (input) => outputOf(input, rescue1Stage) }),
  brief: networkDigest,
  render: rescueMarkdown,
};
