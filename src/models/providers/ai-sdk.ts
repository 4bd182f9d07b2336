// The providers of the AI SDK. Its packages are used at the level of their model interface, below its
// own retries: one request, one stream. They are loaded at the first call, since each costs 100 ms.
import type { createAnthropic } from '@ai-sdk/anthropic';
import type { ReplyPart } from '../collect-reply.ts';
import { joiningFetch } from '../join-deltas.ts';
import type { Finish, ModelRequest, TokenCounts } from '../model.ts';
import { ModelError } from '../model-error.ts';
import { withSchema } from '../prompt-text.ts';
import type { Dialect } from '../provider-table.ts';
import type { Opener, Opening } from './provider.ts';

type SdkModel = ReturnType<ReturnType<typeof createAnthropic>>;
type CallOptions = Parameters<SdkModel['doStream']>[0];
type SdkStream = Awaited<ReturnType<SdkModel['doStream']>>['stream'];
type SdkPart = SdkStream extends ReadableStream<infer P> ? P : never;
type SdkUsage = Extract<SdkPart, { type: 'finish' }>['usage'];
type SdkFinish = Extract<SdkPart, { type: 'finish' }>['finishReason'];

export type SdkDialect = Exclude<Dialect, 'ollama'>;

/** The model of a package is made once: its schemas cost more than the rest of a call. */
export const aiSdk =
  (dialect: SdkDialect): Opener =>
  (opening) => {
    let opened: Promise<SdkModel> | undefined;
    const open = (): Promise<SdkModel> => {
      opened ??= loadModel(dialect, opening);
      opened.catch(() => {
        opened = undefined;
      });
      return opened;
    };
    return (request, apiKey) => async (signal, onPart) => {
      const model = await open();
      const options = callOptions(opening.spec, request);
      const headers = keyHeader(dialect, apiKey);
      const { stream } = await model.doStream({ ...options, headers, abortSignal: signal });
      for await (const part of stream) handOver(part, onPart);
    };
  };

/** In the place of the key that each call brings; without one the packages read the environment. */
const noKey = 'given-with-each-call';

/** As the packages name it; what a call says wins. */
function keyHeader(dialect: SdkDialect, apiKey: string | undefined): Record<string, string> {
  if (apiKey === undefined) return {};
  switch (dialect) {
    case 'anthropic':
      return { 'x-api-key': apiKey };
    case 'google':
      return { 'x-goog-api-key': apiKey };
    case 'openai':
    case 'openai-compatible':
      return { authorization: `Bearer ${apiKey}` };
  }
}

async function loadModel(dialect: SdkDialect, opening: Opening): Promise<SdkModel> {
  const { spec, baseUrl, fetch } = opening;
  const settings = { apiKey: noKey, fetch, ...(baseUrl === undefined ? {} : { baseURL: baseUrl }) };
  switch (dialect) {
    case 'openai': {
      const provider = (await import('@ai-sdk/openai')).createOpenAI(settings);
      return spec.api === 'chat' ? provider.chat(spec.model) : provider.responses(spec.model);
    }
    case 'anthropic':
      return (await import('@ai-sdk/anthropic')).createAnthropic(settings)(spec.model);
    case 'google':
      return (await import('@ai-sdk/google')).createGoogleGenerativeAI(settings)(spec.model);
    case 'openai-compatible':
      return compatible(opening);
  }
}

async function compatible({ spec, baseUrl, fetch }: Opening): Promise<SdkModel> {
  if (baseUrl === undefined) {
    throw new ModelError('bad_request', 'The configuration of the model has no baseUrl.');
  }
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
  const provider = createOpenAICompatible({
    name: spec.provider,
    baseURL: baseUrl,
    fetch: joiningFetch(fetch),
    includeUsage: true,
    supportsStructuredOutputs: spec.structured === 'schema',
  });
  return provider(spec.model);
}

/** Said to all; each package reads its own. */
const providerOptions = {
  // Not every schema of ours keeps to the strict subset; replies are checked here anyway.
  openai: { strictJsonSchema: false, store: false },
  google: { structuredOutputs: true },
};

/** The shared prefix is marked, so that Anthropic keeps it for the calls that follow. */
const kept = { anthropic: { cacheControl: { type: 'ephemeral' } } };

function callOptions(spec: Opening['spec'], request: ModelRequest): CallOptions {
  const { system, maxOutputTokens } = request;
  return {
    prompt: [
      { role: 'system', content: system, providerOptions: kept },
      { role: 'user', content: [{ type: 'text', text: promptOf(spec.structured, request) }] },
    ],
    maxOutputTokens,
    responseFormat: formatOf(spec.structured, request),
    providerOptions,
    ...(spec.temperature === undefined ? {} : { temperature: spec.temperature }),
    ...(spec.effort === undefined ? {} : { reasoning: spec.effort }),
  };
}

type Structured = Opening['spec']['structured'];

const promptOf = (structured: Structured, { prompt, schema }: ModelRequest): string =>
  structured === 'schema' ? prompt : withSchema(prompt, schema);

function formatOf(
  structured: Structured,
  { schema, schemaName }: ModelRequest,
): NonNullable<CallOptions['responseFormat']> {
  switch (structured) {
    case 'schema':
      return { type: 'json', schema, name: schemaName };
    case 'json':
      return { type: 'json' };
    case 'prompt':
      return { type: 'text' };
  }
}

function handOver(part: SdkPart, onPart: (part: ReplyPart) => void): void {
  switch (part.type) {
    case 'text-delta':
      onPart({ type: 'text', text: part.delta });
      break;
    case 'reasoning-delta':
      onPart({ type: 'reasoning', text: part.delta });
      break;
    case 'error':
      throw part.error;
    case 'finish':
      onPart({ type: 'tokens', tokens: tokensOf(part.usage) });
      onPart(endOf(part.finishReason));
      break;
    default:
      onPart({ type: 'alive' });
  }
}

const tokensOf = ({ inputTokens, outputTokens }: SdkUsage): TokenCounts => ({
  input: inputTokens.total ?? null,
  output: outputTokens.total ?? null,
  reasoning: outputTokens.reasoning ?? null,
  cached: inputTokens.cacheRead ?? null,
  cacheWritten: inputTokens.cacheWrite ?? null,
});

function endOf({ unified, raw = '' }: SdkFinish): ReplyPart {
  if (unified === 'interrupted') throw new ModelError('network', 'The reply broke off.');
  return { type: 'finish', finish: finishOf(unified), raw };
}

function finishOf(unified: Exclude<SdkFinish['unified'], 'interrupted'>): Finish {
  switch (unified) {
    case 'stop':
      return 'stop';
    case 'length':
      return 'length';
    case 'content-filter':
      return 'refusal';
    case 'tool-calls':
    case 'error':
    case 'other':
      return 'other';
  }
}
