// Ollama's own /api/chat: lines of JSON, and a stream unless the client says otherwise.
import type { Answer, Asked, ErrorFacts, ModelRequest, Schema, Wire, WireError } from './types.ts';
import * as part from './wire-parts.ts';

function read(body: part.Body): Asked | string {
  const model = part.asText(body.model);
  if (model === '') return 'model is required';
  const options = part.asBody(body.options);
  const turns = part.asList(body.messages).map((message) => {
    const { role, content } = part.asBody(message);
    return { role: part.asText(role), text: part.contentText(content) };
  });
  return {
    model,
    turns,
    isStream: body.stream !== false,
    schema: schemaOf(body.format),
    tool: null,
    maxOutputTokens: part.asCount(options.num_predict),
    contextTokens: part.asCount(options.num_ctx),
    mayTruncate: body.truncate !== false,
    wantsUsage: true,
  };
}

/** The word "json" asks for any JSON. */
const schemaOf = (format: unknown): Schema | null => part.asSchema(format);

const stamp = new Date(part.createdAt * 1000).toISOString();

function ending({ finish, usage }: Answer): object {
  return {
    done: true,
    done_reason: finish === 'length' ? 'length' : 'stop',
    total_duration: 1_000_000,
    load_duration: 1_000,
    prompt_eval_count: usage.input,
    prompt_eval_duration: 1_000,
    eval_count: usage.output,
    eval_duration: 1_000,
  };
}

const said = (request: ModelRequest, content: string, thinking: string): object => ({
  model: request.model,
  created_at: stamp,
  message: { role: 'assistant', content, ...(thinking === '' ? {} : { thinking }) },
});

const whole = (answer: Answer, request: ModelRequest): object => ({
  ...said(request, answer.text, answer.reasoning),
  ...ending(answer),
});

function frames(answer: Answer, request: ModelRequest): string[] {
  const chunk = (content: string, thinking: string): string =>
    part.line({ ...said(request, content, thinking), done: false });
  return [
    ...part.pieces(answer.reasoning).map((piece) => chunk('', piece)),
    ...part.pieces(answer.text).map((piece) => chunk(piece, '')),
    part.line({ ...said(request, '', ''), ...ending(answer) }),
  ];
}

function errorRow({ kind, request }: ErrorFacts): [number, string] {
  switch (kind) {
    case 'rate_limit':
    case 'quota':
      return [429, 'too many requests'];
    case 'server_error':
      return [500, 'model runner has unexpectedly stopped'];
    case 'overloaded':
      return [503, 'server busy, please try again. maximum pending requests exceeded'];
    case 'context_overflow':
      return [400, 'the input length exceeds the context length'];
    case 'unauthorized':
    case 'invalid_key':
      return [401, `unauthorized: ${request.key}`];
    case 'not_found':
      return [404, `model '${request.model}' not found`];
    case 'bad_request':
      return [400, `invalid message: ${request.prompt.slice(0, 200)}`];
  }
}

function error(facts: ErrorFacts): WireError {
  const [status, message] = errorRow(facts);
  return { status, body: { error: message } };
}

export const ollama: Wire = {
  read,
  whole,
  frames,
  error,
  errorFrame: ({ body }) => part.line(body),
  streamType: 'application/x-ndjson',
};

export const tags = (models: readonly string[]): object => ({
  models: models.map((name) => ({
    name,
    model: name,
    modified_at: stamp,
    size: 2_000_000_000,
    digest: '0'.repeat(64),
    details: {
      format: 'gguf',
      family: 'llama',
      parameter_size: '3.2B',
      quantization_level: 'Q4_K_M',
    },
  })),
});

export const show = (contextTokens: number): object => ({
  details: {
    format: 'gguf',
    family: 'llama',
    parameter_size: '3.2B',
    quantization_level: 'Q4_K_M',
  },
  model_info: { 'general.architecture': 'llama', 'llama.context_length': contextTokens },
  capabilities: ['completion'],
});
