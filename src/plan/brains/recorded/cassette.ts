// A recording as a file: what was asked, by digest, and what was answered. All texts stand once, as
// lists of lines under the digest of their content, so that a difference between two recordings
// reads like a difference between two texts. A file is data from outside: nothing in it is run, and
// every digest is made again when it is read.
import { z } from 'zod';
import { PlanwrightError } from '../../../base/errors.ts';
import { sha256Hex } from '../../../base/hash.ts';
import { finishes } from '../../../models/model.ts';

export const cassetteLimits = {
  fileChars: 64_000_000,
  entries: 5_000,
  contents: 20_000,
  contentChars: 4_000_000,
} as const;

const digest = z.string().regex(/^[0-9a-f]{64}$/);
const count = z.int().min(0).max(1_000_000_000).nullable();

export const stageNameSchema = z
  .string()
  .max(80)
  .regex(/^[a-z][a-z0-9]*([_.:-][a-z0-9]+)*$/);

export const entrySchema = z.strictObject({
  stage: stageNameSchema,
  /** Of system, prompt and schema together: what a reply is found by. */
  asked: digest,
  /** Counts replies to the same question, from 0. */
  nth: z.int().min(0).max(1_000),
  system: digest,
  prompt: digest,
  schema: digest,
  reply: z.strictObject({ kind: z.enum(['value', 'text']), content: digest }),
  finish: z.enum(finishes),
  /** Who answered; any short name. */
  model: z.string().max(200),
  tokens: z.strictObject({ input: count, output: count, reasoning: count, cached: count }),
});
export type CassetteEntry = z.infer<typeof entrySchema>;

export const cassetteSchema = z.strictObject({
  format: z.literal('planwright-cassette'),
  version: z.literal(1),
  entries: z.array(entrySchema).max(cassetteLimits.entries),
  contents: z.record(digest, z.array(z.string()).min(1)),
});
export type Cassette = z.infer<typeof cassetteSchema>;

/** Each part has its length before it, so that text cannot move from one part into the next. */
export function askedDigest(system: string, prompt: string, schema: string): string {
  const parts = [system, prompt, schema].map((text) => `${text.length}:${text}`);
  return sha256Hex(parts.join(''));
}

/** Sorted and indented: equal values give equal lines. */
export const jsonText = (value: unknown): string =>
  JSON.stringify(sorted(value), null, 2) ?? 'null';

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  entries.sort(([left], [right]) => (left < right ? -1 : 1));
  return Object.fromEntries(entries.map(([name, item]) => [name, sorted(item)]));
}

/** By stage, then by what was asked: the order does not tell when a call was made. */
export function compareEntries(left: CassetteEntry, right: CassetteEntry): number {
  return (
    compareText(left.stage, right.stage) ||
    compareText(left.asked, right.asked) ||
    left.nth - right.nth
  );
}

const compareText = (left: string, right: string): number =>
  left === right ? 0 : left < right ? -1 : 1;

/** The file. The same recording always gives the same bytes. */
export function formatCassette({ entries, contents }: Cassette): string {
  const byDigest = Object.entries(contents).toSorted(([left], [right]) => compareText(left, right));
  const ordered = {
    format: 'planwright-cassette',
    version: 1,
    entries: entries.toSorted(compareEntries).map((entry) => entrySchema.parse(entry)),
    contents: Object.fromEntries(byDigest),
  } satisfies Cassette;
  return `${JSON.stringify(ordered, null, 1)}\n`;
}

export const badCassette = (message: string, facts: Record<string, string | number> = {}) =>
  new PlanwrightError('INVALID_ARGUMENTS', `The recording cannot be used: ${message}.`, facts);
