import type { CallToolResult } from '@modelcontextprotocol/client';
import { describe, expect, it, onTestFinished } from 'vitest';
import { mcpFetchHandler } from '../../src/faces/mcp.ts';
import type { McpCallContext, McpHttpOptions, McpTool } from '../../src/faces/mcp-types.ts';
import type { Era } from './protocol-client.ts';
import { connectClient, eras } from './protocol-client.ts';
import { endpointUrl, rawCall, rawPost } from './raw-request.ts';
import { echoTool, sampleHttp } from './sample-face.ts';

type Options = McpHttpOptions<unknown>;

function open(change: Partial<Options> = {}) {
  const handler = mcpFetchHandler({ ...sampleHttp, ...change });
  onTestFinished(() => handler.close());
  const connect = (era: Era, path = '') =>
    connectClient(endpointUrl + path, era, (url, init) => handler(new Request(url, init)));
  return { handler, connect };
}

const withTools = (...tools: McpTool<unknown>[]): Partial<Options> => ({
  toolsets: { default: tools, worker: [], all: [] },
});

const textOf = (result: CallToolResult): string => {
  const [block] = result.content;
  return block?.type === 'text' ? block.text : '';
};

/** A tool that tells what it was given and waits until it is let go or cancelled. */
function watchedTool() {
  const started = Promise.withResolvers<McpCallContext<unknown>>();
  const release = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<'released' | 'aborted'>();
  const tool: McpTool<unknown> = {
    ...echoTool,
    name: 'watched',
    call: async (_input, context) => {
      const aborted = new Promise<'aborted'>((resolve) => {
        context.signal.addEventListener('abort', () => resolve('aborted'), { once: true });
      });
      started.resolve(context);
      ended.resolve(await Promise.race([aborted, release.promise.then(() => 'released' as const)]));
      return { ok: true, value: { text: '', caller: '' } };
    },
  };
  return { tool, started: started.promise, ended: ended.promise, release: () => release.resolve() };
}

