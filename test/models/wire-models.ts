// Models of every wire format, pointed at the double, with limits short enough for tests.

import type { z } from 'zod';
import { createModel } from '../../src/models/create-model.ts';
import type { Model } from '../../src/models/model.ts';
import { type ModelSpec, modelSpecSchema } from '../../src/models/model-spec.ts';

export const formats = [
  'openai',
  'openai-chat',
  'compatible',
  'anthropic',
  'google',
  'ollama',
] as const;
export type Format = (typeof formats)[number];

export const secretKey = 'sk-CANARY-KEY-0123456789abcdef';

type Given = z.input<typeof modelSpecSchema>;

const specs: Readonly<Record<Format, (url: string) => Given>> = {
  openai: (url) => ({ provider: 'openai', model: 'gpt-5-mini', baseUrl: `${url}/v1` }),
  'openai-chat': (url) => ({
    provider: 'openai',
    model: 'gpt-5-mini',
    api: 'chat',
    baseUrl: `${url}/v1`,
  }),
  compatible: (url) => ({
    provider: 'openrouter',
    model: 'openai/gpt-5-mini',
    baseUrl: `${url}/v1`,
  }),
  anthropic: (url) => ({
    provider: 'anthropic',
    model: 'claude-sonnet-4-5',
    baseUrl: `${url}/v1`,
  }),
  google: (url) => ({ provider: 'google', model: 'gemini-2.5-flash', baseUrl: `${url}/v1beta` }),
  ollama: (url) => ({ provider: 'ollama', model: 'tiny', baseUrl: url, keyEnv: 'A_KEY' }),
};

export const specOf = (format: Format, url: string, more: Partial<Given> = {}): ModelSpec =>
  modelSpecSchema.parse({ ...specs[format](url), ...more });

export const wireModel = (format: Format, url: string, more: Partial<Given> = {}): Promise<Model> =>
  createModel(format, specOf(format, url, more), { secrets: { get: () => secretKey } });
