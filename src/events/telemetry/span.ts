// A span of a trace, and the ids of spans: derived from the ids of runs, steps and calls, so that any
// server, and one that was started again, names the same parent without remembering it.
import { sha256Hex } from '../../base/hash.ts';

export type SpanValue = string | number | boolean;

/** Plain data, which crosses a thread boundary. */
export interface Span {
  readonly traceId: string;
  readonly spanId: string;
  /** Empty for the span of a run. */
  readonly parentId: string;
  readonly name: string;
  readonly startMs: number;
  readonly endMs: number;
  readonly attributes: Readonly<Record<string, SpanValue>>;
  readonly isError: boolean;
}

export interface SpanIds {
  readonly traceId: string;
  readonly spanId: string;
}

export function runSpanIds(run: string): SpanIds {
  const digest = sha256Hex(`trace|${run}`);
  return { traceId: digest.slice(0, 32), spanId: digest.slice(32, 48) };
}

const spanIdOf = (text: string): string => sha256Hex(text).slice(0, 16);

export const attemptSpanId = (run: string, step: string, attempt: number): string =>
  spanIdOf(`attempt|${run}|${step}|${attempt}`);

export const callSpanId = (call: string): string => spanIdOf(`call|${call}`);
