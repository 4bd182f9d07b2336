// What every provider shell gets and gives. A shell only translates, from a stream to parts; classes of
// errors, limits, retries and records are others' work.
import type { Receive } from '../collect-reply.ts';
import type { ModelRequest } from '../model.ts';
import type { Fetch } from '../model-fetch.ts';
import type { ModelSpec } from '../model-spec.ts';

export interface Opening {
  readonly spec: ModelSpec;
  readonly request: ModelRequest;
  /** Asked for at this very call; undefined if none is needed. */
  readonly apiKey: string | undefined;
  readonly baseUrl: string | undefined;
  readonly fetch: Fetch;
  readonly contextTokens: number | null;
}

export type Opener = (opening: Opening) => Receive;
