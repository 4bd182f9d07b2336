// OpenAI Chat Completions, which most local servers speak too. Reasoning goes into
// `reasoning_content`, where those servers put it.
import { openaiError } from './openai-errors.ts';
import type { Answer, Asked, Finish, ModelRequest, Usage, Wire } from './types.ts';
import * as part from './wire-parts.ts';

function read(body: part.Body): Asked | string {
  const model = part.asText(body.model);
  if (model === '') return 'you must provide a model parameter';
  const turns = part.asList(body.messages).map((message) => {
    const { role, content } = part.asBody(message);
    return { role: part.asText(role), text: part.contentText(content) };
  });
  if (turns.length === 0) return "Invalid 'messages': empty array.";
  const format = part.asBody(part.asBody(body.response_format).json_schema);
  return {
    model,
    turns,
    isStream: body.stream === true,
    schema: part.asSchema(format.schema),
    tool: null,
    maxOutputTokens: part.asCount(body.max_completion_tokens) ?? part.asCount(body.max_tokens),
    contextTokens: null,
    mayTruncate: true,
    wantsUsage: part.asBody(body.stream_options).include_usage === true,
  };
}

const finishWords: Record<Finish, string> = {
  stop: 'stop',
  length: 'length',
  filter: 'content_filter',
  refusal: 'stop',
};

const usageOf = ({ input, output, reasoning, cached }: Usage): object => ({
  prompt_tokens: input,
  completion_tokens: output,
  total_tokens: input + output,
  prompt_tokens_details: { cached_tokens: cached },
  completion_tokens_details: { reasoning_tokens: reasoning },
});

const thoughts = (reasoning: string): object =>
  reasoning === '' ? {} : { reasoning_content: reasoning };

function whole(answer: Answer, request: ModelRequest): object {
  const { text, reasoning, finish, usage } = answer;
  const refused = finish === 'refusal';
  const message = {
    role: 'assistant',
    content: refused ? null : text,
    refusal: refused ? text : null,
    ...thoughts(reasoning),
  };
  return {
    id: part.idOf('chatcmpl-', request),
    object: 'chat.completion',
    created: part.createdAt,
    model: request.model,
    choices: [{ index: 0, message, logprobs: null, finish_reason: finishWords[finish] }],
    usage: usageOf(usage),
  };
}

function frames(answer: Answer, request: ModelRequest): string[] {
  const head = {
    id: part.idOf('chatcmpl-', request),
    object: 'chat.completion.chunk',
    created: part.createdAt,
    model: request.model,
  };
  const chunk = (delta: object, finish: string | null = null): string =>
    part.sse({ ...head, choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }] });
  const field = answer.finish === 'refusal' ? 'refusal' : 'content';
  const usage = part.sse({ ...head, choices: [], usage: usageOf(answer.usage) });
  return [
    chunk({ role: 'assistant', content: '' }),
    ...part.pieces(answer.reasoning).map((piece) => chunk(thoughts(piece))),
    ...part.pieces(answer.text).map((piece) => chunk({ [field]: piece })),
    chunk({}, finishWords[answer.finish]),
    ...(request.wantsUsage ? [usage] : []),
    'data: [DONE]\n\n',
  ];
}

export const openaiChat: Wire = {
  read,
  whole,
  frames,
  error: openaiError,
  errorFrame: ({ body }) => part.sse(body),
  streamType: 'text/event-stream',
};
