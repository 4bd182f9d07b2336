// A stage is one small step of making a plan: what it needs, what it yields, and how that is found:
// by code (`offline`), or by a mind that gets a prompt (the text file beside the stage) and answers
// in the shape of its schema. The engine runs each stage as one step or, where it is made of parts,
// as one step for each, so input and output are plain JSON and nothing else.
import { z } from 'zod';
import { isoDateSchema, planIdPattern } from '../contract/plan.ts';

export const MAX_GOAL_CHARS = 50_000;

export const details = ['brief', 'standard', 'full'] as const;
export type Detail = (typeof details)[number];

export const intakeSchema = z.object({
  planId: z.string().max(80).regex(planIdPattern),
  goal: z.string().max(MAX_GOAL_CHARS),
  startDate: isoDateSchema,
  /** A budget given beside the goal; it wins over one read from the goal's words. */
  budget: z
    .object({
      amount: z.number().finite().min(0).max(1e15),
      currency: z.string().regex(/^[A-Z]{3}$/),
    })
    .optional(),
  detail: z.enum(details).optional(),
  brain: z.enum(['offline', 'model', 'caller', 'recorded']).optional(),
  /** Its owner means it, though it can hardly be done or says too little. */
  confirmed: z.boolean().optional(),
});
export type Intake = z.infer<typeof intakeSchema>;

export interface StageInput {
  readonly intake: Intake;
  /** Validated outputs of the stages named in `needs`, by stage name. */
  readonly outputs: Readonly<Record<string, unknown>>;
}

/** Why no further stage may run, in words for the person who wrote the goal. */
export interface StageHalt {
  readonly code: 'goal_unusable' | 'goal_refused';
  readonly reason: string;
  readonly whatToAdd: readonly string[];
}

interface StageBase<Out> {
  readonly name: string;
  /** Raised when the rule or the shape changes; stored outputs of another version are not reused. */
  readonly version: number;
  readonly needs: readonly string[];
  readonly output: z.ZodType<Out>;
  /** Markdown of this output alone, for the file list. */
  render?(out: Out): string;
  /** Says whether the plan must stop after this output. */
  halts?(out: Out): StageHalt | null;
  /** What later prompts show of it; all of it without this. */
  brief?(out: Out): unknown;
  /** What later prompts call it, where its own name says nothing to a mind. */
  readonly shownAs?: string;
  /** The least detail at which it is part of a plan; always without this. */
  readonly from?: Detail;
}

/** Found by code, whichever brain makes the plan. */
export interface Stage<Out> extends StageBase<Out> {
  offline(input: StageInput): Out | Promise<Out>;
}

/** One of several calls that a stage is made of. */
export interface Part {
  /** Part of a step's id: small letters and digits. */
  readonly key: string;
  readonly title: string;
  /** Words for the places in the prompt's text. */
  readonly words: Readonly<Record<string, string>>;
  /** What another stage said: it goes into its place between marks, as material. */
  readonly data?: Readonly<Record<string, string>>;
}

// biome-ignore lint/suspicious/noExplicitAny: what a part yields is between `output` and `merge`
export interface Parts<Out, PartOut = any> {
  /** Of each part alike, or of each its own. */
  readonly output: z.ZodType<PartOut> | ((part: Part) => z.ZodType<PartOut>);
  /** Known beforehand. */
  readonly known?: (detail: Detail) => readonly Part[];
  /** Found from the input when the stage begins; none means that there is nothing to ask. */
  readonly found?: (input: StageInput) => readonly Part[];
  /** What is wrong with the answer of one part, by code. */
  problems?(value: PartOut, part: Part, input: StageInput): readonly string[];
  merge(
    parts: readonly { readonly key: string; readonly value: PartOut }[],
    input: StageInput,
  ): Out | Promise<Out>;
}

/** Found by a mind. */
export interface ThoughtStage<Out> extends StageBase<Out> {
  readonly title: string;
  /** The text of its prompt, a template in plain words. */
  readonly prompt: string;
  /** What its answer may come to. */
  readonly outputTokens: number;
  /** What its prompt may come to; more is shortened by rule, and said. */
  readonly inputTokens: number;
  /** Words for the places in the prompt's text. */
  words?(input: StageInput): Readonly<Record<string, string>>;
  /** What it sees of a need, where that is other than what all see; null for nothing. */
  // biome-ignore lint/suspicious/noExplicitAny: the output of another stage
  readonly sees?: Readonly<Record<string, (out: any, input: StageInput) => unknown>>;
  /** What is wrong with a value that fits the schema, by code. */
  problems?(value: unknown, input: StageInput): readonly string[];
  /** Finds what `problems` will need and keeps it by the input: done while the mind thinks. */
  prepare?(input: StageInput): void;
  readonly parts?: Parts<Out>;
}

// biome-ignore lint/suspicious/noExplicitAny: each stage has its own output type; it is validated
export type AnyStage = Stage<any> | ThoughtStage<any>;
// biome-ignore lint/suspicious/noExplicitAny: each stage has its own output type; it is validated
export type AnyThought = ThoughtStage<any>;

/** What a thought, or one part of it, has to answer. */
export function answerOf({ output, parts }: AnyThought, part: Part | null | undefined): z.ZodType {
  if (!part || !parts) return output;
  return typeof parts.output === 'function' ? parts.output(part) : parts.output;
}

export const isThought = (stage: AnyStage): stage is AnyThought => 'prompt' in stage;

/** Reads one needed output with its type. The engine validated it; a missing one is our own mistake. */
export function outputOf<Out>(input: StageInput, stage: Pick<Stage<Out>, 'name' | 'output'>): Out {
  if (!Object.hasOwn(input.outputs, stage.name)) {
    throw new Error(`stage output "${stage.name}" is missing: name it in needs`);
  }
  return input.outputs[stage.name] as Out;
}

/** Null where this plan has no such stage: not all details have all of them. */
export const outputIfAny = <Out>(
  input: StageInput,
  stage: Pick<Stage<Out>, 'name' | 'output'>,
): Out | null => (Object.hasOwn(input.outputs, stage.name) ? outputOf(input, stage) : null);
