// Closing texts may only have numbers that the plan or the goal has. A rule reckons with its own, so
// whatever would be unsourced is left out, sentence by sentence.
import { figuresIn } from '../../../../figures.ts';
import { figureProblems, sourcesOf } from '../../../../number-sources.ts';
import type { StageInput } from '../../../../stage.ts';

export type IsSourced = (text: string) => boolean;

/** By what the stage that is answered may take numbers from. */
export function sourcedIn(input: StageInput, sees: Parameters<typeof sourcesOf>[2]): IsSourced {
  const figures = figuresIn(input) ?? {};
  const sources = sourcesOf(input, figures, sees);
  return (text) => figureProblems(text, figures, sources).length === 0;
}

/** Without its unsourced sentences; what to say instead where nothing is left. */
export function sourcedText(text: string, isSourced: IsSourced, instead: string): string {
  if (isSourced(text)) return text;
  const kept = text.split(/(?<=[.!?])\s+(?=\S)/u).filter(isSourced);
  const left = kept.join(' ').trim();
  return left === '' || !isSourced(left) ? instead : left;
}
