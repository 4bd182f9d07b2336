// What the configuration says about one model. No key can be written here: the name of a variable
// that holds it can.
import { z } from 'zod';
import { providerNames } from './provider-table.ts';

const name = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_.-]{0,59}$/, {
  error: 'use letters, digits, dot, dash and underscore, at most 60',
});

/** Of our own making only: a path may be there, a password may not. */
const baseUrl = z.string().refine(isPlainUrl, {
  error: 'use an http or https address without a password, a query or a fragment',
});

function isPlainUrl(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) return false;
  return url.username === '' && url.password === '' && url.search === '' && url.hash === '';
}

const dollars = z.number().min(0).max(100_000);

/** Dollars for a million tokens. */
export const priceSchema = z.strictObject({
  input: dollars,
  output: dollars,
  cached: dollars.optional(),
});

const seconds = z.number().min(0.05).max(3_600);

export const modelSpecSchema = z.strictObject({
  provider: z.enum(providerNames),
  /** The provider's own name of the model. */
  model: z.string().min(1).max(200),
  baseUrl: baseUrl.optional(),
  /** The environment variable that holds the key. */
  keyEnv: z
    .string()
    .regex(/^[A-Za-z_][A-Za-z0-9_]{0,99}$/, { error: 'use the name of an environment variable' })
    .optional(),
  contextTokens: z.int().min(512).max(20_000_000).optional(),
  outputTokens: z.int().min(64).max(2_000_000).optional(),
  price: priceSchema.optional(),
  /** How it is told the form of its answer: by a schema, as any JSON, or in the prompt alone. */
  structured: z.enum(['schema', 'json', 'prompt']).default('schema'),
  /** OpenAI only: which of its two interfaces. */
  api: z.enum(['responses', 'chat']).default('responses'),
  effort: z.enum(['none', 'minimal', 'low', 'medium', 'high']).optional(),
  temperature: z.number().min(0).max(2).optional(),
  firstTokenSeconds: seconds.optional(),
  chunkSeconds: seconds.optional(),
  totalSeconds: seconds.optional(),
});

export type ModelSpec = z.infer<typeof modelSpecSchema>;

export const profileNames = ['baseline', 'premium', 'frontier', 'custom'] as const;
export type ProfileName = (typeof profileNames)[number];

export const modelsFileSchema = z.strictObject({
  /** The profile of plans that name none. */
  profile: z.enum(profileNames).optional(),
  models: z.record(name, modelSpecSchema).default({}),
  /** The keys of models in the order in which they are tried. */
  profiles: z.partialRecord(z.enum(profileNames), z.array(name).min(1).max(20)).default({}),
});

export type ModelsFile = z.infer<typeof modelsFileSchema>;
