// The port to a mind that answers: one call, one whole reply. Implementations stream inside, so that
// a stalled stream is noticed and the time to the first token is known; nobody outside sees chunks.

/** A JSON schema object. */
export type JsonSchema = Readonly<Record<string, unknown>>;

export interface ModelRequest {
  /** What many calls share. It goes first, so that caches of providers hit. */
  readonly system: string;
  readonly prompt: string;
  readonly schema: JsonSchema;
  /** Letters, digits, `_` and `-`, at most 64. */
  readonly schemaName: string;
  readonly maxOutputTokens: number;
  /** As soon as any part of a reply comes: the provider has accepted the call. */
  readonly onAnswer?: () => void;
}

/** Null where the provider does not say. `input` includes `cached`, `output` includes `reasoning`. */
export interface TokenCounts {
  readonly input: number | null;
  readonly output: number | null;
  readonly reasoning: number | null;
  readonly cached: number | null;
  /** Some providers charge more for what they keep for later; part of `input`. */
  readonly cacheWritten?: number | null;
}

export const finishes = ['stop', 'length', 'refusal', 'other'] as const;
/** Only `stop` means that the reply is whole. */
export type Finish = (typeof finishes)[number];

export interface ModelReply {
  readonly text: string;
  /** Kept apart from the text, and never shown with it. */
  readonly reasoning: string;
  readonly finish: Finish;
  /** The provider's own word; empty if it gave none. */
  readonly rawFinish: string;
  readonly tokens: TokenCounts;
  readonly firstTokenMs: number | null;
  readonly durationMs: number;
}

export interface Model {
  /** The name in the configuration, unique there; errors and rows use it. */
  readonly key: string;
  readonly provider: string;
  /** The provider's own name of the model. */
  readonly model: string;
  /** Whose limits a call counts against: models of one key and one address share it. */
  readonly slot: string;
  /** Room for prompt and reply together; null if nobody knows. */
  readonly contextTokens: number | null;
  /** The longest reply; null if nobody knows. */
  readonly outputTokens: number | null;
  /** Millionths of a dollar; null if no price is known, which is not the same as 0. */
  costMicros(tokens: TokenCounts): number | null;
  /** Rejects with a ModelError and nothing else. */
  call(request: ModelRequest, signal: AbortSignal): Promise<ModelReply>;
}

/** The same model, called in another way. */
export const withCall = (model: Model, call: Model['call']): Model => ({
  key: model.key,
  provider: model.provider,
  model: model.model,
  slot: model.slot,
  contextTokens: model.contextTokens,
  outputTokens: model.outputTokens,
  costMicros: (tokens) => model.costMicros(tokens),
  call,
});

export const noTokens: TokenCounts = { input: null, output: null, reasoning: null, cached: null };
