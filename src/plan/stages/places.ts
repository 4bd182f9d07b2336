// Where it happens and whose rules apply.
import { z } from 'zod';
import type { ThoughtStage } from '../stage.ts';
import { promptText } from './prompt-text.ts';

const line = z.string().min(1).max(300);

export const placesOutput = z.object({
  needs_place: z.boolean(),
  places: z
    .array(
      z.object({
        name: z.string().min(1).max(120),
        country: z.string().max(60),
        role: line,
        source: z.enum(['goal', 'proposed']),
      }),
    )
    .max(5),
  jurisdictions: z
    .array(z.object({ name: z.string().min(1).max(120), rules_that_matter: z.array(line).max(6) }))
    .max(4),
});
export type PlacesOutput = z.infer<typeof placesOutput>;

export const placesStage: ThoughtStage<PlacesOutput> = {
  name: 'places',
  title: 'Places and jurisdiction',
  version: 1,
  needs: ['facts', 'review', 'directives', 'purpose', 'redline'],
  output: placesOutput,
  prompt: promptText('places'),
  inputTokens: 30_000,
  outputTokens: 1_200,
  render: ({ places, jurisdictions }) =>
    [
      ...places.map(({ name, role, source }) => `- ${name} (${source}): ${role}`),
      ...jurisdictions.map(
        ({ name, rules_that_matter: rules }) => `- Rules of ${name}: ${rules.join('; ')}`,
      ),
    ].join('\n'),
};
