// The real clients of the providers, pointed at the double: what they cannot read is not the format.
import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogle } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { LanguageModel } from 'ai';

export const clients = [
  'openai',
  'openai-chat',
  'compatible',
  'anthropic',
  'anthropic-tool',
  'google',
] as const;
export type Client = (typeof clients)[number];

export function modelOf(client: Client, url: string, apiKey: string): LanguageModel {
  const base = { apiKey, baseURL: `${url}/v1` };
  switch (client) {
    case 'openai':
      return createOpenAI(base)('gpt-5-mini');
    case 'openai-chat':
      return createOpenAI(base).chat('gpt-5-mini');
    case 'compatible':
      return createOpenAICompatible({
        ...base,
        name: 'local',
        includeUsage: true,
        supportsStructuredOutputs: true,
      })('small');
    case 'anthropic':
      return createAnthropic(base)('claude-sonnet-4-5');
    // Too old for a format: it is made to use a tool.
    case 'anthropic-tool':
      return createAnthropic(base)('claude-3-haiku-20240307');
    case 'google':
      return createGoogle({ apiKey, baseURL: `${url}/v1beta` })('gemini-2.5-flash');
  }
}
