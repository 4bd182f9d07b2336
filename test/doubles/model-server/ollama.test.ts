// Ollama has no client of its own here, so its format is read by hand, line by line.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { faultReply, goodReply } from './faults.ts';
import { type ModelServer, openModelServer } from './server.ts';

interface Line {
  readonly message: { readonly content: string; readonly thinking?: string };
  readonly done: boolean;
  readonly done_reason?: string;
  readonly prompt_eval_count?: number;
  readonly eval_count?: number;
}

let server: ModelServer;
beforeAll(async () => {
  server = await openModelServer({ models: ['tiny:1b', 'other'], contextTokens: 4_096 });
});
afterAll(() => server.close());
beforeEach(() => server.clear());

async function chat(more: object): Promise<{ status: number; type: string; text: string }> {
  const body = JSON.stringify({
    model: 'tiny:1b',
    messages: [
      { role: 'system', content: 'You plan.' },
      { role: 'user', content: 'Plan it.' },
    ],
    format: { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'] },
    ...more,
  });
  const response = await fetch(`${server.url}/api/chat`, { method: 'POST', body });
  const type = response.headers.get('content-type') ?? '';
  return { status: response.status, type, text: await response.text() };
}

const linesOf = (text: string): Line[] =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);

describe('Ollama', () => {
  it('streams lines unless told otherwise, the last with reason and counts', async () => {
    server.play((request) => goodReply(request));
    const { text, type } = await chat({});
    const lines = linesOf(text);
    const last = lines.at(-1);
    expect(type).toBe('application/x-ndjson');
    expect(JSON.parse(lines.map(({ message }) => message.content).join(''))).toHaveProperty('ok');
    expect(last).toMatchObject({ done: true, done_reason: 'stop', prompt_eval_count: 5 });
    expect(lines.filter(({ done }) => done)).toHaveLength(1);
  });

  it('gives one object when no stream is wanted, and takes its options', async () => {
    server.play((request) => goodReply(request));
    const options = { num_ctx: 8_192, num_predict: 500 };
    const { text } = await chat({ stream: false, options });
    expect(linesOf(text)).toHaveLength(1);
    expect(server.calls[0]).toMatchObject({ contextTokens: 8_192, maxOutputTokens: 500 });
    expect(server.calls[0]?.schema).toMatchObject({ required: ['ok'] });
  });

  it('thinking has a field of its own', async () => {
    server.play((request) => faultReply('answer_in_reasoning', request));
    const lines = linesOf((await chat({})).text);
    expect(lines.map(({ message }) => message.content).join('')).toBe('');
    expect(lines.map(({ message }) => message.thinking ?? '').join('')).toContain('"ok"');
  });

  it('an error is a text in a field, in the middle of a stream as well', async () => {
    server.play((request) => faultReply('not_found', request));
    expect(await chat({})).toMatchObject({
      status: 404,
      text: `{"error":"model 'tiny:1b' not found"}`,
    });
    server.play((request) => faultReply('error_in_stream', request));
    const { text, status } = await chat({});
    expect(status).toBe(200);
    expect(text.trim().split('\n').at(-1)).toMatch(/^\{"error":"server busy/);
  });

  it('lists its models and what fits into them', async () => {
    const tags = (await (await fetch(`${server.url}/api/tags`)).json()) as {
      models: { name: string }[];
    };
    const shown = await fetch(`${server.url}/api/show`, { method: 'POST', body: '{"model":"x"}' });
    expect(tags.models.map(({ name }) => name)).toEqual(['tiny:1b', 'other']);
    expect(await shown.json()).toMatchObject({ model_info: { 'llama.context_length': 4_096 } });
  });
});
