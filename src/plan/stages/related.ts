// What others did that is like it, and what it teaches.
import { z } from 'zod';
import { relatedProjectSchema } from '../../contract/plan-charter.ts';
import { plainText } from '../../gates/alike.ts';
import { doubles } from '../doubles.ts';
import type { ThoughtStage } from '../stage.ts';
import { promptText } from './prompt-text.ts';

export const relatedOutput = z.object({ projects: z.array(relatedProjectSchema).min(1).max(6) });
export type RelatedOutput = z.infer<typeof relatedOutput>;

const counts = { brief: '2', standard: '3', full: '5' } as const;

const webAddress = /\b(?:https?:\/\/|www\.)\S/i;

/** An address that nobody looked up is worth nothing. */
function problemsOf(value: unknown): string[] {
  const { projects } = value as RelatedOutput;
  const addresses = projects.flatMap((project, index) =>
    Object.entries(project)
      .filter(([, text]) => webAddress.test(text))
      .map(([field]) => `projects.${index}.${field}: no web addresses; say what to search for`),
  );
  const twice = doubles(projects.map(({ name }) => plainText(name)));
  return [...addresses, ...twice.map((name) => `projects: “${name}” stands there twice`)];
}

export const relatedStage: ThoughtStage<RelatedOutput> = {
  name: 'related',
  title: 'Related projects',
  version: 1,
  from: 'standard',
  needs: ['direction', 'charter'],
  output: relatedOutput,
  prompt: promptText('related'),
  inputTokens: 20_000,
  outputTokens: 2_500,
  words: ({ intake }) => ({ count: counts[intake.detail ?? 'standard'] }),
  problems: problemsOf,
  render: ({ projects }) =>
    projects
      .map(
        ({ name, status, what, outcome, lesson, how_to_check }) =>
          `- **${name}** (${status}): ${what} ${outcome} **${lesson}** (${how_to_check})`,
      )
      .join('\n'),
};
