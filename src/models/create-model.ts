// From the configuration of a model to one that can be asked.
import { classify } from './classify.ts';
import { type CallLimits, collectReply, defaultLimits, type Receive } from './collect-reply.ts';
import type { Model, ModelRequest } from './model.ts';
import { type Fetch, modelFetch } from './model-fetch.ts';
import { keyOf } from './model-key.ts';
import type { ModelSpec } from './model-spec.ts';
import { factsOf } from './prices.ts';
import { type Dialect, providerRow } from './provider-table.ts';
import type { Caller, Opener } from './providers/provider.ts';
import type { Secrets } from './secrets.ts';
import { estimateTokens } from './tokens.ts';

export interface ModelWorld {
  readonly secrets: Secrets;
  /** The way to the network; tests put their own here. */
  readonly fetch?: Fetch;
  /** For durations; any clock that does not go back. */
  now?(): number;
}

/** Ollama is told; of the others nobody knows how they were started, and many cut without a word. */
const ollamaContextTokens = 16_384;
const localContextTokens = 8_192;

export async function createModel(key: string, spec: ModelSpec, world: ModelWorld): Promise<Model> {
  const { dialect, baseUrl } = providerRow(spec.provider);
  const facts = await factsOf(spec);
  const contextTokens = facts.contextTokens ?? assumedContext(spec.provider);
  const address = spec.baseUrl ?? baseUrl ?? undefined;
  const fetch = modelFetch(world.fetch);
  const limits = limitsOf(spec);
  const now = world.now ?? (() => performance.now());
  let caller: Caller | undefined;
  const receive =
    (request: ModelRequest): Receive =>
    async (signal, onPart) => {
      caller ??= (await loadOpener(dialect))({ spec, baseUrl: address, fetch, contextTokens });
      await caller(request, keyOf(spec, world.secrets))(signal, onPart);
    };
  return {
    key,
    provider: spec.provider,
    model: spec.model,
    slot: slotOf(spec),
    contextTokens,
    outputTokens: spec.outputTokens ?? null,
    costMicros: facts.costMicros,
    call: (request, signal) => {
      const receiving = heard(receive(request), request.onAnswer);
      return collectReply(classified(receiving, request, contextTokens), { limits, signal, now });
    },
  };
}

function assumedContext(provider: ModelSpec['provider']): number | null {
  const { dialect, local } = providerRow(provider);
  if (dialect === 'ollama') return ollamaContextTokens;
  return local ? localContextTokens : null;
}

const inputTokens = ({ system, prompt }: ModelRequest): number =>
  estimateTokens(system) + estimateTokens(prompt);

/** Whatever a shell throws leaves here as a ModelError. */
const classified =
  (receive: Receive, request: ModelRequest, contextTokens: number | null): Receive =>
  async (signal, onPart) => {
    try {
      await receive(signal, onPart);
    } catch (thrown) {
      throw classify(thrown, { inputTokens: inputTokens(request), contextTokens });
    }
  };

const heard = (receive: Receive, onAnswer: ModelRequest['onAnswer']): Receive => {
  if (onAnswer === undefined) return receive;
  return (signal, onPart) => {
    let isFirst = true;
    return receive(signal, (part) => {
      if (isFirst) onAnswer();
      isFirst = false;
      onPart(part);
    });
  };
};

async function loadOpener(dialect: Dialect): Promise<Opener> {
  if (dialect === 'ollama') return (await import('./providers/ollama.ts')).ollama;
  return (await import('./providers/ai-sdk.ts')).aiSdk(dialect);
}

/** Models behind one key and one address share limits. */
function slotOf({ provider, keyEnv, baseUrl }: ModelSpec): string {
  const host =
    baseUrl === undefined ? undefined : URL.parse(baseUrl)?.host.replace(/[^\w.-]/g, '-');
  return [provider, keyEnv, host]
    .filter((part) => part !== undefined)
    .join('.')
    .slice(0, 60);
}

const ms = (seconds: number | undefined, fallback: number): number =>
  seconds === undefined ? fallback : seconds * 1_000;

const limitsOf = (spec: ModelSpec): CallLimits => ({
  ...defaultLimits,
  firstMs: ms(spec.firstTokenSeconds, defaultLimits.firstMs),
  chunkMs: ms(spec.chunkSeconds, defaultLimits.chunkMs),
  totalMs: ms(spec.totalSeconds, defaultLimits.totalMs),
});
