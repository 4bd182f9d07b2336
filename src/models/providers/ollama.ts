// Ollama through its own interface. Its OpenAI path ignores the size of the context and cuts prompts
// without a word; here the size is set and cutting is turned off.
import type { ReplyPart } from '../collect-reply.ts';
import type { Finish, ModelRequest, TokenCounts } from '../model.ts';
import { ModelError } from '../model-error.ts';
import { withSchema } from '../prompt-text.ts';
import type { Opener, Opening } from './provider.ts';
import { readLines } from './read-lines.ts';

export const ollama: Opener = (opening) => (request, apiKey) => async (signal, onPart) => {
  const { fetch, baseUrl = '' } = opening;
  const authorization = apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` };
  const response = await fetch(`${baseUrl.replace(/\/$/, '')}/api/chat`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...authorization },
    body: JSON.stringify(bodyOf(opening, request)),
    signal,
  });
  if (!response.ok || response.body === null) throw await answered(response);
  for await (const text of readLines(response.body)) handOver(lineOf(text), onPart);
};

/** In the form that classify.ts reads. */
async function answered(response: Response): Promise<object> {
  return {
    statusCode: response.status,
    responseHeaders: Object.fromEntries(response.headers),
    responseBody: await response.text(),
  };
}

function bodyOf({ spec, contextTokens }: Opening, request: ModelRequest): object {
  const { system, prompt, schema, maxOutputTokens } = request;
  const content = spec.structured === 'schema' ? prompt : withSchema(prompt, schema);
  const format = { schema: schema, json: 'json', prompt: undefined }[spec.structured];
  return {
    model: spec.model,
    stream: true,
    truncate: false,
    shift: false,
    messages: [
      { role: 'system', content: system },
      { role: 'user', content },
    ],
    options: {
      num_predict: maxOutputTokens,
      ...(contextTokens === null ? {} : { num_ctx: contextTokens }),
      ...(spec.temperature === undefined ? {} : { temperature: spec.temperature }),
    },
    ...(format === undefined ? {} : { format }),
    ...(spec.effort === undefined ? {} : { think: thinkOf(spec.effort) }),
  };
}

const thinkOf = (effort: NonNullable<Opening['spec']['effort']>): boolean | string => {
  if (effort === 'none') return false;
  return effort === 'minimal' ? 'low' : effort;
};

type Line = Readonly<Record<string, unknown>>;

function lineOf(text: string): Line {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value as Line;
  } catch {
    // Said below.
  }
  throw new ModelError('transient', 'The provider sent what is not its own format.');
}

function handOver(line: Line, onPart: (part: ReplyPart) => void): void {
  if ('error' in line) throw { statusCode: 500 };
  const { content, thinking } = (line.message ?? {}) as Line;
  if (typeof thinking === 'string') onPart({ type: 'reasoning', text: thinking });
  if (typeof content === 'string') onPart({ type: 'text', text: content });
  if (line.done !== true) return;
  onPart({ type: 'tokens', tokens: tokensOf(line) });
  const raw = typeof line.done_reason === 'string' ? line.done_reason : '';
  onPart({ type: 'finish', finish: finishOf(raw), raw });
}

const countOf = (value: unknown): number | null =>
  typeof value === 'number' && value >= 0 ? value : null;

const tokensOf = ({ prompt_eval_count, eval_count }: Line): TokenCounts => ({
  input: countOf(prompt_eval_count),
  output: countOf(eval_count),
  reasoning: null,
  cached: null,
});

function finishOf(reason: string): Finish {
  if (reason === 'stop') return 'stop';
  return reason === 'length' ? 'length' : 'other';
}
