// The exchange between a run and the mind that decided its edits, as it was recorded once, and how what is
// handed out now is held against it: in the parts that a mind goes by, without what differs from machine to
// machine.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { WorkStep } from '../../src/contract/work.ts';
import { commonPrefix } from '../../src/plan/brains/recorded/difference.ts';
import { createScrub } from '../../src/plan/brains/recorded/scrub.ts';
import type { Json } from '../support/small-plan.ts';
import { type ProofStory, storyNames } from './proof-story.ts';

const anything = z.record(z.string(), z.unknown());

const handedSchema = z.strictObject({
  step: z.string(),
  action: z.string(),
  rescues: z.string().nullable(),
  goal: z.string(),
  description: z.string(),
  params: anything,
  inputs: anything,
  last_error: z.string().nullable(),
});
export type Handed = z.infer<typeof handedSchema>;

const storySchema = z.strictObject({
  exchange: z.array(z.strictObject({ handed: handedSchema, answered: anything })).min(1),
  end: z.enum(['COMPLETED', 'CANCELLED']),
  /** SHA-256 of every file at the end, by path. */
  files: z.record(z.string(), z.string().regex(/^[0-9a-f]{64}$/)),
});
export type RecordedStory = z.infer<typeof storySchema>;

const recordingSchema = z.strictObject({
  version: z.literal(1),
  stories: z.record(z.enum(storyNames), storySchema),
});

const file = join(import.meta.dirname, 'recordings', 'coding-proof.json');

export const recordingText = (): string => readFileSync(file, 'utf8');

export const readStory = (story: ProofStory): RecordedStory =>
  recordingSchema.parse(JSON.parse(recordingText())).stories[story];

/** How long tests took and where Node's own code stood tell nothing of the work. */
const passing = [
  /^\s*#? ?duration_ms.*$/,
  /^#\s+at .*$/,
  /^# Node\.js v.*$/,
  /^\s+(?:async )?[\w.<>]+ \((?:node|file):.*\)$/,
];

const steady = (text: string): string =>
  text
    .split('\n')
    .filter((line) => !passing.some((pattern) => pattern.test(line)))
    .join('\n');

function steadyValue(value: unknown): unknown {
  if (typeof value === 'string') return steady(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(steadyValue);
  return Object.fromEntries(
    Object.entries(value)
      // Whether there is a sandbox is a matter of the machine.
      .filter(([name]) => name !== 'labels')
      .map(([name, one]) => [name, steadyValue(one)] as const),
  );
}

/** Of a step that was handed out, what a mind goes by. */
export function handedOf(step: WorkStep, root: string): Handed {
  const { step_id, action, rescues, description, params, inputs, context } = step;
  const { goal, last_error } = context;
  const part = { step: step_id, action, rescues, goal, description, params, inputs, last_error };
  const scrub = createScrub({ folders: { repository: root } });
  return handedSchema.parse(steadyValue(scrub.value(part)));
}

const shown = (value: unknown): string => JSON.stringify(value)?.slice(0, 80) ?? 'nothing';

/** From a little before the place on. */
const around = (text: string, at: number): string =>
  at >= text.length ? 'the end' : JSON.stringify(text.slice(Math.max(0, at - 16), at + 40));

function textDifference(path: string, recorded: string, handed: string): string {
  const at = commonPrefix(recorded, handed);
  const lines = recorded.slice(0, at).split('\n');
  const where = `line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}`;
  return `${path} differs at ${where}: recorded ${around(recorded, at)}, handed out ${around(handed, at)}`;
}

/** Null where they are the same; else the first place where they part. */
export function differenceOf(recorded: unknown, handed: unknown, path: string): string | null {
  if (Object.is(recorded, handed)) return null;
  if (typeof recorded === 'string' && typeof handed === 'string') {
    return textDifference(path, recorded, handed);
  }
  const isPair = [recorded, handed].every((one) => typeof one === 'object' && one !== null);
  if (!isPair || Array.isArray(recorded) !== Array.isArray(handed)) {
    return `${path}: recorded ${shown(recorded)}, handed out ${shown(handed)}`;
  }
  const [left, right] = [recorded as Json, handed as Json];
  for (const name of new Set([...Object.keys(left), ...Object.keys(right)])) {
    const found = differenceOf(left[name], right[name], `${path}.${name}`);
    if (found !== null) return found;
  }
  return null;
}
