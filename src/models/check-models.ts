// For `planwright doctor`: which models can be used, proved by one tiny call each, and what to do
// about those that cannot.
import { z } from 'zod';
import { createModel, type ModelWorld } from './create-model.ts';
import { jsonSchemaOf } from './json-schema.ts';
import type { Model, ModelRequest } from './model.ts';
import { isModelError, type ModelErrorClass } from './model-error.ts';
import { hasKey, keyNamesOf } from './model-key.ts';
import type { ModelSpec, ProfileName } from './model-spec.ts';
import { profileNames } from './model-spec.ts';
import { type ModelsConfig, specOf } from './profiles.ts';
import { providerRow } from './provider-table.ts';
import { readReply } from './read-reply.ts';

export interface ModelCheck {
  readonly key: string;
  readonly provider: string;
  readonly model: string;
  readonly profiles: readonly ProfileName[];
  readonly usable: boolean;
  readonly error_class: ModelErrorClass | null;
  readonly duration_ms: number | null;
  readonly context_tokens: number | null;
  /** Null: nobody knows what a call costs, and budgets in money cannot hold it. */
  readonly price_known: boolean;
  /** What was found, and what to do. */
  readonly means: string;
}

const schema = z.strictObject({ ok: z.boolean() });

const request: ModelRequest = {
  system: 'You answer in JSON.',
  prompt: 'Answer with {"ok": true}.',
  schema: jsonSchemaOf(schema),
  schemaName: 'check',
  // Models that think first need room for it.
  maxOutputTokens: 2_048,
};

const remedies: Readonly<Record<ModelErrorClass, string>> = {
  auth: 'Make a new one and set its variable.',
  quota: 'The account has no money or quota left. Add some at the provider.',
  not_found: 'The provider has no such model, or baseUrl is wrong.',
  network: 'Nothing answers there. Start the server, or check baseUrl and the network.',
  timeout: 'No answer came in time. A local model may still be loading: try again.',
  rate_limit: 'Works, but takes no calls just now. Try later, or lower PLANWRIGHT_SLOTS.',
  transient: 'The provider has trouble. Try later.',
  bad_request: 'The provider does not take our call. Try "structured": "json" or "prompt".',
  context_overflow: 'Its context is too small even for this check. Raise contextTokens.',
  truncated: 'It was cut before it had answered. Set "effort": "low", or raise outputTokens.',
  schema:
    'It answers, but not in the form asked for. Try "structured": "prompt", or another model.',
  unacceptable: 'It answers, but not as asked.',
  refusal: 'It answers with nothing. Try another model.',
  too_large: 'It does not stop answering. Try another model.',
  cancelled: 'The check was called off.',
};

/** Every model of every profile, once. */
export async function checkModels(
  config: ModelsConfig,
  world: ModelWorld,
  signal: AbortSignal,
): Promise<ModelCheck[]> {
  const keys = new Set(profileNames.flatMap((profile) => config.profiles[profile]));
  return Promise.all([...keys].map((key) => checkModel(config, key, world, signal)));
}

async function checkModel(
  config: ModelsConfig,
  key: string,
  world: ModelWorld,
  signal: AbortSignal,
): Promise<ModelCheck> {
  const spec = specOf(config, key);
  const model = await createModel(key, spec, world);
  const facts = {
    key,
    provider: spec.provider,
    model: spec.model,
    profiles: profileNames.filter((profile) => config.profiles[profile].includes(key)),
    context_tokens: model.contextTokens,
    price_known: model.costMicros({ input: 1, output: 1, reasoning: null, cached: null }) !== null,
  };
  const found = hasKey(spec, world.secrets) ? await tryOnce(model, signal) : noKey(spec);
  const isKeyless = found.error_class === 'auth' && keyNamesOf(spec).length === 0;
  const means = isKeyless ? wantsKey : found.means;
  return { ...facts, ...found, means: [means, ...advice(spec, model)].join(' ') };
}

type Found = Pick<ModelCheck, 'usable' | 'error_class' | 'duration_ms' | 'means'>;

const wantsKey = 'It asks for a key. Name the variable that holds it in keyEnv.';

const noKey = (spec: ModelSpec): Found => ({
  usable: false,
  error_class: 'auth',
  duration_ms: null,
  means: `No key. Set ${keyNamesOf(spec).join(' or ')}.`,
});

async function tryOnce(model: Model, signal: AbortSignal): Promise<Found> {
  try {
    const reply = await model.call(request, signal);
    readReply(reply, { schema, jsonSchema: request.schema });
    const duration_ms = reply.durationMs;
    return {
      usable: true,
      error_class: null,
      duration_ms,
      means: `Answered in ${duration_ms} ms.`,
    };
  } catch (error) {
    if (!isModelError(error)) throw error;
    const { errorClass: error_class, message } = error;
    const means = `${message} ${remedies[error_class]}`;
    return { usable: false, error_class, duration_ms: error.partial.durationMs ?? null, means };
  }
}

function advice(spec: ModelSpec, model: Model): string[] {
  const { local } = providerRow(spec.provider);
  const size =
    spec.contextTokens === undefined && (local || model.contextTokens === null)
      ? [`Its context is taken to be ${model.contextTokens ?? 'large'}: set contextTokens.`]
      : [];
  const price =
    model.costMicros({ input: 1, output: 1, reasoning: null, cached: null }) === null
      ? ['Its price is not known: set price, or budgets in money cannot count it.']
      : [];
  return [...size, ...price];
}