describe.each(eras)('MCP over HTTP at %s', (era) => {
  it('[MC1] introduces itself and lists its tools', async () => {
    const client = await open().connect(era);
    expect(client.getServerVersion()).toMatchObject({ name: 'sample', version: '0.0.0' });
    expect(client.getInstructions()).toBe(sampleHttp.instructions);
    const { tools } = await client.listTools();
    const dataOfTool: unknown = JSON.parse(JSON.stringify(echoTool));
    expect(tools).toEqual([dataOfTool]);
  });

  it('[MC2] the text of an answer is exactly the JSON of its structured content', async () => {
    const client = await open().connect(era);
    const result = await client.callTool({ name: 'sample_echo', arguments: { text: 'ü "x"' } });
    expect(result.structuredContent).toEqual({ text: 'ü "x"', caller: 'tester' });
    expect(textOf(result)).toBe(JSON.stringify(result.structuredContent));
  });

  it('[MC3] bad arguments are a tool error with the code of the operation', async () => {
    const client = await open().connect(era);
    const result = await client.callTool({ name: 'sample_echo', arguments: { text: 5 } });
    expect(result.isError).toBe(true);
    expect(JSON.parse(textOf(result))).toMatchObject({ error: { code: 'INVALID_ARGUMENTS' } });
  });

  it('[MC3] an unknown tool is a tool error that names the known ones', async () => {
    const response = await open().handler(rawCall({ era, tool: 'nope' }));
    const text = await response.text();
    expect(response.status).toBe(200);
    expect(text).toContain('INVALID_TOOL');
    expect(text).toContain('sample_echo');
  });

  it('[MC4] an unexpected failure shows an error id and no detail', async () => {
    const reported: [unknown, string | undefined][] = [];
    const onError: Options['onError'] = (error, errorId) => reported.push([error, errorId]);
    const failing: McpTool<unknown> = {
      ...echoTool,
      call: () => Promise.reject(new Error('secret detail')),
    };
    const client = await open({ ...withTools(failing), onError }).connect(era);
    const result = await client.callTool({ name: 'sample_echo', arguments: { text: 'x' } });
    const { error } = JSON.parse(textOf(result)) as { error: { code: string; error_id: string } };
    expect(error.code).toBe('INTERNAL_ERROR');
    expect(JSON.stringify(result)).not.toContain('secret detail');
    expect(reported).toEqual([
      [expect.objectContaining({ message: 'secret detail' }), error.error_id],
    ]);
  });

  it('[MC5] the address picks the toolset', async () => {
    const { connect } = open();
    const names = async (path: string) => {
      const client = await connect(era, path);
      return (await client.listTools()).tools.map(({ name }) => name);
    };
    expect(await names('/worker')).toEqual(['sample_noisy']);
    expect(await names('/all')).toEqual(['sample_echo', 'sample_noisy']);
  });

  it('[MC6] a refused caller gets the problem, and no tool runs', async () => {
    const problem = { status: 401, code: 'unauthorized', message: 'Bad key.', error_id: 'err_9' };
    const watched = watchedTool();
    const { handler } = open({
      ...withTools(watched.tool),
      authenticate: async () => ({
        ok: false,
        problem: { ...problem, headers: { 'www-authenticate': 'Bearer' } },
      }),
    });
    const response = await handler(rawCall({ era, tool: 'watched' }));
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toBe('Bearer');
    const { code, message, error_id } = problem;
    expect(await response.json()).toMatchObject({
      error: { data: { error: { code, message, error_id } } },
    });
    const neverStarted = await Promise.race([watched.started, Promise.resolve('not started')]);
    expect(neverStarted).toBe('not started');
  });

  it('[MC6] a tool learns the caller and the headers, not the secrets among them', async () => {
    const watched = watchedTool();
    const { handler } = open({
      ...withTools(watched.tool),
      authenticate: async (request) => ({ ok: true, caller: request.headers.get('authorization') }),
    });
    const headers = { authorization: 'Bearer s3cret', cookie: 's3cret', 'x-trace': 'abc' };
    const answer = handler(rawCall({ era, tool: 'watched', headers }));
    const context = await watched.started;
    expect(context.caller).toBe('Bearer s3cret');
    expect(context.headers).toMatchObject({ 'x-trace': 'abc' });
    expect(JSON.stringify(context.headers)).not.toContain('s3cret');
    watched.release();
    await (await answer).text();
  });

  it('[MC8] a client that goes away cancels its call', async () => {
    const watched = watchedTool();
    const gone = new AbortController();
    const { handler } = open(withTools(watched.tool));
    const request = rawCall({ era, tool: 'watched', signal: gone.signal });
    const answer = handler(request).catch(() => undefined);
    await watched.started;
    gone.abort();
    expect(await watched.ended).toBe('aborted');
    await answer;
  });

  it('[MC9] progress reaches a client that asked for it, in order', async () => {
    const counting: McpTool<unknown> = {
      ...echoTool,
      call: async (_input, { progress }) => {
        for (const step of [1, 2])
          progress?.({ progress: step, total: 2, message: `step ${step}` });
        return { ok: true, value: { text: String(progress !== undefined), caller: '' } };
      },
    };
    const client = await open(withTools(counting)).connect(era);
    const seen: unknown[] = [];
    const asked = await client.callTool(
      { name: 'sample_echo' },
      { onprogress: (progress) => seen.push(progress) },
    );
    expect(asked.structuredContent).toMatchObject({ text: 'true' });
    expect(seen).toEqual([
      { progress: 1, total: 2, message: 'step 1' },
      { progress: 2, total: 2, message: 'step 2' },
    ]);
    const silent = await client.callTool({ name: 'sample_echo' });
    expect(silent.structuredContent).toMatchObject({ text: 'false' });
  });

  it('[MC10] calls over the limit are refused and told when to come back', async () => {
    const watched = watchedTool();
    const { handler } = open({ ...withTools(watched.tool, echoTool), maxConcurrentCalls: 1 });
    const first = handler(rawCall({ era, tool: 'watched' }));
    await watched.started;
    const echo = () => handler(rawCall({ era, tool: 'sample_echo', input: { text: 'x' } }));
    expect(await (await echo()).text()).toContain('retry_after_seconds');
    watched.release();
    await (await first).text();
    expect(await (await echo()).text()).not.toContain('retry_after_seconds');
  });

  it('[MC14] no session is opened', async () => {
    const response = await open().handler(rawCall({ era, tool: 'sample_echo' }));
    expect(response.headers.has('mcp-session-id')).toBe(false);
    await response.text();
  });

  it('[MC16] prompts are filled in; a missing argument and an unknown name are refused', async () => {
    const client = await open().connect(era);
    const prompt = await client.getPrompt({ name: 'sample_prompt', arguments: { topic: 'tea' } });
    expect(prompt.messages).toEqual([
      { role: 'user', content: { type: 'text', text: 'Write about tea.' } },
    ]);
    await expect(client.getPrompt({ name: 'sample_prompt' })).rejects.toMatchObject({
      code: -32_602,
    });
    await expect(client.getPrompt({ name: 'nope' })).rejects.toMatchObject({ code: -32_602 });
  });

  it('[MC16] a resource that is not there, or not for this caller, is not found', async () => {
    const client = await open().connect(era);
    const found = await client.readResource({ uri: 'test://template/7/data' });
    expect(found.contents).toMatchObject([{ uri: 'test://template/7/data' }]);
    await expect(client.readResource({ uri: 'test://nope' })).rejects.toThrow(/not found/i);
  });
});

describe('the MCP address', () => {
  it.each([
    ['a batch', '[{"jsonrpc":"2.0","id":1,"method":"ping"}]', 400],
    ['broken JSON', '{"jsonrpc"', 400],
    ['a forbidden key', '{"jsonrpc":"2.0","id":1,"method":"ping","params":{"__proto__":{}}}', 400],
    ['a body over 1 MiB', JSON.stringify({ text: 'x'.repeat(1_048_576) }), 413],
  ])('[MC7] refuses %s', async (_what, body, status) => {
    const response = await open().handler(rawPost(body));
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ jsonrpc: '2.0', id: null });
  });

  it('[MC7] refuses a body that is not declared as JSON', async () => {
    const request = new Request(endpointUrl, { method: 'POST', body: '{}' });
    expect((await open().handler(request)).status).toBe(415);
  });

  it.each(['GET', 'DELETE'])('[MC14] %s is not offered', async (method) => {
    expect((await open().handler(new Request(endpointUrl, { method }))).status).toBe(405);
  });

  it('[MC5] answers an address without an endpoint with the ones there are', async () => {
    const response = await open().handler(new Request(`${endpointUrl}/nope`, { method: 'POST' }));
    expect(response.status).toBe(404);
    expect(await response.text()).toContain('/mcp/worker');
  });

  it('[MC17] refuses once it is closed, also when it was never used', async () => {
    const { handler } = open();
    await handler.close();
    const response = await handler(rawCall({ era: '2026-07-28', tool: 'sample_echo' }));
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('5');
  });
});
