import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { isPlanwrightError, type PlanwrightError } from './errors.ts';
import type { SafeFetch, SafeFetchInit } from './safe-fetch.ts';
import { createSafeFetch } from './safe-fetch.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** A server on loopback; its port. */
async function serve(handler: Handler): Promise<number> {
  const server: Server = createServer(handler);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanups.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return (server.address() as AddressInfo).port;
}

/** Every name of the tests lives on loopback, so no test needs a network. */
function open(...allow: readonly string[]): SafeFetch {
  const resolve = () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]);
  const safeFetch = createSafeFetch({ allow, resolve });
  cleanups.push(() => safeFetch.close());
  return safeFetch;
}

async function errorOf(attempt: Promise<unknown>): Promise<PlanwrightError> {
  const error: unknown = await attempt.then(
    () => new Error('it succeeded'),
    (reason: unknown) => reason,
  );
  if (!isPlanwrightError(error)) throw error;
  return error;
}

const redirectTo = (location: string, status = 302): Handler => {
  return (_, response) => response.writeHead(status, { location }).end('elsewhere');
};

const echo: Handler = (request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const body = Buffer.concat(chunks).toString();
    response.end(JSON.stringify({ method: request.method, headers: request.headers, body }));
  });
};

interface Echo {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const echoed = async (response: Promise<Response>): Promise<Echo> =>
  (await (await response).json()) as Echo;

describe('addresses', () => {
  it.each([
    ['loopback', '127.0.0.1'],
    ['decimal', '2130706433'],
    ['hex', '0x7f000001'],
    ['octal', '0177.0.0.1'],
    ['short', '127.1'],
    ['full-width digits', '１２７.0.0.1'],
    ['percent signs', '%31%32%37.0.0.1'],
    ['unspecified', '0'],
    ['IPv6 loopback', '[::1]'],
    ['IPv6 unspecified', '[::]'],
    ['mapped', '[::ffff:127.0.0.1]'],
    ['mapped in hex', '[0:0:0:0:0:ffff:7f00:1]'],
    ['NAT64', '[64:ff9b::127.0.0.1]'],
    ['6to4', '[2002:7f00:1::]'],
    ['metadata', '169.254.169.254'],
    ['a name', 'localhost'],
    ['a name with a dot', 'localhost.'],
    ['another name', 'inside.example'],
  ])('[BA14] a private address as %s is refused before a byte is sent', async (_, host) => {
    let calls = 0;
    const port = await serve((_request, response) => {
      calls += 1;
      response.end();
    });
    const error = await errorOf(open()(`http://${host}:${port}/`));
    expect(error.code).toBe('address_blocked');
    expect(calls).toBe(0);
  });

  it('[BA14] https is checked alike', async () => {
    const error = await errorOf(open()('https://inside.example/'));
    expect(error.code).toBe('address_blocked');
  });

  it('[BA13] an allowed pair is reached, and no other port of the same host', async () => {
    const port = await serve((_, response) => response.end('hello'));
    const other = await serve((_, response) => response.end('secret'));
    const safeFetch = open(`127.0.0.1:${port}`, `Inside.example:${port}`);
    const response = await safeFetch(`http://127.0.0.1:${port}/x`);
    expect([response.status, await response.text()]).toEqual([200, 'hello']);
    expect(response.url).toBe(`http://127.0.0.1:${port}/x`);
    expect((await safeFetch(`http://inside.example:${port}/`)).ok).toBe(true);
    const error = await errorOf(safeFetch(`http://127.0.0.1:${other}/`));
    expect(error.code).toBe('address_blocked');
  });

  it.each(['ftp://a.example/', 'file:///etc/passwd', 'data:text/plain,x', 'javascript:1'])(
    '[BA14] %s is not called',
    async (url) => {
      expect((await errorOf(open()(url))).code).toBe('address_blocked');
    },
  );

  it('[BA14] an address with a password is not called, and not shown', async () => {
    const error = await errorOf(open()('http://ada:s3cr3tvalue@a.example/'));
    expect(error.code).toBe('address_blocked');
    expect(JSON.stringify([error.message, error.facts])).not.toContain('s3cr3tvalue');
  });

  it.each(['', 'not a url', 'http://', `http://a.example/${'x'.repeat(9_000)}`])(
    '[BA14] what is no address fails, case %#',
    async (url) => {
      expect((await errorOf(open()(url))).code).toBe('fetch_failed');
    },
  );
});

describe('redirects', () => {
  it.each([
    ['a private address', 'http://10.0.0.1/'],
    ['cloud metadata', 'http://169.254.169.254/latest/meta-data/'],
    ['a decimal address', 'http://2130706433/'],
    ['a private name', 'http://inside.example/'],
    ['a file', 'file:///etc/passwd'],
    ['an address with a password', 'http://a:b@c.example/'],
  ])('[BA15] a redirect to %s is refused', async (_, location) => {
    const port = await serve(redirectTo(location));
    const error = await errorOf(open(`127.0.0.1:${port}`)(`http://127.0.0.1:${port}/`));
    expect(error.code).toBe('address_blocked');
  });

  it('[BA15] a redirect to another port of an allowed host is refused', async () => {
    let reached = false;
    const other = await serve((_, response) => {
      reached = true;
      response.end();
    });
    const port = await serve(redirectTo(`http://127.0.0.1:${other}/`));
    const error = await errorOf(open(`127.0.0.1:${port}`)(`http://127.0.0.1:${port}/`));
    expect([error.code, reached]).toEqual(['address_blocked', false]);
  });

  it('[BA15] five redirects are followed, six are not', async () => {
    const port = await serve((request, response) => {
      const left = Number(request.url?.slice(1));
      if (left === 0) response.end('there');
      else redirectTo(`/${left - 1}`)(request, response);
    });
    const safeFetch = open(`127.0.0.1:${port}`);
    const response = await safeFetch(`http://127.0.0.1:${port}/5`);
    expect([await response.text(), response.url]).toEqual(['there', `http://127.0.0.1:${port}/0`]);
    const error = await errorOf(safeFetch(`http://127.0.0.1:${port}/6`));
    expect(error.code).toBe('fetch_failed');
    const none = safeFetch(`http://127.0.0.1:${port}/1`, { maxRedirects: 0 });
    expect((await errorOf(none)).code).toBe('fetch_failed');
  });

  const headers = {
    Authorization: 'Bearer s3cr3tvalue',
    Cookie: 's3cr3tvalue',
    'X-Api-Key': 's3cr3tvalue',
    Accept: 'text/plain',
  };

  it('[BA15] another origin gets no credentials, the same one keeps them', async () => {
    const target = await serve(echo);
    const port = await serve((request, response) => {
      if (request.url === '/here') redirectTo('/echo')(request, response);
      else if (request.url === '/echo') echo(request, response);
      else redirectTo(`http://127.0.0.1:${target}/`)(request, response);
    });
    const safeFetch = open(`127.0.0.1:${port}`, `127.0.0.1:${target}`);
    const away = await echoed(safeFetch(`http://127.0.0.1:${port}/away`, { headers }));
    expect(JSON.stringify(away)).not.toContain('s3cr3tvalue');
    expect(away.headers.accept).toBe('text/plain');
    const here = await echoed(safeFetch(`http://127.0.0.1:${port}/here`, { headers }));
    expect(here.headers).toMatchObject({
      authorization: 'Bearer s3cr3tvalue',
      cookie: 's3cr3tvalue',
    });
  });

  it.each([
    [301, 'POST', 'GET', ''],
    [302, 'POST', 'GET', ''],
    [303, 'PUT', 'GET', ''],
    [307, 'POST', 'POST', 'body'],
    [308, 'PUT', 'PUT', 'body'],
    [302, 'PUT', 'PUT', 'body'],
  ])('[BA15] after %d a %s becomes a %s', async (status, method, expected, body) => {
    const port = await serve((request, response) => {
      if (request.url === '/echo') echo(request, response);
      else redirectTo('/echo', status)(request, response);
    });
    const init: SafeFetchInit = { method, body: 'body', headers: { 'content-type': 'text/plain' } };
    const seen = await echoed(open(`127.0.0.1:${port}`)(`http://127.0.0.1:${port}/`, init));
    expect([seen.method, seen.body]).toEqual([expected, body]);
    expect('content-type' in seen.headers).toBe(body !== '');
  });
});

describe('limits', () => {
  it('[BA16] a body over the limit is refused, announced or not, and one at the limit is not', async () => {
    const port = await serve((request, response) => {
      if (request.url === '/announced') response.setHeader('content-length', '1001');
      response.end(Buffer.alloc(request.url === '/fits' ? 1_000 : 1_001));
    });
    const safeFetch = open(`127.0.0.1:${port}`);
    const call = (path: string) =>
      safeFetch(`http://127.0.0.1:${port}${path}`, { maxBytes: 1_000 });
    expect((await (await call('/fits')).bytes()).byteLength).toBe(1_000);
    for (const path of ['/announced', '/streamed']) {
      expect((await errorOf(call(path))).message).toContain('more than 1000 bytes');
    }
  });

  it('[BA16] a small body that unpacks to a large one is refused', async () => {
    const packed = gzipSync(Buffer.alloc(2_000_000));
    const port = await serve((_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(packed);
    });
    expect(packed.byteLength).toBeLessThan(10_000);
    const error = await errorOf(open(`127.0.0.1:${port}`)(`http://127.0.0.1:${port}/`));
    expect([error.code, error.message]).toEqual([
      'fetch_failed',
      `127.0.0.1:${port} sent more than 1048576 bytes`,
    ]);
  });

  it('[BA16] a packed body arrives unpacked, without headers of the packed one', async () => {
    const port = await serve((_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('unpacked'));
    });
    const response = await open(`127.0.0.1:${port}`)(`http://127.0.0.1:${port}/`);
    expect(response.headers.has('content-encoding')).toBe(false);
    expect(await response.text()).toBe('unpacked');
  });

  it.each(['/silent', '/half'])('[BA16] a server that stalls (%s) is given up', async (path) => {
    const port = await serve((request, response) => {
      if (request.url === '/half') response.writeHead(200).write('half');
    });
    const call = open(`127.0.0.1:${port}`)(`http://127.0.0.1:${port}${path}`, { timeoutMs: 100 });
    const error = await errorOf(call);
    expect(error.code).toBe('fetch_failed');
    expect(error.message).toBe(`127.0.0.1:${port} did not finish within 100 ms`);
  });

  it('[BA16] the caller can give up', async () => {
    const caller = new AbortController();
    const port = await serve(() => caller.abort());
    const call = open(`127.0.0.1:${port}`)(`http://127.0.0.1:${port}/`, { signal: caller.signal });
    expect((await errorOf(call)).code).toBe('fetch_failed');
  });
});

