// What both rounds of rescue share: a missed deadline or budget goes to a mind that may cut, overlap or
// cheapen; then everything is reckoned anew.
import { deliverableLines, roleLines } from '../network/seen.ts';
import { networkDigest } from '../network-digest.ts';
import { type NetworkOutput, networkOutput } from '../outputs/network.ts';
import { rescueMarkdown } from '../rescue/rescue-markdown.ts';
import { rescueParts } from '../rescue/rescue-parts.ts';
import { outputOf, type Stage, type ThoughtStage } from '../stage.ts';
import { directionStage } from './direction.ts';
import { promptText } from './prompt-text.ts';

interface Round {
  readonly round: 1 | 2;
  readonly title: string;
  /** The stage whose plan it starts from. */
  readonly from: Pick<Stage<NetworkOutput>, 'name' | 'output'>;
}

const nothing = (): null => null;

export function rescueStage({ round, title, from }: Round): ThoughtStage<NetworkOutput> {
  const name = `rescue-${round}`;
  const unseen = ['facts', 'levers', 'mend-2', 'outline', from.name];
  return {
    name,
    shownAs: 'plan',
    title,
    version: 2,
    needs: [...['facts', 'direction', 'levers', 'mend-2', 'charter', 'outline', 'team'], from.name],
    output: networkOutput,
    prompt: promptText(name),
    inputTokens: 30_000,
    outputTokens: 4_000,
    words: (input) => ({ currency: outputOf(input, directionStage).currency }),
    sees: {
      ...Object.fromEntries(unseen.map((stage) => [stage, nothing])),
      charter: deliverableLines,
      team: roleLines,
    },
    parts: rescueParts({ round, before: (input) => outputOf(input, from) }),
    brief: networkDigest,
    render: rescueMarkdown,
  };
}
