import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { errorOf, ToolWorld } from '../../../test/support/tool-world.ts';
import { createSafeFetch, type SafeFetch } from '../../base/safe-fetch.ts';
import { policySchema } from '../safety/policy.ts';
import { actDigest, runTool } from './run-tool.ts';
import { builtInTools, compensations, findTool, requireTool } from './table.ts';
import type { ToolContext } from './tool.ts';

let world: ToolWorld;
beforeEach(async () => {
  world = await ToolWorld.open();
});
afterEach(() => world.close());

describe('the table of tools', () => {
  it('[TL35] every tool with effects says how they are taken back, and no other does', () => {
    const withEffects = builtInTools
      .filter(({ effects }) => effects !== 'none')
      .map(({ name }) => name);
    expect(Object.keys(compensations).sort()).toEqual([...withEffects].sort());
    for (const { name, effects, reversibility } of builtInTools) {
      expect([name, reversibility === 'none']).toEqual([name, effects === 'none']);
      expect([name, compensations[name] === null]).toEqual([
        name,
        reversibility === 'irreversible',
      ]);
    }
  });

  it('[TL35] every tool has its own name, a sentence, and strict parameters', () => {
    expect(new Set(builtInTools.map(({ name }) => name)).size).toBe(11);
    for (const tool of builtInTools) {
      expect(findTool(tool.name)).toBe(tool);
      expect(tool.description).toMatch(/^[A-Z].*\.$/);
      expect(z.toJSONSchema(tool.params, { io: 'input' })).toBeTypeOf('object');
      expect(tool.params.safeParse({ surprise: 1 }).success).toBe(false);
    }
    expect(findTool('constructor')).toBeUndefined();
    expect(() => requireTool('rm')).toThrow('There is no tool rm');
  });

  it('[TL35] parameters that do not fit are refused before anything happens', async () => {
    const error = await errorOf(runTool(requireTool('file_write'), { path: 1 }, world.context()));
    expect([error.code, error.facts.tool]).toEqual(['INVALID_ARGUMENTS', 'file_write']);
  });

  it('[TL36] a digest changes with the tool and with every parameter, and not with their order', () => {
    const digest = actDigest('file_write', { path: 'a', content: 'b' });
    expect(actDigest('file_write', { content: 'b', path: 'a' })).toBe(digest);
    expect(actDigest('file_write', { path: 'a', content: 'c' })).not.toBe(digest);
    expect(actDigest('file_edit', { path: 'a', content: 'b' })).not.toBe(digest);
  });
});

describe('waiting and asking', () => {
  it('[TL37] a moment to come parks the step, one that is over goes on', async () => {
    const wait = (until: string) => runTool(requireTool('wait_until'), { until }, world.context());
    const nowMs = world.context().now();
    expect(await wait('2024-01-01T00:00:00+01:00')).toEqual(await wait('2023-12-31T23:00:00Z'));
    expect((await errorOf(wait('2030-01-01T00:00:00Z'))).code).toBe('limit_exceeded');
    expect(await wait('2023-12-01T00:00:00Z')).toEqual({
      park: { for: 'time', until: Date.parse('2023-12-01T00:00:00Z') },
    });
    expect(await wait('2020-01-01T00:00:00Z')).toEqual({
      output: { reached: new Date(nowMs).toISOString() },
      labels: [],
    });
    expect((await errorOf(wait('soon'))).code).toBe('INVALID_ARGUMENTS');
  });

  it('[TL37] a question parks the step until the answer is there', async () => {
    const ask = (params: object) => runTool(requireTool('ask_person'), params, world.context());
    const question = { question: 'Which color?', choices: ['red', 'blue'] };
    expect(await ask(question)).toEqual({ park: { for: 'answer', ...question } });
    expect(await ask({ ...question, answer: 'red' })).toEqual({
      output: { answer: 'red' },
      labels: [],
    });
  });
});

describe('fetching', () => {
  let server: Server;
  let safeFetch: SafeFetch;
  let host = '';
  const paths: string[] = [];

  beforeAll(async () => {
    server = createServer((request, response) => {
      paths.push(`${request.method} ${request.url}`);
      if (request.url === '/away')
        response.writeHead(302, { location: `http://localhost/x` }).end();
      else if (request.url === '/image')
        response.writeHead(200, { 'content-type': 'image/png' }).end('x');
      else if (request.url === '/large')
        response.writeHead(200, { 'content-type': 'text/plain' }).end('x'.repeat(2_000));
      else if (request.url === '/latin')
        response
          .writeHead(200, { 'content-type': 'text/plain; charset=iso-8859-1' })
          .end(Buffer.from([0xfc]));
      else
        response
          .writeHead(404, { 'content-type': 'application/problem+json' })
          .end('{"a":"my-secret-value"}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    safeFetch = createSafeFetch({ allow: [host] });
  });
  afterAll(async () => {
    await safeFetch.close();
    await new Promise((resolve) => server.close(resolve));
  });

  const context = (hosts: string[] = [host]): ToolContext =>
    world.context('k/1', {
      fetch: safeFetch,
      policy: policySchema.parse({ hosts, limits: { fetch_bytes: 1_000 } }),
    });
  const get = (path: string, hosts?: string[]) =>
    world.run('fetch_url', { url: `http://${host}${path}` }, context(hosts));

  it('[TL30] asks an allowed host and gives status and text', async () => {
    const { output } = await get('/none?q=1');
    expect(output).toMatchObject({
      status: 404,
      content_type: 'application/problem+json',
      bytes: 23,
    });
    expect(paths.at(-1)).toBe('GET /none?q=1');
    expect((await get('/latin')).output.text).toBe('ü');
  });

  it('[TL30] a host that is not on the list, or behind a redirect, is not asked', async () => {
    const count = paths.length;
    expect((await errorOf(get('/x', []))).code).toBe('forbidden');
    expect((await errorOf(get('/x', ['127.0.0.1']))).code).toBe('forbidden');
    expect((await errorOf(get('/x', ['example.com']))).code).toBe('forbidden');
    expect(paths).toHaveLength(count);
    expect((await errorOf(get('/away'))).code).toBe('fetch_failed');
    const call = world.run('fetch_url', { url: 'http://10.0.0.1/' }, context(['10.0.0.1']));
    expect((await errorOf(call)).code).toBe('address_blocked');
    const file = world.run('fetch_url', { url: 'file:///etc/passwd' }, context());
    expect((await errorOf(file)).code).toBe('address_blocked');
  });

  it('[TL30] takes text only, and up to a limit', async () => {
    expect((await errorOf(get('/image'))).code).toBe('unsupported_media_type');
    expect((await errorOf(get('/large'))).code).toBe('fetch_failed');
  });
});
