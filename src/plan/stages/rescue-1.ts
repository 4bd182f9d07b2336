// A missed deadline or budget goes to a mind that may cut, overlap or cheapen; then everything is
// reckoned anew.

import { deliverableLines, roleLines } from '../network/seen.ts';
import { networkDigest } from '../network-digest.ts';
import { type NetworkOutput, networkOutput } from '../outputs/network.ts';
import { rescueMarkdown } from '../rescue/rescue-markdown.ts';
import { rescueParts } from '../rescue/rescue-parts.ts';
import { outputOf, type ThoughtStage } from '../stage.ts';
import { directionStage } from './direction.ts';
import { networkStage } from './network.ts';
import { promptText } from './prompt-text.ts';

export const rescue1Stage: ThoughtStage<NetworkOutput> = {
  name: 'rescue-1',
  shownAs: 'plan',
  title: 'Deadline and budget',
  version: 1,
  needs: [...['facts', 'direction', 'levers', 'mend-2', 'charter', 'outline', 'team'], 'network'],
  output: networkOutput,
  prompt: promptText('rescue-1'),
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
    network: () => null,
  },
  parts: rescueParts({ round: 1, before: (input) => outputOf(input, networkStage) }),
  brief: networkDigest,
  render: rescueMarkdown,
};
