// How the offline brain answers one stage, or one part of it.
import type { Part, StageInput } from '../../../stage.ts';
import type { Draft } from '../draft.ts';

export interface RuleInput {
  readonly draft: Draft;
  /** What earlier stages said, by rules or, where this brain stands in, by another mind. */
  readonly input: StageInput;
  readonly part: Part | null;
}

/** Yields what the stage's schema and checks ask for. */
export type Rule = (of: RuleInput) => unknown;
export type Rules = Readonly<Record<string, Rule>>;
