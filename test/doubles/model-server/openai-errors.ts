// Errors as OpenAI and the servers that follow it write them.
import type { ErrorFacts, WireError } from './types.ts';

interface Row {
  readonly status: number;
  readonly type: string;
  readonly code: string | null;
  readonly message: string;
  readonly param?: string;
}

/** The messages repeat the key and the prompt on purpose: some servers do, and it must not matter. */
function rowOf({ kind, request, retryAfterS, contextTokens }: ErrorFacts): Row {
  const { model, inputTokens, key, prompt, dialect } = request;
  const invalid = 'invalid_request_error';
  switch (kind) {
    case 'rate_limit': {
      const message = `Rate limit reached for ${model}. Please try again in ${retryAfterS}s.`;
      return { status: 429, type: 'tokens', code: 'rate_limit_exceeded', message };
    }
    case 'quota': {
      const message =
        'You exceeded your current quota, please check your plan and billing details.';
      return { status: 429, type: 'insufficient_quota', code: 'insufficient_quota', message };
    }
    case 'server_error': {
      const message = 'The server had an error while processing your request.';
      return { status: 500, type: 'server_error', code: null, message };
    }
    case 'overloaded': {
      const message = 'The engine is currently overloaded, please try again later.';
      return { status: 503, type: 'server_error', code: null, message };
    }
    case 'context_overflow': {
      const message = `This model's maximum context length is ${contextTokens} tokens. However, your messages resulted in ${inputTokens} tokens.`;
      const param = dialect === 'openai-chat' ? 'messages' : 'input';
      return { status: 400, type: invalid, code: 'context_length_exceeded', message, param };
    }
    case 'unauthorized':
    case 'invalid_key': {
      const message = `Incorrect API key provided: ${key}.`;
      return { status: 401, type: invalid, code: 'invalid_api_key', message };
    }
    case 'not_found': {
      const message = `The model \`${model}\` does not exist or you do not have access to it.`;
      return { status: 404, type: invalid, code: 'model_not_found', message };
    }
    case 'bad_request': {
      const message = `Invalid value: '${prompt.slice(0, 200)}'.`;
      return { status: 400, type: invalid, code: 'invalid_value', message };
    }
  }
}

export function openaiError(facts: ErrorFacts): WireError {
  const { status, type, code, message, param = null } = rowOf(facts);
  return { status, body: { error: { message, type, param, code } } };
}

/** llama.cpp's server, when a prompt does not fit. */
export const llamaOverflow = (promptTokens: number, contextTokens: number): WireError => ({
  status: 400,
  body: {
    error: {
      code: 400,
      message: `request (${promptTokens} tokens) exceeds the available context size (${contextTokens} tokens), try increasing it`,
      type: 'exceed_context_size_error',
      n_prompt_tokens: promptTokens,
      n_ctx: contextTokens,
    },
  },
});
