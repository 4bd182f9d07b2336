// Makes a call fit a model's context before it is sent: a reply may take half of it at most, a quarter
// where the prompt needs the room, and a prompt that is too long even so is shortened by the stage's own
// rule or not sent at all. Never cut here.
import type { JsonSchema, Model } from './model.ts';
import type { Question, Shrunk } from './question.ts';
import type { TokenMeter } from './tokens.ts';

/** What providers add around our texts. */
const wrappingTokens = 64;
/** After a model said "too long" to what should have fit, the prompt shrinks to this share. */
const shrinkShare = 0.6;
const leastPromptTokens = 50;

export interface Sizes {
  /** System text and schema: what shrinking cannot change. */
  readonly fixed: number;
  readonly prompt: number;
  /** Without room, and without the schema, which not every provider counts. */
  readonly plain: number;
}

/** The texts that all tries of one question share, counted once. */
export interface FixedCounts {
  readonly system: number;
  readonly schema: number;
}

export const fixedCounts = (
  meter: TokenMeter,
  system: string,
  schema: JsonSchema,
): FixedCounts => ({
  system: meter.plain(system),
  schema: meter.plain(JSON.stringify(schema)),
});

export function sizesOf(
  meter: TokenMeter,
  model: Model,
  { system, schema }: FixedCounts,
  prompt: string,
): Sizes {
  const plainPrompt = meter.plain(prompt);
  return {
    fixed: meter.withRoom(model.key, system + schema) + wrappingTokens,
    prompt: meter.withRoom(model.key, plainPrompt),
    plain: system + plainPrompt,
  };
}

/** The longest reply to ask for: within the model's own limit and half of its context. */
export function outputCap(model: Model, wanted: number): number {
  const half = model.contextTokens === null ? wanted : Math.floor(model.contextTokens / 2);
  return Math.max(1, Math.min(wanted, model.outputTokens ?? wanted, half));
}

/** A quarter of the context: less would cut most replies. */
export const leastOutput = (model: Model, wanted: number): number =>
  model.contextTokens === null
    ? wanted
    : Math.min(outputCap(model, wanted), Math.floor(model.contextTokens / 4));

/** Tokens that the prompt may have; null if nobody knows the model's context. */
export const promptRoom = (model: Model, sizes: Sizes, output: number): number | null =>
  model.contextTokens === null ? null : model.contextTokens - output - sizes.fixed;

export const fits = (room: number | null, sizes: Sizes): boolean =>
  room === null || sizes.prompt <= room;

/** The length to shrink to: the room there is, and clearly less than what was refused. */
export function shrinkTarget(room: number | null, sizes: Sizes, refused: boolean): number {
  const less = Math.floor(sizes.prompt * shrinkShare);
  if (room === null) return less;
  return refused ? Math.min(room, less) : room;
}

/** By the stage's own rule; null if there is none, or if its result is no shorter or still too long. */
export function shrink<T>(
  question: Question<T>,
  current: string,
  targetTokens: number,
  count: (text: string) => number,
): Shrunk | null {
  if (targetTokens < leastPromptTokens) return null;
  const fits = (prompt: string): boolean => count(prompt) <= targetTokens;
  const shrunk = question.shrink?.(fits) ?? null;
  if (shrunk === null || shrunk.prompt.length >= current.length) return null;
  return fits(shrunk.prompt) ? shrunk : null;
}
