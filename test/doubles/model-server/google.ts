// Google's generateContent and streamGenerateContent (as server-sent events). A prompt that is
// blocked has no candidate at all.
import type { Answer, Asked, ErrorFacts, Finish, ModelRequest, Wire, WireError } from './types.ts';
import * as part from './wire-parts.ts';

function read(body: part.Body, url: URL): Asked | string {
  const [, model = '', method = ''] = /models\/([^/]+):(\w+)$/.exec(url.pathname) ?? [];
  const isStream = method === 'streamGenerateContent';
  if (isStream && url.searchParams.get('alt') !== 'sse') return 'This double streams with alt=sse.';
  const config = part.asBody(body.generationConfig);
  const turns = part.asList(body.contents).map((content) => {
    const { role, parts } = part.asBody(content);
    return { role: part.asText(role), text: part.contentText(parts) };
  });
  if (turns.length === 0) return 'GenerateContentRequest.contents: contents is not specified';
  const system = part.contentText(part.asBody(body.systemInstruction).parts);
  return {
    model: decodeURIComponent(model),
    turns: system === '' ? turns : [{ role: 'system', text: system }, ...turns],
    isStream,
    schema: part.asSchema(config.responseJsonSchema) ?? part.asSchema(config.responseSchema),
    tool: null,
    maxOutputTokens: part.asCount(config.maxOutputTokens),
    contextTokens: null,
    mayTruncate: false,
    wantsUsage: true,
  };
}

const finishWords: Record<Finish, string> = {
  stop: 'STOP',
  length: 'MAX_TOKENS',
  filter: 'SAFETY',
  refusal: 'STOP',
};

const usageOf = ({ usage }: Answer): object => ({
  promptTokenCount: usage.input,
  candidatesTokenCount: usage.output - usage.reasoning,
  totalTokenCount: usage.input + usage.output,
  ...(usage.reasoning > 0 ? { thoughtsTokenCount: usage.reasoning } : {}),
  ...(usage.cached > 0 ? { cachedContentTokenCount: usage.cached } : {}),
});

interface Said {
  readonly text: string;
  readonly isThought: boolean;
}

const partOf = ({ text, isThought }: Said): object =>
  isThought ? { text, thought: true } : { text };

function chunkOf(answer: Answer, request: ModelRequest, said: readonly Said[], finish?: string) {
  const isBlocked = answer.finish === 'filter' && answer.text === '' && answer.reasoning === '';
  const candidate = {
    ...(said.length === 0 && finish !== undefined
      ? {}
      : { content: { role: 'model', parts: said.map(partOf) } }),
    ...(finish === undefined ? {} : { finishReason: finish }),
    index: 0,
  };
  return {
    ...(isBlocked
      ? { promptFeedback: { blockReason: 'PROHIBITED_CONTENT' } }
      : { candidates: [candidate] }),
    usageMetadata: usageOf(answer),
    modelVersion: request.model,
    responseId: part.idOf('', request),
  };
}

const saidOf = ({ reasoning, text }: Answer, cut: (text: string) => string[]): Said[] => [
  ...cut(reasoning).map((piece) => ({ text: piece, isThought: true })),
  ...cut(text).map((piece) => ({ text: piece, isThought: false })),
];

const whole = (answer: Answer, request: ModelRequest): object =>
  chunkOf(
    answer,
    request,
    saidOf(answer, (text) => (text === '' ? [] : [text])),
    finishWords[answer.finish],
  );

function frames(answer: Answer, request: ModelRequest): string[] {
  const said = saidOf(answer, part.pieces);
  const last = part.sse(chunkOf(answer, request, [], finishWords[answer.finish]));
  return [...said.map((piece) => part.sse(chunkOf(answer, request, [piece]))), last];
}

type Row = readonly [status: number, name: string, message: string, details?: object];

const info = (reason: string): object => ({
  '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
  reason,
  domain: 'googleapis.com',
});

function errorRow({ kind, request, retryAfterS, contextTokens }: ErrorFacts): Row {
  const retry = {
    '@type': 'type.googleapis.com/google.rpc.RetryInfo',
    retryDelay: `${retryAfterS}s`,
  };
  switch (kind) {
    case 'rate_limit':
    case 'quota':
      return [429, 'RESOURCE_EXHAUSTED', 'You exceeded your current quota.', retry];
    case 'server_error':
      return [500, 'INTERNAL', 'An internal error has occurred.'];
    case 'overloaded':
      return [503, 'UNAVAILABLE', 'The model is overloaded. Please try again later.'];
    case 'context_overflow': {
      const message = `The input token count (${request.inputTokens}) exceeds the maximum number of tokens allowed (${contextTokens}).`;
      return [400, 'INVALID_ARGUMENT', message];
    }
    case 'unauthorized':
      return [401, 'UNAUTHENTICATED', `Request had invalid credentials: ${request.key}`];
    // A wrong key is a bad request here; the reason alone tells.
    case 'invalid_key': {
      const message = 'API key not valid. Please pass a valid API key.';
      return [400, 'INVALID_ARGUMENT', message, info('API_KEY_INVALID')];
    }
    case 'not_found':
      return [404, 'NOT_FOUND', `models/${request.model} is not found for API version v1beta.`];
    case 'bad_request':
      return [400, 'INVALID_ARGUMENT', `Invalid value: ${request.prompt.slice(0, 200)}`];
  }
}

function error(facts: ErrorFacts): WireError {
  const [code, status, message, details] = errorRow(facts);
  const more = details === undefined ? {} : { details: [details] };
  return { status: code, body: { error: { code, message, status, ...more } } };
}

export const google: Wire = {
  read,
  whole,
  frames,
  error,
  errorFrame: ({ body }) => part.sse(body),
  streamType: 'text/event-stream',
};
