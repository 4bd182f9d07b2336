// What the double has seen: every call with its prompt and how it ended, the key masked. Whether a
// canary came by can be asked; what the key was cannot be read.
import type { Dialect, Schema } from './types.ts';

export interface Call {
  readonly index: number;
  readonly dialect: Dialect;
  readonly path: string;
  readonly model: string;
  readonly isStream: boolean;
  readonly system: string;
  readonly prompt: string;
  readonly schema: Schema | null;
  readonly maxOutputTokens: number | null;
  readonly contextTokens: number | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly startedMs: number;
  endedMs: number | null;
  status: number | null;
  /** What was sent: an answer's finish, or an error's kind. */
  outcome: string;
  /** True if the client hung up before the end. */
  wasLeft: boolean;
  inputTokens: number;
  outputTokens: number;
}

const secretHeaders = new Set(['authorization', 'x-api-key', 'x-goog-api-key', 'cookie']);

export function maskedHeaders(headers: NodeJS.Dict<string | string[]>): Record<string, string> {
  const shown = Object.entries(headers).map(([name, value]) => {
    const text = Array.isArray(value) ? value.join(', ') : (value ?? '');
    return [name, secretHeaders.has(name) ? '[masked]' : text] as const;
  });
  return Object.fromEntries(shown);
}

export const keyOf = (headers: NodeJS.Dict<string | string[]>): string => {
  const found = ['authorization', 'x-api-key', 'x-goog-api-key'].map((name) => headers[name]);
  return String(found.find((value) => value !== undefined) ?? '').replace(/^bearer\s+/i, '');
};

interface Span {
  readonly startedMs: number;
  readonly endedMs: number | null;
}

/** The most calls that were open at one moment. */
export function peakOf(calls: readonly Span[]): number {
  const turns = calls.flatMap(({ startedMs, endedMs }) => [
    { at: startedMs, by: 1 },
    { at: endedMs ?? Infinity, by: -1 },
  ]);
  turns.sort((left, right) => left.at - right.at || left.by - right.by);
  let open = 0;
  let most = 0;
  for (const { by } of turns) {
    open += by;
    most = Math.max(most, open);
  }
  return most;
}

/** The longest row of calls of which each began after the one before it had ended. */
export function levelsOf(calls: readonly Span[]): number {
  let levels = 0;
  let until = -Infinity;
  const byEnd = calls.toSorted(
    (left, right) => (left.endedMs ?? Infinity) - (right.endedMs ?? Infinity),
  );
  for (const { startedMs, endedMs } of byEnd) {
    if (startedMs < until) continue;
    levels += 1;
    until = endedMs ?? Infinity;
  }
  return levels;
}
