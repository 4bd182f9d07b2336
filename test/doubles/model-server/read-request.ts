// From a request on the wire to what was asked, whichever provider's words it is in.
import type { IncomingMessage } from 'node:http';
import { anthropic } from './anthropic.ts';
import { google } from './google.ts';
import { ollama } from './ollama.ts';
import { openaiChat } from './openai-chat.ts';
import { openaiResponses } from './openai-responses.ts';
import type { Asked, Dialect, ModelRequest, Wire } from './types.ts';
import { tokensOf } from './wire-parts.ts';

export const wires: Record<Dialect, Wire> = {
  'openai-chat': openaiChat,
  'openai-responses': openaiResponses,
  anthropic,
  google,
  ollama,
};

const maxBodyBytes = 64_000_000;

export function dialectOf(path: string): Dialect | undefined {
  if (path.endsWith('/chat/completions')) return 'openai-chat';
  if (path.endsWith('/responses')) return 'openai-responses';
  if (path.endsWith('/messages')) return 'anthropic';
  if (/:(?:generateContent|streamGenerateContent)$/.test(path)) return 'google';
  return path === '/api/chat' ? 'ollama' : undefined;
}

export async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += (chunk as Buffer).length;
    if (bytes > maxBodyBytes) throw new Error('the request is too large');
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString('utf8');
}

const isSystem = (role: string): boolean => role === 'system' || role === 'developer';

/** What a wire's reader found, with what all dialects have in common. */
export function requestOf(
  asked: Asked,
  more: Pick<ModelRequest, 'index' | 'dialect' | 'path' | 'headers' | 'key'>,
  repeats: (text: string) => number,
): ModelRequest {
  const join = (wanted: boolean): string =>
    asked.turns.flatMap(({ role, text }) => (isSystem(role) === wanted ? [text] : [])).join('\n\n');
  const system = join(true);
  const prompt = join(false);
  const inputTokens = tokensOf(system) + tokensOf(prompt);
  return {
    ...asked,
    ...more,
    system,
    prompt,
    inputTokens,
    repeats: repeats(`${system}\n${prompt}`),
  };
}

export function parsed(text: string): Record<string, unknown> | undefined {
  try {
    const value = JSON.parse(text) as unknown;
    return value !== null && typeof value === 'object'
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

/** Of a body that nobody can read. */
export const nothingAsked: Asked = {
  model: '',
  isStream: false,
  turns: [],
  schema: null,
  tool: null,
  maxOutputTokens: null,
  contextTokens: null,
  mayTruncate: true,
  wantsUsage: false,
};
