// What is asked and what comes back, with the ports that asking needs. No clock, store or engine
// here: who asks gives them.
import type { z } from 'zod';
import type { Finish, Model, TokenCounts } from './model.ts';
import type { ModelErrorClass } from './model-error.ts';
import type { TokenMeter } from './tokens.ts';

/** The stage's own rule: a shorter prompt, and what was left out in words for the report. */
export interface Shrunk {
  readonly prompt: string;
  readonly note: string;
}

export interface Question<T> {
  readonly stage: string;
  readonly step: string;
  readonly system: string;
  readonly prompt: string;
  readonly schema: z.ZodType<T>;
  readonly schemaName: string;
  readonly maxOutputTokens: number;
  /** How often a bad reply goes back with its problems; 2 unless told. */
  readonly feedbackMax?: number;
  /** The longest one that fits, by the stage's own rule; null if it cannot be that short. */
  readonly shrink?: (fits: (prompt: string) => boolean) => Shrunk | null;
  /** Problems that a schema cannot say, such as the wrong language; none if it is fine. */
  readonly acceptable?: (value: T) => readonly string[];
}

export const tryKinds = ['first', 'retry', 'feedback', 'shrunk', 'longer', 'fallback'] as const;
export type TryKind = (typeof tryKinds)[number];

/** What a call may need, said before it is made. */
export interface Estimate {
  readonly model: string;
  readonly provider: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly costMicros: number | null;
}

/** One call, good or bad, with all that accounts and records need. */
export interface ModelAttempt {
  readonly stage: string;
  readonly step: string;
  /** The model's key, its provider, and its name there. */
  readonly modelKey: string;
  readonly provider: string;
  readonly model: string;
  /** Counts from 1 over all models of one question. */
  readonly attempt: number;
  readonly kind: TryKind;
  readonly startedAt: number;
  readonly durationMs: number;
  readonly firstTokenMs: number | null;
  readonly tokens: TokenCounts;
  readonly costMicros: number | null;
  readonly estimate: Estimate;
  readonly finish: Finish | null;
  readonly rawFinish: string;
  readonly errorClass: ModelErrorClass | null;
  readonly errorId: string | null;
  /** Whole texts. Whoever records stores them under their hashes and logs the hashes alone. */
  readonly systemText: string;
  readonly promptText: string;
  readonly replyText: string;
  readonly reasoningText: string;
}

export interface AskTools {
  /** In the order in which they are tried; at least one. */
  readonly models: readonly Model[];
  readonly signal: AbortSignal;
  now(): number;
  /** From 0 up to 1. */
  random(): number;
  /** Ends early, without an error, when the signal is aborted. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  /**
   * Before every call: the earlier failure of a model that cannot be used, else null. May wait until
   * another question has heard from the model.
   */
  admit?(model: Model, signal: AbortSignal): Promise<TryNote | null>;
  /** Waits for a place among the calls of one provider key; the answer gives it back. */
  takeSlot(slot: string, signal: AbortSignal): Promise<() => void>;
  /** Before every call; rejects when the budget has no room for it. */
  reserve(estimate: Estimate): Promise<void>;
  /** After every call, before anything is done with its reply. */
  record(attempt: ModelAttempt): Promise<void>;
  /** What was learnt about token counts; a new one knows nothing. */
  readonly tokens?: TokenMeter;
  /** Ids of errors, for logs and reports. */
  errorId?(): string;
}

/** A failed try in short: no text of prompt or reply in it. */
export interface TryNote {
  readonly modelKey: string;
  readonly kind: TryKind;
  readonly errorClass: ModelErrorClass;
  readonly errorId: string | null;
  readonly message: string;
  /** False where it repeats an earlier failure of the model, which was not called again. */
  readonly isCall?: boolean;
}

export interface Answer<T> {
  readonly value: T;
  /** The key of the model that answered. */
  readonly model: string;
  /** Calls made, the good one included. */
  readonly attempts: number;
  /** What was left out to fit, in the stage's words. */
  readonly shrunk: readonly string[];
  readonly failures: readonly TryNote[];
}
