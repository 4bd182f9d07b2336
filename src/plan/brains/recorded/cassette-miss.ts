// A prompt that is not in the recording. The message says where it parts from the nearest one; the
// words themselves are shown only to who asks for them, since a prompt must not get into a log.
import { PlanwrightError } from '../../../base/errors.ts';
import type { Difference } from './difference.ts';

export type MissKind = 'no_stage' | 'other_prompt' | 'no_more_replies';

export interface MissFacts {
  readonly kind: MissKind;
  readonly stage: string;
  /** The digest of what was asked. */
  readonly asked: string;
  /** The digest of the nearest recorded prompt of the stage. */
  readonly nearest?: string | undefined;
  readonly difference?: Difference | undefined;
  /** Stages or counts, for the message. */
  readonly known: string;
}

const short = (digest: string): string => digest.slice(0, 12);

function messageOf({ kind, stage, nearest, difference, known }: MissFacts): string {
  switch (kind) {
    case 'no_stage':
      return `The recording has no reply for the stage "${stage}". ${known}`;
    case 'no_more_replies':
      return `The recording has no further reply for the stage "${stage}". ${known}`;
    case 'other_prompt': {
      const { part = 'prompt', line = 1, column = 1 } = difference ?? {};
      const where = `line ${line}, column ${column} of its ${part}`;
      return `The recording has no reply for this prompt of the stage "${stage}". The nearest one, ${short(nearest ?? '')}, differs first at ${where}. Goal, start date and settings must be those of the plan that was recorded.`;
    }
  }
}

export class CassetteMiss extends PlanwrightError {
  readonly kind: MissKind;
  readonly #difference: Difference | undefined;

  constructor(miss: MissFacts) {
    const { stage, asked, nearest, difference } = miss;
    super('generation_failed', messageOf(miss), {
      stage,
      asked: short(asked),
      ...(nearest === undefined ? {} : { nearest: short(nearest) }),
      ...(difference === undefined
        ? {}
        : { part: difference.part, line: difference.line, column: difference.column }),
    });
    this.name = 'CassetteMiss';
    this.kind = miss.kind;
    this.#difference = difference;
  }

  /** Quotes prompts. */
  get difference(): Difference | undefined {
    return this.#difference;
  }

  /** The message with the words themselves, for a person at a terminal. */
  explain(): string {
    const found = this.#difference;
    if (found === undefined) return this.message;
    return `${this.message}\n  recorded: ${found.recorded}\n  asked:    ${found.asked}`;
  }
}
