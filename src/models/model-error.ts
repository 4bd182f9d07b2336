// Everything that can go wrong with a call to a model, as classes that follow from types and status
// codes. A message says what and where in our own words: no key, no prompt, no reply, no address.
import type { ModelErrorClass } from '../contract/failures.ts';
import type { ModelReply } from './model.ts';

export { type ModelErrorClass, modelErrorClasses } from '../contract/failures.ts';

export interface ModelErrorFacts {
  readonly status?: number | undefined;
  /** What the provider asks us to wait. */
  readonly retryAfterMs?: number | undefined;
  /** What came before it broke: for the record alone, and out of sight of loggers. */
  readonly partial?: Partial<ModelReply> | undefined;
  /** What is wrong with the reply, by path: goes back to the model as feedback. */
  readonly problems?: readonly string[] | undefined;
}

export class ModelError extends Error {
  readonly errorClass: ModelErrorClass;
  readonly status: number | null;
  readonly retryAfterMs: number | null;
  readonly #partial: Partial<ModelReply>;
  readonly #problems: readonly string[];

  constructor(errorClass: ModelErrorClass, message: string, facts: ModelErrorFacts = {}) {
    super(message);
    this.name = 'ModelError';
    this.errorClass = errorClass;
    this.status = facts.status ?? null;
    this.retryAfterMs = facts.retryAfterMs ?? null;
    this.#partial = facts.partial ?? {};
    this.#problems = facts.problems ?? [];
  }

  get partial(): Partial<ModelReply> {
    return this.#partial;
  }

  /** May quote the reply, so they go to the model and the record only. */
  get problems(): readonly string[] {
    return this.#problems;
  }

  /** The same failure with what had come by then. */
  with(partial: Partial<ModelReply>): ModelError {
    const { status, retryAfterMs } = this;
    return new ModelError(this.errorClass, this.message, {
      status: status ?? undefined,
      retryAfterMs: retryAfterMs ?? undefined,
      partial,
      problems: this.#problems,
    });
  }
}

export const isModelError = (value: unknown): value is ModelError => value instanceof ModelError;
