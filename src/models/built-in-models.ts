// The models that are there without a configuration file: for each provider whose key is set, one
// for each profile. A test holds every name against the price table.
import type { ModelSpec, ProfileName } from './model-spec.ts';
import { modelSpecSchema } from './model-spec.ts';
import type { ProviderName } from './provider-table.ts';

type BuiltInProfile = Exclude<ProfileName, 'custom'>;

/** In the order in which they are tried when several keys are set. */
// biome-ignore format: a table is read by its columns
const table: readonly (readonly [BuiltInProfile, ProviderName, string])[] = [
  ['baseline', 'openai', 'gpt-5.4-mini'],
  ['baseline', 'anthropic', 'claude-haiku-4-5'],
  ['baseline', 'google', 'gemini-3.5-flash'],
  ['baseline', 'openrouter', 'google/gemini-3.5-flash'],
  ['premium', 'anthropic', 'claude-sonnet-5'],
  ['premium', 'openai', 'gpt-5.4'],
  ['premium', 'google', 'gemini-3.1-pro-preview'],
  ['premium', 'openrouter', 'anthropic/claude-sonnet-5'],
  ['frontier', 'anthropic', 'claude-opus-5-5'],
  ['frontier', 'openai', 'gpt-5.5'],
  ['frontier', 'google', 'gemini-3.1-pro-preview'],
  ['frontier', 'openrouter', 'anthropic/claude-opus-5.5'],
];

export interface BuiltInModel {
  readonly key: string;
  readonly profile: BuiltInProfile;
  readonly spec: ModelSpec;
}

export const builtInModels: readonly BuiltInModel[] = table.map(([profile, provider, model]) => ({
  key: `${provider}-${model.replaceAll('/', '-')}`,
  profile,
  spec: modelSpecSchema.parse({ provider, model }),
}));
