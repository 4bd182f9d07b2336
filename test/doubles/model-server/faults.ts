// Everything that goes wrong with models, by name. The same list is played in every dialect.
import { Random } from '../../../src/schedule/solve/random.ts';
import { fillSchema } from './fill-schema.ts';
import { seedOf } from './seed.ts';
import type { ModelRequest, Reply } from './types.ts';

export const faults = [
  'rate_limit',
  'quota',
  'server_error',
  'overloaded',
  'proxy_page',
  'dropped_body',
  'slow_stream',
  'stalled_stream',
  'error_in_stream',
  'truncated_json',
  'length_valid',
  'wrong_schema',
  'schema_echo',
  'empty',
  'refusal',
  'content_filter',
  'answer_in_reasoning',
  'wrong_language',
  'huge',
  'context_overflow',
  'unauthorized',
  'invalid_key',
  'not_found',
  'bad_request',
] as const;
export type Fault = (typeof faults)[number];

export interface FaultOptions {
  readonly seed?: number;
  readonly retryAfterS?: number;
  readonly betweenMs?: number;
  readonly hugeBytes?: number;
  readonly contextTokens?: number;
}

const huge = 10_000_000;

/** A good answer: any valid value, or a sentence where no schema was sent. */
export function goodReply(request: ModelRequest, seed = 1): Reply {
  return { kind: 'answer', text: goodText(request, seed) };
}

function goodText(request: ModelRequest, seed: number, language: 'en' | 'ja' = 'en'): string {
  const own = seedOf(seed, request.system, request.prompt);
  const { schema } = request;
  if (schema === null) return `Answer ${new Random(own).below(1_000_000)}.`;
  return JSON.stringify(fillSchema(schema, { seed: own, language }));
}

export function faultReply(fault: Fault, request: ModelRequest, options: FaultOptions = {}): Reply {
  const { seed = 1, retryAfterS = 1, betweenMs = 20, contextTokens = 4_096 } = options;
  const text = goodText(request, seed);
  switch (fault) {
    case 'rate_limit':
    case 'quota':
    case 'server_error':
    case 'overloaded':
    case 'unauthorized':
    case 'invalid_key':
    case 'not_found':
    case 'bad_request':
    case 'context_overflow':
      return { kind: 'error', error: fault, retryAfterS, contextTokens };
    case 'proxy_page':
      return { kind: 'error', error: 'server_error', pageStatus: 502 };
    case 'dropped_body':
      return { kind: 'answer', text, pace: { end: 'drop', at: 0.5 } };
    case 'stalled_stream':
      return { kind: 'answer', text, pace: { end: 'stall', at: 0.5 } };
    case 'error_in_stream':
      return { kind: 'answer', text, pace: { end: 'error', at: 0.5 } };
    case 'slow_stream':
      return { kind: 'answer', text, pace: { betweenMs } };
    case 'truncated_json':
      return { kind: 'answer', text: text.slice(0, Math.ceil(text.length * 0.6)) };
    case 'length_valid':
      return { kind: 'answer', text, finish: 'length' };
    case 'wrong_schema':
      return {
        kind: 'answer',
        value: { unexpected: [1, 'two', null], text: 'not what was asked' },
      };
    case 'schema_echo':
      return { kind: 'answer', value: request.schema ?? { type: 'object', properties: {} } };
    case 'empty':
      return { kind: 'answer', text: '' };
    case 'refusal':
      return { kind: 'answer', text: "I'm sorry, but I can't help with that.", finish: 'refusal' };
    case 'content_filter':
      return { kind: 'answer', text: '', finish: 'filter' };
    case 'answer_in_reasoning':
      return { kind: 'answer', text: '', reasoning: text };
    case 'wrong_language':
      return { kind: 'answer', text: goodText(request, seed, 'ja') };
    case 'huge':
      return { kind: 'answer', text: hugeText(text, options.hugeBytes ?? huge) };
  }
}

/** Valid JSON to its end, only far too long. */
function hugeText(text: string, bytes: number): string {
  return text.endsWith('}') ? `${text.slice(0, -1)}${' '.repeat(bytes)}}` : text.padEnd(bytes, '.');
}