describe('answers', () => {
  it.each([204, 304, 404, 500])('[BA17] status %d is an answer, not an error', async (status) => {
    const port = await serve((_, response) => response.writeHead(status, { 'x-a': 'b' }).end());
    const response = await open(`127.0.0.1:${port}`)(`http://127.0.0.1:${port}/`);
    expect([response.status, response.headers.get('x-a')]).toEqual([status, 'b']);
  });

  it('[BA17] a server that hangs up is a typed error that names the host alone', async () => {
    const port = await serve((request) => request.socket.destroy());
    const error = await errorOf(
      open(`127.0.0.1:${port}`)(`http://127.0.0.1:${port}/s3cr3tpath?key=s3cr3tvalue`),
    );
    expect(error.code).toBe('fetch_failed');
    expect(error.facts).toEqual({ host: `127.0.0.1:${port}` });
    expect(error.message).not.toContain('s3cr3t');
  });

  it('[BA17] the caller cannot set headers of the connection', async () => {
    const port = await serve(echo);
    const headers = { Host: 'other.example', 'Content-Length': '3', Connection: 'upgrade' };
    const init = { method: 'POST', body: 'body', headers };
    const seen = await echoed(open(`127.0.0.1:${port}`)(`http://127.0.0.1:${port}/`, init));
    expect(seen.headers.host).toBe(`127.0.0.1:${port}`);
    expect(seen.headers['user-agent']).toBe('planwright');
    expect(seen.body).toBe('body');
  });

  it('[BA17] a header that is not valid is a typed error without its value', async () => {
    const headers = { 'X-Key': 's3cr3t\nvalue' };
    const error = await errorOf(open()('http://a.example/', { headers }));
    expect(error.code).toBe('fetch_failed');
    expect(`${error.message} ${String(error.cause)}`).not.toContain('s3cr3t');
  });

  it('[BA17] closing before the first call is harmless', async () => {
    await expect(createSafeFetch({ allow: [] }).close()).resolves.toBeUndefined();
  });
});
