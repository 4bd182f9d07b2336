// Single calls over the wire: what is sent, to whom, and what ends them.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createModel } from '../../src/models/create-model.ts';
import { jsonSchemaOf } from '../../src/models/json-schema.ts';
import type { ModelRequest } from '../../src/models/model.ts';
import { isModelError, type ModelError } from '../../src/models/model-error.ts';
import { faultReply, goodReply } from '../doubles/model-server/faults.ts';
import { type ModelServer, openModelServer } from '../doubles/model-server/server.ts';
import { formats, specOf, wireModel } from './wire-models.ts';

let server: ModelServer;
beforeAll(async () => {
  server = await openModelServer();
});
afterAll(() => server.close());
beforeEach(() => {
  server.clear();
  server.play((request) => goodReply(request));
});

const schema = z.strictObject({ title: z.string(), count: z.int() });
const request: ModelRequest = {
  system: 'What all calls share.',
  prompt: 'What this one asks.',
  schema: jsonSchemaOf(schema),
  schemaName: 'answer',
  maxOutputTokens: 777,
};

const noSecrets = { get: () => undefined };
const never = new AbortController().signal;

async function errorOf(promise: Promise<unknown>): Promise<ModelError> {
  const error: unknown = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!isModelError(error)) throw new Error(`expected a ModelError, got ${String(error)}`);
  return error;
}

describe('one call', () => {
  it.each(formats)(
    '[MD1] %s: one request, with prefix, schema and cap, streamed',
    async (format) => {
      const model = await wireModel(format, server.url);
      const reply = await model.call(request, never);
      expect(schema.parse(JSON.parse(reply.text))).toBeTruthy();
      expect(server.calls).toHaveLength(1);
      expect(server.calls[0]).toMatchObject({
        system: request.system,
        isStream: true,
        maxOutputTokens: 777,
      });
      expect(server.calls[0]?.prompt).toBe(request.prompt);
      expect(server.calls[0]?.schema).toMatchObject({ required: ['title', 'count'] });
      expect(reply.firstTokenMs).toBeLessThanOrEqual(reply.durationMs);
    },
  );

  it.each(formats)('[MD1] %s does not try again by itself', async (format) => {
    server.play((asked) => faultReply('overloaded', asked));
    const model = await wireModel(format, server.url);
    expect((await errorOf(model.call(request, never))).errorClass).toBe('transient');
    expect(server.calls).toHaveLength(1);
  });

  it.each(formats)('[MD7] %s: reasoning is kept apart from the text', async (format) => {
    server.play((asked) => ({
      kind: 'answer',
      text: '{"title":"a","count":1}',
      reasoning: asked.system,
    }));
    const reply = await (await wireModel(format, server.url)).call(request, never);
    expect(reply.text).toBe('{"title":"a","count":1}');
    // OpenAI's chat has no field for it.
    expect(reply.reasoning).toBe(format === 'openai-chat' ? '' : request.system);
  });

  it('[MD22] Ollama is told the size of its context, and not to cut', async () => {
    const model = await wireModel('ollama', server.url, { contextTokens: 9_000 });
    await model.call(request, never);
    expect(server.calls[0]).toMatchObject({ path: '/api/chat', contextTokens: 9_000 });
    const bodies: Record<string, unknown>[] = [];
    const fetch: typeof globalThis.fetch = (_, init) => {
      bodies.push(JSON.parse(init?.body as string) as Record<string, unknown>);
      return Promise.resolve(new Response('{}', { status: 500 }));
    };
    const { keyEnv: _, ...spec } = specOf('ollama', server.url);
    const own = await createModel('own', spec, { secrets: noSecrets, fetch });
    await errorOf(own.call(request, never));
    expect(bodies).toMatchObject([
      { truncate: false, stream: true, options: { num_ctx: 16_384, num_predict: 777 } },
    ]);
    expect(bodies[0]?.format).toMatchObject({ type: 'object' });
  });

  it('[MD2] a bad call that nearly fills the context is an overflow', async () => {
    server.play((asked) => faultReply('context_overflow', asked));
    for (const format of formats) {
      const model = await wireModel(format, server.url, { contextTokens: 1_000 });
      const long = { ...request, prompt: 'bread and flour '.repeat(300) };
      expect((await errorOf(model.call(long, never))).errorClass).toBe('context_overflow');
    }
  });

  it('[MD2] nobody at the address is a network error', async () => {
    const gone = await openModelServer();
    await gone.close();
    for (const format of formats) {
      const model = await wireModel(format, gone.url);
      const error = await errorOf(model.call(request, never));
      expect(error.errorClass).toBe('network');
      expect(error.message).not.toContain('127.0.0.1');
    }
  });
});

describe('keys and addresses', () => {
  it.each(formats)('[MD21] %s: a redirect is not followed, and the key stays', async (format) => {
    const asked: string[] = [];
    const elsewhere = createServer((incoming, response) => {
      asked.push(incoming.url ?? '');
      if (incoming.url?.startsWith('/there')) response.end('{}');
      else response.writeHead(307, { location: '/there' }).end();
    });
    await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
    const { port } = elsewhere.address() as AddressInfo;
    const model = await wireModel(format, `http://127.0.0.1:${port}`);
    const error = await errorOf(model.call(request, never));
    await new Promise((resolve) => elsewhere.close(resolve));
    expect(error.errorClass).toBe('bad_request');
    expect(asked).toHaveLength(1);
  });

  it('[MD21] a key is asked for at every call', async () => {
    const keys = ['key-one-of-two', 'key-two-of-two'];
    const secrets = { get: () => keys.shift() };
    const model = await createModel('k', specOf('ollama', server.url), { secrets });
    expect(keys).toHaveLength(2);
    await model.call(request, never);
    await model.call(request, never);
    expect([server.withKey('key-one-of-two'), server.withKey('key-two-of-two')]).toEqual([1, 1]);
    expect((await errorOf(model.call(request, never))).errorClass).toBe('auth');
    expect(server.calls).toHaveLength(2);
  });
});

describe('stopping a call', () => {
  it.each(formats)(
    '[MD13] %s: the connection is given up, and what came is kept',
    async (format) => {
      server.play((asked) => faultReply('stalled_stream', asked));
      const stop = new AbortController();
      const model = await wireModel(format, server.url);
      const ending = errorOf(model.call(request, stop.signal));
      await server.reached(1);
      stop.abort();
      const error = await ending;
      expect(error.errorClass).toBe('cancelled');
      await server.reached(1, 'ended');
      expect(server.calls[0]?.wasLeft).toBe(true);
    },
  );
});
