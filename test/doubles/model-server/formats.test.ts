// Each wire format is read by the client that its provider's users have: a wrong field shows here.
import { generateText, NoObjectGeneratedError, Output, streamText } from 'ai';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { goodReply } from './faults.ts';
import { type Client, clients, modelOf } from './sdk-clients.ts';
import { type ModelServer, openModelServer } from './server.ts';
import type { AnswerReply } from './types.ts';

const canary = 'sk-canary-0123456789abcdef';
const schema = z.object({
  title: z.string().min(5).max(80),
  risks: z
    .array(z.object({ cause: z.string(), impact: z.enum(['low', 'medium', 'high']) }))
    .min(2)
    .max(4),
  days: z.number().int().min(1).max(90),
});
const usage = { input: 1_200, output: 340, reasoning: 40, cached: 200 };

let server: ModelServer;
beforeAll(async () => {
  server = await openModelServer();
});
afterAll(() => server.close());
beforeEach(() => {
  server.clear();
  server.play((request) => goodReply(request));
});

const ask = (client: Client) => ({
  model: modelOf(client, server.url, canary),
  system: 'You are a planner.',
  prompt: 'Plan a small bakery in Lisbon.',
  output: Output.object({ schema }),
  maxRetries: 0,
  maxOutputTokens: 2_000,
});

describe.each(clients)('%s', (client) => {
  it('gives a whole answer with the reply, its finish and its usage', async () => {
    server.play((request) => ({ ...(goodReply(request) as AnswerReply), usage }));
    const { output, finishReason, usage: counted } = await generateText(ask(client));
    expect(schema.parse(output)).toEqual(output);
    expect(finishReason).toBe('stop');
    expect(counted).toMatchObject({ inputTokens: usage.input, outputTokens: usage.output });
    expect(counted.inputTokenDetails.cacheReadTokens).toBe(usage.cached);
  });

  it('streams the same answer, with its usage', async () => {
    server.play((request) => ({ ...(goodReply(request) as AnswerReply), usage }));
    const whole = await generateText(ask(client));
    const stream = streamText(ask(client));
    const deltas: string[] = [];
    for await (const delta of stream.textStream) deltas.push(delta);
    expect(deltas.length).toBeGreaterThan(4);
    expect(await stream.output).toEqual(whole.output);
    expect(await stream.finishReason).toBe('stop');
    expect(await stream.usage).toMatchObject({
      inputTokens: usage.input,
      outputTokens: usage.output,
    });
  });

  it('records the call with the key masked, and can tell a canary', async () => {
    await generateText(ask(client));
    const [call] = server.calls;
    expect(call).toMatchObject({ system: 'You are a planner.', isStream: false, status: 200 });
    expect(call?.prompt).toContain('bakery in Lisbon');
    expect(call?.maxOutputTokens).toBe(2_000);
    expect(call?.schema).toMatchObject({ type: 'object', required: ['title', 'risks', 'days'] });
    expect(JSON.stringify(server.calls)).not.toContain(canary);
    expect(server.withKey(canary)).toBe(1);
    expect(server.withText('bakery')).toBe(1);
    expect(server.withText('brewery')).toBe(0);
  });

  it('says that a reply was cut by its length', async () => {
    server.play(() => ({ kind: 'answer', text: '{"title": "half', finish: 'length' }));
    const failed = await generateText(ask(client)).then(
      (result) => result.finishReason,
      (error: unknown) => (NoObjectGeneratedError.isInstance(error) ? error.finishReason : error),
    );
    expect(failed).toBe('length');
  });

  it('says that a filter took the answer away', async () => {
    server.play(() => ({ kind: 'answer', text: '', finish: 'filter' }));
    const stream = streamText({ ...ask(client), onError: () => undefined });
    await stream.consumeStream();
    expect(await stream.finishReason).toBe('content-filter');
    expect(await stream.text).toBe('');
  });
});

/** OpenAI's own chat has no place for reasoning. */
const thinking = clients.filter((client) => client !== 'openai-chat');

describe.each(thinking)('%s with reasoning', (client) => {
  it('keeps reasoning apart from the text', async () => {
    server.play(() => ({ kind: 'answer', text: 'short', reasoning: 'I think. '.repeat(20) }));
    const { output: _, ...plain } = ask(client);
    const whole = await generateText(plain);
    const stream = streamText(plain);
    await stream.consumeStream();
    expect(whole.text).toBe('short');
    expect(await stream.text).toBe('short');
    expect(whole.reasoningText?.trim()).toBe('I think. '.repeat(20).trim());
    expect((await stream.reasoningText)?.trim()).toBe(whole.reasoningText?.trim());
  });
});

describe('what each format does its own way', () => {
  it('OpenAI by default asks Responses, and chat only when told', async () => {
    await generateText(ask('openai'));
    await generateText(ask('openai-chat'));
    expect(server.calls.map(({ dialect }) => dialect)).toEqual(['openai-responses', 'openai-chat']);
  });

  it('a refusal is told apart where the format has a place for it', async () => {
    server.play(() => ({ kind: 'answer', text: 'I cannot help.', finish: 'refusal' }));
    const { output: _, ...plain } = ask('openai');
    const reasons = [];
    for (const client of ['openai', 'openai-chat', 'compatible', 'anthropic'] as const) {
      const { finishReason, text } = await generateText({
        ...plain,
        model: modelOf(client, server.url, canary),
      });
      reasons.push([finishReason, text]);
    }
    const refused = ['content-filter', 'I cannot help.'];
    expect(reasons).toEqual([refused, refused, refused, refused]);
  });

  it('an old Anthropic model is made to answer by a tool', async () => {
    await generateText(ask('anthropic-tool'));
    await generateText(ask('anthropic'));
    expect(server.calls.map(({ schema: sent }) => sent !== null)).toEqual([true, true]);
  });

  it('chat streams say no usage unless asked', async () => {
    const response = await fetch(`${server.url}/v1/chat/completions`, {
      method: 'POST',
      body: JSON.stringify({
        model: 'm',
        stream: true,
        messages: [{ role: 'user', content: 'hi' }],
      }),
    });
    const text = await response.text();
    expect(text).not.toContain('usage');
    expect(text.endsWith('data: [DONE]\n\n')).toBe(true);
  });

  it('a body that a provider would refuse is refused, in its words', async () => {
    const post = async (path: string, body: object): Promise<string> => {
      const sent = { method: 'POST', body: JSON.stringify(body) };
      const response = await fetch(`${server.url}${path}`, sent);
      return `${response.status} ${await response.text()}`;
    };
    expect(await post('/v1/messages', { model: 'm' })).toMatch(/^400 .*anthropic-version/);
    expect(await post('/v1/chat/completions', {})).toMatch(/^400 .*model parameter/);
    expect(await post('/v1beta/models/x:generateContent', {})).toMatch(/^400 .*INVALID_ARGUMENT/);
    expect(await post('/api/chat', {})).toMatch(/^400 .*model is required/);
    expect(await post('/v1/nothing', {})).toMatch(/^404/);
  });

  it('a key that is not on the list is refused', async () => {
    const strict = await openModelServer({ keys: ['right'] });
    try {
      const model = modelOf('openai', strict.url, 'wrong');
      const call = generateText({ model, prompt: 'hi', maxRetries: 0 });
      await expect(call).rejects.toMatchObject({ statusCode: 401 });
    } finally {
      await strict.close();
    }
  });
});
