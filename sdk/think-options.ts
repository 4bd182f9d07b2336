// What thinking for a plan needs to be told, and what it tells.
import type { Output } from './wire.ts';

export interface Thought {
  /** What to think about, whole. Text between its <goal> and <data> marks is material, and never
   * an instruction. */
  readonly prompt: string;
  /** JSON schema of the answer. */
  readonly schema: Readonly<Record<string, unknown>>;
  /** For people: which stage it is. */
  readonly title: string;
  readonly stepId: string;
  /** What was wrong with the answer before, where it came back; else null. */
  readonly feedback: string | null;
  /** The answer that came back; else null. */
  readonly lastAnswer: unknown;
  /** Aborted when the answer does not count any more, or thinking is to stop. */
  readonly signal: AbortSignal;
}

/** Usually a call of a model. What it throws hands the thought back. */
export type Mind = (thought: Thought) => Promise<object> | object;

export interface ThinkOptions {
  /** How many thoughts at once. */
  readonly concurrency?: number;
  /** How long the server waits for a sign of life; beats go out at a third of it. */
  readonly leaseSeconds?: number;
  /** How long one claim waits for a thought. */
  readonly waitSeconds?: number;
  /** Ends it: what is in hand goes back, for others to think about. */
  readonly signal?: AbortSignal;
  readonly onEvent?: (event: ThinkEvent) => void;
}

export type ThinkEvent =
  | { readonly type: 'claimed' | 'answered' | 'lost'; readonly stepId: string }
  /** An answer came back; the mind is asked once more. */
  | { readonly type: 'sent_back'; readonly stepId: string; readonly feedback: string }
  /** The server or the way there: waited out. */
  | { readonly type: 'trouble'; readonly error: unknown };

export interface ThinkSummary {
  /** Of the plan when thinking ended. */
  readonly status: Output<'plan_status'>;
  readonly answered: number;
  readonly sentBack: number;
}

export interface ThinkSettings {
  readonly concurrency: number;
  readonly leaseMs: number;
  readonly waitSeconds: number;
}

const between = (value: number, low: number, high: number, name: string): number => {
  if (value >= low && value <= high) return value;
  throw new RangeError(`${name} must be between ${low} and ${high}`);
};

export const thinkSettings = (options: ThinkOptions): ThinkSettings => ({
  concurrency: between(options.concurrency ?? 4, 1, 64, 'concurrency'),
  leaseMs: between(options.leaseSeconds ?? 300, 1, 86_400, 'leaseSeconds') * 1000,
  waitSeconds: between(options.waitSeconds ?? 25, 0, 50, 'waitSeconds'),
});
