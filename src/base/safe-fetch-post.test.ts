import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { PlanwrightError } from './errors.ts';
import { createSafePost, type SafePost } from './safe-fetch-post.ts';

const servers: Server[] = [];
const posts: SafePost[] = [];

afterEach(async () => {
  for (const post of posts.splice(0)) await post.close();
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function open(...allow: string[]): SafePost {
  const post = createSafePost({ allow });
  posts.push(post);
  return post;
}

const init = { headers: { 'x-a': 'b' }, body: '{"a":1}', timeoutMs: 5_000 };

async function errorOf(call: Promise<unknown>): Promise<PlanwrightError> {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(PlanwrightError);
  return error as PlanwrightError;
}

describe('a post to an address of somebody else', () => {
  it('[BA18] sends method, path, query, headers and body, and gives the status', async () => {
    const seen: unknown[] = [];
    const host = await serve((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { method, url, headers } = request;
        seen.push([
          method,
          url,
          headers['x-a'],
          headers['user-agent'],
          String(Buffer.concat(chunks)),
        ]);
        response.writeHead(202).end('fine');
      });
    });
    const post = open(host);
    expect(await post(`http://${host}/in?key=1`, init)).toBe(202);
    expect(await post(`http://${host}/in`, { ...init, body: Buffer.from('bytes') })).toBe(202);
    expect(seen).toEqual([
      ['POST', '/in?key=1', 'b', 'planwright', '{"a":1}'],
      ['POST', '/in', 'b', 'planwright', 'bytes'],
    ]);
  });

  it.each([301, 307, 404, 410, 500])(
    '[BA18] status %d is an answer; no redirect is followed',
    async (status) => {
      let calls = 0;
      const host = await serve((_, response) => {
        calls += 1;
        response.writeHead(status, { location: '/elsewhere' }).end();
      });
      expect(await open(host)(`http://${host}/`, init)).toBe(status);
      expect(calls).toBe(1);
    },
  );

  it('[BA18] uses connections again, unless an answer is longer than is read', async () => {
    const sockets = new Set<unknown>();
    let size = 10;
    const host = await serve((request, response) => {
      sockets.add(request.socket);
      response.writeHead(200).end('x'.repeat(size));
    });
    const post = open(host);
    for (let count = 0; count < 30; count += 1) await post(`http://${host}/`, init);
    expect(sockets.size).toBeLessThanOrEqual(3);
    sockets.clear();
    size = 5_000_000;
    for (let count = 0; count < 10; count += 1) {
      expect(await post(`http://${host}/`, init)).toBe(200);
    }
    expect(sockets.size).toBeGreaterThan(5);
  });

  it.each([
    'http://127.0.0.1:1/s3cr3t',
    'http://10.0.0.1/s3cr3t',
    'http://[::1]:1/s3cr3t',
    'http://2130706433:1/s3cr3t',
  ])('[BA18] %s is not called, and the error names the host alone', async (url) => {
    const error = await errorOf(open()(url, init));
    expect(error.code).toBe('address_blocked');
    expect(error.message).not.toContain('s3cr3t');
  });

  it.each(['ftp://a.example/', 'https://user:s3cr3t@a.example/'])(
    '[BA18] %s is refused',
    async (url) => {
      const error = await errorOf(open()(url, init));
      expect(error.code).toBe('address_blocked');
      expect(error.message).not.toContain('s3cr3t');
    },
  );

  it.each([
    ['before the answer', '/none'],
    ['in the middle of it', '/half'],
  ])('[BA18] a server that stops %s is given up after the time', async (_name, path) => {
    const host = await serve((request, response) => {
      if (request.url === '/half') response.writeHead(200, { 'content-length': '9' }).write('half');
    });
    const error = await errorOf(open(host)(`http://${host}${path}`, { ...init, timeoutMs: 80 }));
    expect([error.code, error.message]).toEqual([
      'fetch_failed',
      `${host} did not finish within 80 ms`,
    ]);
  });

  it('[BA18] that is cut off goes again at once', async () => {
    let tries = 0;
    const host = await serve((request, response) => {
      tries += 1;
      if (tries === 1) request.socket.destroy();
      else response.end();
    });
    expect(await open(host)(`http://${host}/`, init)).toBe(200);
    expect(tries).toBe(2);
  });

  it('[BA18] that is cut off twice has failed', async () => {
    let tries = 0;
    const host = await serve((request) => {
      tries += 1;
      request.socket.destroy();
    });
    await errorOf(open(host)(`http://${host}/`, init));
    expect(tries).toBe(2);
  });

  it('[BA18] the caller can give up', async () => {
    const caller = new AbortController();
    const host = await serve(() => caller.abort());
    const error = await errorOf(open(host)(`http://${host}/`, { ...init, signal: caller.signal }));
    expect([error.code, error.facts]).toEqual(['fetch_failed', { host }]);
  });

  it('[BA18] closing before the first call is harmless', async () => {
    await expect(createSafePost({ allow: [] }).close()).resolves.toBeUndefined();
  });
});
