// A stage is one small step of making a plan: what it needs, what it yields, and its offline rule.
// The engine runs each stage as one step, so input and output are plain JSON and nothing else.
import { z } from 'zod';
import { isoDateSchema, planIdPattern } from '../contract/plan.ts';

export const MAX_GOAL_CHARS = 50_000;

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

export interface Stage<Out> {
  readonly name: string;
  /** Raised when the rule or the shape changes; stored outputs of another version are not reused. */
  readonly version: number;
  readonly needs: readonly string[];
  readonly output: z.ZodType<Out>;
  offline(input: StageInput): Out | Promise<Out>;
  /** Markdown of this output alone, for the file list. */
  render?(out: Out): string;
  /** Says whether the plan must stop after this output. */
  halts?(out: Out): StageHalt | null;
}

/** Reads one needed output with its type. The engine validated it; a missing one is our own mistake. */
export function outputOf<Out>(input: StageInput, stage: Pick<Stage<Out>, 'name' | 'output'>): Out {
  if (!Object.hasOwn(input.outputs, stage.name)) {
    throw new Error(`stage output "${stage.name}" is missing: name it in needs`);
  }
  return input.outputs[stage.name] as Out;
}
