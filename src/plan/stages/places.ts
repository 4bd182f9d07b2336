// Where it happens and whose rules apply.

import { z } from 'zod';
import { listed } from '../../base/sentences.ts';
import { jurisdictionSchema, placeSchema } from '../../contract/plan-direction.ts';
import type { ThoughtStage } from '../stage.ts';
import { promptText } from './prompt-text.ts';

export const placesOutput = z.object({
  needs_place: z.boolean(),
  places: z.array(placeSchema).max(5),
  jurisdictions: z.array(jurisdictionSchema).max(4),
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
        ({ name, rules_that_matter: rules }) => `- Rules of ${name}: ${listed(rules)}`,
      ),
    ].join('\n'),
};
