// Every fault in every format, through the real clients: what a user of the SDK sees of it. The
// policy above the SDK is tested elsewhere; here it is only shown that the double tells the truth.
import { APICallError, generateText, NoObjectGeneratedError, Output, streamText } from 'ai';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Fault, faultReply, faults } from './faults.ts';
import { type Client, clients, modelOf } from './sdk-clients.ts';
import { type ModelServer, openModelServer } from './server.ts';

const schema = z.object({ title: z.string(), parts: z.array(z.string()).min(3).max(6) });

let server: ModelServer;
beforeAll(async () => {
  server = await openModelServer();
});
afterAll(() => server.close());
beforeEach(() => server.clear());

const ask = (client: Client, signal?: AbortSignal) => ({
  model: modelOf(client, server.url, 'sk-test'),
  prompt: 'Plan it.',
  output: Output.object({ schema }),
  maxRetries: 0,
  ...(signal === undefined ? {} : { abortSignal: signal }),
});

const play = (fault: Fault, options = {}) =>
  server.play((request) => faultReply(fault, request, options));

/** What a caller of the SDK learns of one call. */
interface Seen {
  readonly status?: number | undefined;
  readonly finish?: string | undefined;
  readonly text?: string | undefined;
  readonly isWhole: boolean;
  readonly retryAfter?: string | undefined;
  readonly body?: string | undefined;
}

function seenError(error: unknown): Seen {
  if (APICallError.isInstance(error)) {
    const { statusCode, responseHeaders, responseBody } = error;
    const retryAfter = responseHeaders?.['retry-after'];
    return { status: statusCode, retryAfter, body: responseBody, isWhole: false };
  }
  if (NoObjectGeneratedError.isInstance(error)) {
    return { finish: error.finishReason, text: error.text, isWhole: false };
  }
  return { isWhole: false };
}

async function once(client: Client): Promise<Seen> {
  try {
    const { output, finishReason, text } = await generateText(ask(client));
    const isWhole = schema.safeParse(output).success;
    return { finish: finishReason, text, isWhole };
  } catch (error) {
    return seenError(error);
  }
}

async function streamed(client: Client, signal?: AbortSignal): Promise<Seen & { error: boolean }> {
  let failure: unknown;
  const stream = streamText({
    ...ask(client, signal),
    onError: ({ error }) => {
      failure = error;
    },
  });
  let text = '';
  try {
    for await (const part of stream.fullStream) if (part.type === 'text-delta') text += part.text;
  } catch (error) {
    failure = error;
  }
  const finish = await Promise.resolve(stream.finishReason).catch(() => undefined);
  const isWhole = await Promise.resolve(stream.output).then(
    (output) => schema.safeParse(output).success,
    () => false,
  );
  return { finish, text, isWhole, error: failure !== undefined };
}

const statuses = {
  rate_limit: { others: 429 },
  quota: { others: 429, anthropic: 400 },
  server_error: { others: 500 },
  overloaded: { others: 503, anthropic: 529 },
  proxy_page: { others: 502 },
  context_overflow: { others: 400 },
  unauthorized: { others: 401 },
  invalid_key: { others: 401, google: 400 },
  not_found: { others: 404 },
  bad_request: { others: 400 },
} as const satisfies Partial<Record<Fault, Readonly<Record<string, number>>>>;

describe.each(clients)('faults as %s', (client) => {
  it('errors have the status and the shape of their provider', async () => {
    for (const [fault, byProvider] of Object.entries(statuses)) {
      play(fault as Fault, { retryAfterS: 7 });
      const provider = client.split('-')[0] ?? '';
      const wanted = (byProvider as Record<string, number>)[provider] ?? byProvider.others;
      const seen = await once(client);
      expect(seen.status, fault).toBe(wanted);
      expect(seen.retryAfter, fault).toBe(wanted === 429 ? '7' : undefined);
    }
  });

  it('an overflow says so in a way that can be told from other bad requests', async () => {
    play('context_overflow', { contextTokens: 4_096 });
    const { body = '' } = await once(client);
    expect(body).toMatch(/context_length_exceeded|prompt is too long|exceeds the maximum number/);
  });

  it('a dropped body is an error in both ways of asking', async () => {
    play('dropped_body');
    expect(await once(client)).toMatchObject({ isWhole: false });
    const seen = await streamed(client);
    expect(seen).toMatchObject({ isWhole: false, error: true });
    expect(seen.text?.length).toBeGreaterThan(0);
  });

  it('an error in the middle of a stream is an error', async () => {
    play('error_in_stream');
    expect(await streamed(client)).toMatchObject({ isWhole: false, error: true });
  });

  it('a slow stream comes whole, a stalled one ends only by the client', async () => {
    play('slow_stream', { betweenMs: 1 });
    expect(await streamed(client)).toMatchObject({ isWhole: true, finish: 'stop' });
    play('stalled_stream');
    const stop = new AbortController();
    const waiting = streamed(client, stop.signal);
    await server.reached(2);
    stop.abort();
    expect(await waiting).toMatchObject({ isWhole: false });
    await server.reached(2, 'ended');
    expect(server.calls.map(({ wasLeft }) => wasLeft)).toEqual([false, true]);
  });

  it('bad replies arrive as they are, and only the good ones count as whole', async () => {
    const bad = ['truncated_json', 'wrong_schema', 'schema_echo', 'empty', 'refusal'] as const;
    for (const fault of [...bad, 'content_filter', 'answer_in_reasoning'] as const) {
      play(fault);
      expect(await once(client), fault).toMatchObject({ isWhole: false });
    }
    play('wrong_language');
    const foreign = await once(client);
    expect(foreign.isWhole).toBe(true);
    expect(foreign.text).toMatch(/[\u3040-\u30ff\u4e00-\u9fff]/);
  });

  it('a reply that is cut just where it is valid still says that it was cut', async () => {
    play('length_valid');
    expect(await once(client)).toMatchObject({ finish: 'length' });
    expect(await streamed(client)).toMatchObject({ finish: 'length' });
  });

  it('ten megabytes arrive as ten megabytes', async () => {
    play('huge');
    // Without an output: the SDK reads a partial object anew with every piece of text.
    const { output: _, ...plain } = ask(client);
    const stream = streamText(plain);
    let chars = 0;
    for await (const text of stream.textStream) chars += text.length;
    expect(chars).toBeGreaterThanOrEqual(10_000_000);
  });
});

describe('the list of faults', () => {
  it('is played whole in every format, and each is recorded as what it was', async () => {
    for (const client of clients) {
      server.clear();
      const played = faults.filter((fault) => fault !== 'stalled_stream' && fault !== 'huge');
      for (const fault of played) {
        play(fault, { betweenMs: 0 });
        await once(client);
      }
      expect(server.calls).toHaveLength(played.length);
      expect(server.calls.every(({ endedMs }) => endedMs !== null)).toBe(true);
    }
  });
});
