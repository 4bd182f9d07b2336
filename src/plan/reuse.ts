// When an answer that was given before may be used again: for the same question of the same stage, to
// the same minds, unless somebody asked for fresh replies.
import type { StagePrompt } from './prompt.ts';
import { askedText, type KeptReply, type ReplyStore } from './reply-store.ts';
import { seedOf } from './settings.ts';
import { checkThought, type ThoughtWork } from './thought.ts';

export function reuseKeyOf(
  replies: ReplyStore,
  { stage, spec, settings }: ThoughtWork,
  asked: StagePrompt,
  minds: readonly string[],
): string {
  return replies.keyOf({
    stage: stage.name,
    version: spec.version,
    prompt: askedText(asked),
    schema: asked.schema,
    settings: { minds, outputTokens: stage.outputTokens },
    seed: seedOf(settings, stage.name),
  });
}

export interface KnownAnswer {
  readonly value: unknown;
  readonly from: KeptReply;
}

/** Checked once more: a stored answer must hold for the stage as it is now. */
export async function knownAnswer(
  replies: ReplyStore,
  work: ThoughtWork,
  key: string,
): Promise<KnownAnswer | null> {
  const found = await replies.find(key);
  if (!found) return null;
  const checked = checkThought(work, found.output);
  return checked.problems === undefined ? { value: checked.value, from: found } : null;
}
