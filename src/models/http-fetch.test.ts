import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createHttpFetch, httpFetch } from './http-fetch.ts';

describe('the way to the network', () => {
  const servers: Server[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) {
      server.closeAllConnections();
      server.close();
    }
  });

  async function serve(listener: RequestListener): Promise<string> {
    const server = createServer(listener);
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/x`;
  }

  const post = (url: string, body = '{}', signal?: AbortSignal): Promise<Response> =>
    httpFetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': 'k' },
      body,
      ...(signal ? { signal } : {}),
    });

  it('sends a text with its headers, and gives status, headers and body', async () => {
    const url = await serve((request, response) => {
      request.setEncoding('utf8');
      let text = '';
      request.on('data', (chunk: string) => {
        text += chunk;
      });
      request.on('end', () => {
        response.writeHead(429, { 'retry-after': '3' });
        response.end(`${request.method} ${String(request.headers['x-api-key'])} ${text}`);
      });
    });
    const response = await post(url, '{"é":1}');
    expect(response.status).toBe(429);
    expect(response.headers.get('retry-after')).toBe('3');
    expect(await response.text()).toBe('POST k {"é":1}');
  });

  it('[MD28] a kept connection that was closed meanwhile costs no try', async () => {
    const used = new WeakSet<object>();
    const answered: number[] = [];
    const url = await serve((request, response) => {
      const { socket } = request;
      if (used.has(socket)) {
        socket.destroy();
        return;
      }
      used.add(socket);
      answered.push(socket.remotePort ?? 0);
      request.resume();
      response.end('ok');
    });
    for (let turn = 0; turn < 3; turn += 1) expect(await (await post(url)).text()).toBe('ok');
    expect(new Set(answered).size).toBe(3);
  });

  it('[MD28] a kept connection that breaks later is a failure', async () => {
    let calls = 0;
    const url = await serve((request, response) => {
      calls += 1;
      if (calls === 1) {
        request.resume();
        response.end('ok');
      } else request.socket.destroy();
    });
    let nowMs = 0;
    const slow = createHttpFetch(() => {
      nowMs += 2_000;
      return nowMs;
    });
    await (await slow(url, { method: 'POST', body: '{}' })).text();
    const later = slow(url, { method: 'POST', body: '{}' });
    await expect(later).rejects.toMatchObject({ code: 'ECONNRESET' });
    expect(calls).toBe(2);
  });

  it('[MD28] a new connection that breaks is a failure', async () => {
    let calls = 0;
    const url = await serve(({ socket }) => {
      calls += 1;
      socket.destroy();
    });
    await expect(post(url)).rejects.toMatchObject({ code: 'ECONNRESET' });
    expect(calls).toBe(1);
  });

  it('[MD5] a body that breaks off is no whole one', async () => {
    const url = await serve((_request, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('half', () => response.destroy());
    });
    const response = await post(url);
    await expect(response.text()).rejects.toThrow();
  });

  it('[MD13] ends when it is called off, before an answer and in the middle of one', async () => {
    const silent = await serve(() => undefined);
    const early = new AbortController();
    const waiting = post(silent, '{}', early.signal);
    early.abort();
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
    const begun = await serve((_request, response) => void response.write('a'));
    const late = new AbortController();
    const reader = (await post(begun, '{}', late.signal)).body?.getReader();
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('a');
    late.abort();
    await expect(reader?.read()).rejects.toThrow();
  });

  it('[MD13] what arrives while its reader leaves goes nowhere', async () => {
    const url = await serve((_request, response) => {
      response.flushHeaders();
      const more = (): void => {
        if (response.destroyed) return;
        response.write('a');
        setImmediate(more);
      };
      more();
    });
    const thrown: unknown[] = [];
    const heed = (error: unknown): void => void thrown.push(error);
    process.on('uncaughtException', heed);
    const turn = (): Promise<unknown> => new Promise(setImmediate);
    // Turn by turn, so that one of them leaves between the arrival and the handing on.
    for (let turns = 0; turns < 40; turns += 1) {
      const { body } = await post(url);
      for (let left = turns; left > 0; left -= 1) await turn();
      await body?.cancel();
    }
    await turn();
    process.off('uncaughtException', heed);
    expect(thrown).toEqual([]);
  });

  it('[MD21] follows no redirect', async () => {
    let calls = 0;
    const url = await serve((_request, response) => {
      calls += 1;
      response.writeHead(302, { location: '/elsewhere' });
      response.end();
    });
    expect((await post(url)).status).toBe(302);
    expect(calls).toBe(1);
  });
});
