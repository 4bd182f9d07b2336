// A mind that answers every stage rightly, from what stands in the prompt alone: same prompt, same
// answer. It knows a stage by the fields that its schema asks for. In a bad mood it makes the mistakes
// that a plan must be able to mend, and mends them when it is asked.
import { basis } from './scripted-mind/basis.ts';
import { closing } from './scripted-mind/closing.ts';
import { critique } from './scripted-mind/critique.ts';
import { early } from './scripted-mind/early.ts';
import { stageNamed } from './scripted-mind/stage-names.ts';
import { surroundings } from './scripted-mind/surroundings.ts';
import type { Mood } from './scripted-mind/types.ts';
import { work } from './scripted-mind/work.ts';

export type { Mood };

/** Fields that two stages have come after those that tell them apart. */
const answers = { ...early, ...surroundings, ...closing, ...critique, ...basis, ...work };

function fieldOf(schema: object): string {
  const { properties = {} } = schema as { properties?: Record<string, unknown> };
  const field = Object.keys(answers).find((name) => Object.hasOwn(properties, name));
  if (field !== undefined) return field;
  throw new Error(`no stage asks for ${Object.keys(properties).join(', ')}`);
}

/** The stage that asks for it. */
export const stageAsked = (schema: object, prompt: string): string =>
  stageNamed(fieldOf(schema), prompt);

export function scriptedAnswer(schema: object, prompt: string, mood: Mood = {}): unknown {
  return answers[fieldOf(schema)]?.(prompt, mood);
}
