// The mind that is a recording: every stage gets the answer that was recorded for just its prompt. The
// answer is checked like anybody's, since the stage may have changed since then.
import { StepFailure } from '../../../engine/step-failure.ts';
import { parseJsonText } from '../../../models/json-text.ts';
import type { Mind, MindAnswer, MindQuestion } from '../../mind.ts';
import { checkThought } from '../../thought.ts';
import { CassetteMiss } from './cassette-miss.ts';
import type { CassetteModel } from './cassette-model.ts';
import type { RecordedReply } from './record.ts';

function replyValue(reply: RecordedReply, stage: string): unknown {
  if (reply.kind === 'value') return reply.value;
  const parsed = parseJsonText(reply.text);
  if (parsed.ok) return parsed.value;
  throw new StepFailure('policy', `The recorded reply of the stage "${stage}" is not JSON.`);
}

/** Asking once more would give the same, so the engine is told not to. */
function failureOf(error: unknown): unknown {
  return error instanceof CassetteMiss
    ? new StepFailure('policy', error.message, undefined, error)
    : error;
}

export function createRecordedMind(
  cassette: (recording: string | undefined) => Promise<CassetteModel>,
): Mind {
  return {
    async think({ work, asked }: MindQuestion): Promise<MindAnswer> {
      const { stage, settings } = work;
      const model = await cassette(settings.recording);
      const { system, prompt, schema } = asked;
      try {
        const { reply } = model.find({ stage: stage.name, system, prompt, schema });
        const checked = checkThought(work, replyValue(reply, stage.name));
        if (checked.problems === undefined) return { value: checked.value };
      } catch (error) {
        throw failureOf(error);
      }
      const message = `The recorded answer of the stage "${stage.name}" does not pass its checks.`;
      throw new StepFailure('policy', message);
    },
  };
}
