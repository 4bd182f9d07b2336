// What the double gets and what it can be told to do, without the words of any one provider.
import type { IncomingHttpHeaders } from 'node:http';

export const dialects = [
  'openai-chat',
  'openai-responses',
  'anthropic',
  'google',
  'ollama',
] as const;
export type Dialect = (typeof dialects)[number];

export type Schema = Readonly<Record<string, unknown>>;

export interface Turn {
  readonly role: string;
  readonly text: string;
}

/** What every dialect's reader finds in a body. */
export interface Asked {
  readonly model: string;
  readonly isStream: boolean;
  readonly turns: readonly Turn[];
  readonly schema: Schema | null;
  /** The tool that the client forces in order to get JSON; most ask by a format instead. */
  readonly tool: string | null;
  readonly maxOutputTokens: number | null;
  /** Ollama's num_ctx. */
  readonly contextTokens: number | null;
  /** False if the client would rather have an error than a prompt that was cut. */
  readonly mayTruncate: boolean;
  /** OpenAI's chat streams say their usage only on request. */
  readonly wantsUsage: boolean;
}

export interface ModelRequest extends Asked {
  /** Counts from 0 over all calls of the server. */
  readonly index: number;
  readonly dialect: Dialect;
  readonly path: string;
  /** Without the key. */
  readonly headers: Readonly<Record<string, string>>;
  readonly system: string;
  /** All other turns, one after another. */
  readonly prompt: string;
  readonly inputTokens: number;
  /** How often just this text was asked before. */
  readonly repeats: number;
  /** The key as it came, for errors that repeat it; the record has it masked. */
  readonly key: string;
}

export type Finish = 'stop' | 'length' | 'filter' | 'refusal';

/** `input` includes `cached`, `output` includes `reasoning`. */
export interface Usage {
  readonly input: number;
  readonly output: number;
  readonly reasoning: number;
  readonly cached: number;
}

export interface Answer {
  readonly text: string;
  readonly reasoning: string;
  readonly finish: Finish;
  readonly usage: Usage;
}

export const errorKinds = [
  'rate_limit',
  'quota',
  'server_error',
  'overloaded',
  'context_overflow',
  'unauthorized',
  'invalid_key',
  'not_found',
  'bad_request',
] as const;
export type ErrorKind = (typeof errorKinds)[number];

export interface WireError {
  readonly status: number;
  readonly body: object;
}

export interface ErrorFacts {
  readonly kind: ErrorKind;
  readonly request: ModelRequest;
  readonly retryAfterS: number;
  readonly contextTokens: number;
}

/** How the bytes of a good answer travel. */
export interface Pace {
  /** Until the first byte. */
  readonly firstMs?: number;
  readonly betweenMs?: number;
  /** `drop` cuts the connection, `stall` says nothing more, `error` says an error in the stream. */
  readonly end?: 'whole' | 'drop' | 'stall' | 'error';
  /** After which share of the frames that happens. */
  readonly at?: number;
}

export interface AnswerReply {
  readonly kind: 'answer';
  /** One of both: a value is sent as JSON. */
  readonly text?: string;
  readonly value?: unknown;
  readonly reasoning?: string;
  readonly finish?: Finish;
  readonly usage?: Partial<Usage>;
  readonly pace?: Pace;
}

export interface ErrorReply {
  readonly kind: 'error';
  readonly error: ErrorKind;
  readonly retryAfterS?: number;
  readonly contextTokens?: number;
  /** Said instead of the prompt in a bad request. */
  readonly message?: string;
  /** Sent as it is, where a server has words of its own. */
  readonly wire?: WireError;
  /** Not the provider but something before it: a page of HTML with this status. */
  readonly pageStatus?: number;
}

export type Reply = AnswerReply | ErrorReply;
export type Script = (request: ModelRequest) => Reply | Promise<Reply>;

/** One provider's wire format. */
export interface Wire {
  /** Reads a body; a text says what the provider would refuse. */
  read(body: Record<string, unknown>, url: URL, headers: IncomingHttpHeaders): Asked | string;
  whole(answer: Answer, request: ModelRequest): object;
  /** The stream, cut where it may be cut, with the text in pieces. */
  frames(answer: Answer, request: ModelRequest): string[];
  error(facts: ErrorFacts): WireError;
  errorFrame(error: WireError): string;
  readonly streamType: string;
}
