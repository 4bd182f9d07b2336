// Anthropic Messages: blocks of text, thinking and tool use. JSON comes as text by a format, or as
// the input of a tool that the client forces.
import type { IncomingHttpHeaders } from 'node:http';
import type { Answer, Asked, ErrorFacts, Finish, ModelRequest, Wire, WireError } from './types.ts';
import * as part from './wire-parts.ts';

function read(body: part.Body, _url: URL, headers: IncomingHttpHeaders): Asked | string {
  if (headers['anthropic-version'] === undefined) return 'anthropic-version: header is required';
  const maxOutputTokens = part.asCount(body.max_tokens);
  if (maxOutputTokens === null) return 'max_tokens: Field required';
  const { name, schema } = formatOf(body);
  const turns = part.asList(body.messages).map((message) => {
    const { role, content } = part.asBody(message);
    return { role: part.asText(role), text: part.contentText(content) };
  });
  const system = part.contentText(body.system);
  return {
    model: part.asText(body.model),
    turns: system === '' ? turns : [{ role: 'system', text: system }, ...turns],
    isStream: body.stream === true,
    schema,
    tool: name,
    maxOutputTokens,
    contextTokens: null,
    mayTruncate: false,
    wantsUsage: true,
  };
}

function formatOf(body: part.Body): { name: string | null; schema: Asked['schema'] } {
  const format = part.asBody(part.asBody(body.output_config).format);
  const schema = part.asSchema(format.schema);
  if (schema !== null) return { name: null, schema };
  const { type, name } = part.asBody(body.tool_choice);
  const tools = part.asList(body.tools).map(part.asBody);
  const tool = type === 'any' ? tools[0] : tools.find((each) => each.name === name);
  if (tool === undefined) return { name: null, schema: null };
  return { name: part.asText(tool.name), schema: part.asSchema(tool.input_schema) };
}

const stopWords: Record<Finish, string> = {
  stop: 'end_turn',
  length: 'max_tokens',
  filter: 'refusal',
  refusal: 'refusal',
};

const stopOf = (answer: Answer, request: ModelRequest): string =>
  answer.finish === 'stop' && usesTool(answer, request) ? 'tool_use' : stopWords[answer.finish];

const usesTool = ({ text, finish }: Answer, { tool }: ModelRequest): boolean =>
  tool !== null && text !== '' && finish !== 'refusal';

const usageOf = ({ usage }: Answer): object => ({
  input_tokens: usage.input - usage.cached,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: usage.cached,
  output_tokens: usage.output,
});

/** A tool's input is a value: text that is no JSON cannot travel in a whole answer. */
function toolInput(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return { text };
  }
}

const signature = 'c2lnbmF0dXJl';

function blocksOf(answer: Answer, request: ModelRequest): object[] {
  const { text, reasoning } = answer;
  const blocks: object[] = [];
  if (reasoning !== '') blocks.push({ type: 'thinking', thinking: reasoning, signature });
  if (usesTool(answer, request)) {
    const id = part.idOf('toolu_', request);
    blocks.push({ type: 'tool_use', id, name: request.tool, input: toolInput(text) });
  } else if (text !== '') {
    blocks.push({ type: 'text', text });
  }
  return blocks;
}

const messageOf = (answer: Answer, request: ModelRequest, content: object[]): object => ({
  id: part.idOf('msg_', request),
  type: 'message',
  role: 'assistant',
  model: request.model,
  content,
  stop_reason: stopOf(answer, request),
  stop_sequence: null,
  usage: usageOf(answer),
});

const whole = (answer: Answer, request: ModelRequest): object =>
  messageOf(answer, request, blocksOf(answer, request));

const event = (data: Readonly<Record<string, unknown>> & { readonly type: string }): string =>
  part.sse(data, data.type);

/** One block: its opening, its pieces, its end. */
function block(index: number, open: object, deltas: readonly object[]): string[] {
  return [
    event({ type: 'content_block_start', index, content_block: open }),
    ...deltas.map((delta) => event({ type: 'content_block_delta', index, delta })),
    event({ type: 'content_block_stop', index }),
  ];
}

function blockFrames(answer: Answer, request: ModelRequest): string[] {
  const thinking = part
    .pieces(answer.reasoning)
    .map((piece) => ({ type: 'thinking_delta', thinking: piece }));
  const signed = { type: 'signature_delta', signature };
  const thought =
    thinking.length === 0
      ? []
      : block(0, { type: 'thinking', thinking: '', signature: '' }, [...thinking, signed]);
  const index = thinking.length === 0 ? 0 : 1;
  const texts = part.pieces(answer.text);
  if (usesTool(answer, request)) {
    const open = {
      type: 'tool_use',
      id: part.idOf('toolu_', request),
      name: request.tool,
      input: {},
    };
    const deltas = texts.map((piece) => ({ type: 'input_json_delta', partial_json: piece }));
    return [...thought, ...block(index, open, deltas)];
  }
  const deltas = texts.map((piece) => ({ type: 'text_delta', text: piece }));
  return [
    ...thought,
    ...(deltas.length === 0 ? [] : block(index, { type: 'text', text: '' }, deltas)),
  ];
}

function frames(answer: Answer, request: ModelRequest): string[] {
  const open = { ...answer, usage: { ...answer.usage, output: 1 } };
  const message = { ...messageOf(open, request, []), stop_reason: null };
  const delta = { stop_reason: stopOf(answer, request), stop_sequence: null };
  return [
    event({ type: 'message_start', message }),
    event({ type: 'ping' }),
    ...blockFrames(answer, request),
    event({ type: 'message_delta', delta, usage: { output_tokens: answer.usage.output } }),
    event({ type: 'message_stop' }),
  ];
}

function errorRow({ kind, request, contextTokens }: ErrorFacts): [number, string, string] {
  switch (kind) {
    case 'rate_limit':
      return [429, 'rate_limit_error', "This request would exceed your organization's rate limit."];
    case 'quota':
      return [400, 'invalid_request_error', 'Your credit balance is too low to access the API.'];
    case 'server_error':
      return [500, 'api_error', 'Internal server error'];
    case 'overloaded':
      return [529, 'overloaded_error', 'Overloaded'];
    case 'context_overflow': {
      const message = `prompt is too long: ${request.inputTokens} tokens > ${contextTokens} maximum`;
      return [400, 'invalid_request_error', message];
    }
    case 'unauthorized':
    case 'invalid_key':
      return [401, 'authentication_error', `invalid x-api-key: ${request.key}`];
    case 'not_found':
      return [404, 'not_found_error', `model: ${request.model}`];
    case 'bad_request':
      return [400, 'invalid_request_error', `messages: ${request.prompt.slice(0, 200)}`];
  }
}

function error(facts: ErrorFacts): WireError {
  const [status, type, message] = errorRow(facts);
  const requestId = part.idOf('req_', facts.request);
  return { status, body: { type: 'error', error: { type, message }, request_id: requestId } };
}

export const anthropic: Wire = {
  read,
  whole,
  frames,
  error,
  errorFrame: ({ body }) => part.sse(body, 'error'),
  streamType: 'text/event-stream',
};
