// What every provider shell gets and gives. A shell only translates, from a stream to parts; classes of
// errors, limits, retries and records are others' work.
import type { Receive } from '../collect-reply.ts';
import type { ModelRequest } from '../model.ts';
import type { Fetch } from '../model-fetch.ts';
import type { ModelSpec } from '../model-spec.ts';

/** What is the same for all calls of one model. */
export interface Opening {
  readonly spec: ModelSpec;
  readonly baseUrl: string | undefined;
  readonly fetch: Fetch;
  readonly contextTokens: number | null;
}

/** One call; the key was asked for at this very call, and is undefined if none is needed. */
export type Caller = (request: ModelRequest, apiKey: string | undefined) => Receive;

export type Opener = (opening: Opening) => Caller;
