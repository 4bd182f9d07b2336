// OpenAI Responses: an answer is a list of items, a stream a list of numbered events.
import { openaiError } from './openai-errors.ts';
import type { Answer, Asked, ModelRequest, Usage, Wire } from './types.ts';
import * as part from './wire-parts.ts';

function read(body: part.Body): Asked | string {
  const model = part.asText(body.model);
  if (model === '') return "Missing required parameter: 'model'.";
  const format = part.asBody(part.asBody(body.text).format);
  return {
    model,
    turns: turnsOf(body),
    isStream: body.stream === true,
    schema: part.asSchema(format.schema),
    tool: null,
    maxOutputTokens: part.asCount(body.max_output_tokens),
    contextTokens: null,
    mayTruncate: body.truncation === 'auto',
    wantsUsage: true,
  };
}

function turnsOf({ input, instructions }: part.Body): Asked['turns'] {
  const first = typeof instructions === 'string' ? [{ role: 'system', text: instructions }] : [];
  if (typeof input === 'string') return [...first, { role: 'user', text: input }];
  const turns = part.asList(input).map((item) => {
    const { role, content } = part.asBody(item);
    return { role: part.asText(role), text: part.contentText(content) };
  });
  return [...first, ...turns];
}

const usageOf = ({ input, output, reasoning, cached }: Usage): object => ({
  input_tokens: input,
  input_tokens_details: { cached_tokens: cached },
  output_tokens: output,
  output_tokens_details: { reasoning_tokens: reasoning },
  total_tokens: input + output,
});

function contentOf({ finish, text }: Answer): object {
  if (finish === 'refusal') return { type: 'refusal', refusal: text };
  return { type: 'output_text', text, annotations: [], logprobs: [] };
}

const reasoningItem = (id: string, text: string): object => ({
  type: 'reasoning',
  id,
  summary: text === '' ? [] : [{ type: 'summary_text', text }],
});

const messageItem = (id: string, content: readonly object[], status: string): object => ({
  type: 'message',
  id,
  status,
  role: 'assistant',
  content,
});

function outcomeOf(answer: Answer): { status: string; details: object | null } {
  switch (answer.finish) {
    case 'length':
      return { status: 'incomplete', details: { reason: 'max_output_tokens' } };
    case 'filter':
      return { status: 'incomplete', details: { reason: 'content_filter' } };
    case 'stop':
    case 'refusal':
      return { status: 'completed', details: null };
  }
}

function itemsOf(answer: Answer, request: ModelRequest): object[] {
  const items: object[] = [];
  if (answer.reasoning !== '') {
    items.push(reasoningItem(part.idOf('rs_', request), answer.reasoning));
  }
  if (answer.text !== '' || answer.reasoning === '') {
    const { status } = outcomeOf(answer);
    items.push(messageItem(part.idOf('msg_', request), [contentOf(answer)], status));
  }
  return items;
}

function responseOf(answer: Answer, request: ModelRequest, status: string): object {
  const isDone = status !== 'in_progress';
  return {
    id: part.idOf('resp_', request),
    object: 'response',
    created_at: part.createdAt,
    status,
    error: null,
    incomplete_details: isDone ? outcomeOf(answer).details : null,
    model: request.model,
    output: isDone ? itemsOf(answer, request) : [],
    usage: isDone ? usageOf(answer.usage) : null,
  };
}

const whole = (answer: Answer, request: ModelRequest): object =>
  responseOf(answer, request, outcomeOf(answer).status);

type Event = Readonly<Record<string, unknown>> & { readonly type: string };

function reasoningEvents(answer: Answer, request: ModelRequest): Event[] {
  if (answer.reasoning === '') return [];
  const at = { item_id: part.idOf('rs_', request), output_index: 0, summary_index: 0 };
  const item = (text: string) => ({ output_index: 0, item: reasoningItem(at.item_id, text) });
  const open = { type: 'summary_text', text: '' };
  const done = { type: 'summary_text', text: answer.reasoning };
  return [
    { type: 'response.output_item.added', ...item('') },
    { type: 'response.reasoning_summary_part.added', ...at, part: open },
    ...part.pieces(answer.reasoning).map((delta) => ({
      type: 'response.reasoning_summary_text.delta',
      ...at,
      delta,
    })),
    { type: 'response.reasoning_summary_text.done', ...at, text: answer.reasoning },
    { type: 'response.reasoning_summary_part.done', ...at, part: done },
    { type: 'response.output_item.done', ...item(answer.reasoning) },
  ];
}

function messageEvents(answer: Answer, request: ModelRequest): Event[] {
  if (answer.text === '' && answer.reasoning !== '') return [];
  const id = part.idOf('msg_', request);
  const index = answer.reasoning === '' ? 0 : 1;
  const at = { item_id: id, output_index: index, content_index: 0 };
  const kind = answer.finish === 'refusal' ? 'refusal' : 'output_text';
  const said = answer.finish === 'refusal' ? { refusal: answer.text } : { text: answer.text };
  const content = contentOf(answer);
  const { status } = outcomeOf(answer);
  return [
    {
      type: 'response.output_item.added',
      output_index: index,
      item: messageItem(id, [], 'in_progress'),
    },
    { type: 'response.content_part.added', ...at, part: contentOf({ ...answer, text: '' }) },
    ...part.pieces(answer.text).map((delta) => ({ type: `response.${kind}.delta`, ...at, delta })),
    { type: `response.${kind}.done`, ...at, ...said },
    { type: 'response.content_part.done', ...at, part: content },
    {
      type: 'response.output_item.done',
      output_index: index,
      item: messageItem(id, [content], status),
    },
  ];
}

function frames(answer: Answer, request: ModelRequest): string[] {
  const open = responseOf(answer, request, 'in_progress');
  const { status } = outcomeOf(answer);
  const events: Event[] = [
    { type: 'response.created', response: open },
    { type: 'response.in_progress', response: open },
    ...reasoningEvents(answer, request),
    ...messageEvents(answer, request),
    { type: `response.${status}`, response: responseOf(answer, request, status) },
  ];
  return events.map((event, index) => part.sse({ ...event, sequence_number: index }, event.type));
}

function errorFrame({ body }: { body: object }): string {
  const { message, code, param } = part.asBody(part.asBody(body).error);
  const said = { type: 'error', code: code ?? 'server_error', message, param, sequence_number: 99 };
  return part.sse(said, 'error');
}

export const openaiResponses: Wire = {
  read,
  whole,
  frames,
  error: openaiError,
  errorFrame,
  streamType: 'text/event-stream',
};
