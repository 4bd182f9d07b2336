// The question that a stage, or one part of it, puts to a mind, and the check of what comes back. The
// same for a model, a recording and a calling agent.
import type { z } from 'zod';
import { maxOutputBytes } from '../engine/content.ts';
import { createTokenMeter } from '../models/tokens.ts';
import { type StagePrompt, stagePrompt } from './prompt.ts';
import { scriptProblems } from './same-script.ts';
import { type AnyThought, answerOf, isThought } from './stage.ts';
import type { StageWork } from './stage-work.ts';

export interface ThoughtWork extends StageWork {
  readonly stage: AnyThought;
}

export const isThoughtWork = (work: StageWork): work is ThoughtWork => isThought(work.stage);

const meter = createTokenMeter();
const count = (text: string): number => meter.estimate('', text);

export const promptOf = (work: ThoughtWork, fits?: (prompt: string) => boolean): StagePrompt =>
  stagePrompt({
    stage: work.stage,
    part: work.spec.part ?? null,
    input: work.input,
    needs: work.needs,
    count,
    ...(fits === undefined ? {} : { fits }),
  });

export const answerSchemaOf = ({ stage, spec }: ThoughtWork): z.ZodType =>
  answerOf(stage, spec.part);

/** An output that cannot be kept is better told to whoever made it than paid for again. */
function sizeProblems(value: unknown): string[] {
  const size = Buffer.byteLength(JSON.stringify(value));
  if (size <= maxOutputBytes) return [];
  return [`(top): it has ${size} bytes, and at most ${maxOutputBytes} are kept; say it shorter`];
}

/** What a schema cannot say. */
export const problemsOf = (
  { stage, spec, input }: ThoughtWork,
  value: unknown,
  by: 'mind' | 'rule' = 'mind',
): readonly string[] => [
  ...sizeProblems(value),
  // Rules speak English whatever the goal speaks, and the plan says so.
  ...(by === 'mind' ? scriptProblems(input.intake.goal, value) : []),
  ...((spec.part
    ? stage.parts?.problems?.(value, spec.part, input)
    : stage.problems?.(value, input)) ?? []),
];

/** Nothing is lost where it fails: the check then finds out by itself, and tells it. */
export function prepareCheck({ stage, input }: ThoughtWork): void {
  try {
    stage.prepare?.(input);
  } catch {
    // As said.
  }
}

export type Checked =
  | { readonly value: unknown; readonly problems?: undefined }
  | { readonly problems: readonly string[] };

const maxProblems = 10;

const pathText = (path: readonly PropertyKey[]): string =>
  path.length === 0 ? 'output' : `output.${path.map(String).join('.')}`;

export function checkThought(
  work: ThoughtWork,
  value: unknown,
  by: 'mind' | 'rule' = 'mind',
): Checked {
  const parsed = answerSchemaOf(work).safeParse(value);
  if (parsed.success) {
    const problems = problemsOf(work, parsed.data, by);
    return problems.length > 0 ? { problems } : { value: parsed.data };
  }
  const all = parsed.error.issues.map(({ path, message }) => `${pathText(path)}: ${message}`);
  const left = all.length - maxProblems;
  return { problems: left > 0 ? [...all.slice(0, maxProblems), `and ${left} more`] : all };
}
