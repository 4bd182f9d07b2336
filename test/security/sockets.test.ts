// The same app behind real sockets: clients that send too much, too slowly, or go away half way.
import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { problem } from '../../src/contract/problem.ts';
import { openWorld, type World } from './world.ts';

let world: World;
let port: number;
/** Requests that came, and those that are through. */
const count = { begun: 0, ended: 0 };
let server: ReturnType<typeof createAdaptorServer>;

beforeAll(async () => {
  world = await openWorld('sqlite');
  server = createAdaptorServer({
    async fetch(request) {
      count.begun += 1;
      return world.app.fetch(request).finally(() => {
        count.ended += 1;
      });
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
});
afterAll(async () => {
  if ('closeAllConnections' in server) server.closeAllConnections();
  server.close();
  await world.close();
});

const watchers = (): number => world.app.services.watch.size;

function openSocket(): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  onTestFinished(() => void socket.destroy());
  return socket;
}

const headOf = (method: string, path: string, more: readonly string[] = []): string =>
  [
    `${method} ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    `Authorization: Bearer ${world.ownerKey}`,
    ...more,
    '',
    '',
  ].join('\r\n');

async function bodyOf(response: IncomingMessage): Promise<unknown> {
  let text = '';
  for await (const chunk of response) text += String(chunk);
  return JSON.parse(text);
}

/** Sends chunks without saying how many bytes will come. */
async function postChunks(chunks: number): Promise<IncomingMessage> {
  const headers = {
    authorization: `Bearer ${world.ownerKey}`,
    'content-type': 'application/json',
  };
  const path = '/api/plans/generate';
  const request = httpRequest({ port, host: '127.0.0.1', method: 'POST', path, headers });
  request.on('error', () => undefined);
  const answered = once(request, 'response');
  for (let index = 0; index < chunks; index += 1) request.write(' '.repeat(65_536));
  request.end();
  const [response] = (await answered) as [IncomingMessage];
  return response;
}

describe('clients at a socket', () => {
  it('[AP1] a chunked body over the limit is refused', async () => {
    const response = await postChunks(20);
    expect(response.statusCode).toBe(413);
    expect(problem.parse(await bodyOf(response)).code).toBe('too_large');
  });

  it('[SS5] a stream whose connection is cut is freed', async () => {
    const socket = openSocket();
    socket.write(headOf('GET', `/api/executions/${world.executionId}/stream`));
    await once(socket, 'data');
    await expect.poll(watchers).toBe(1);
    socket.destroy();
    await expect.poll(watchers).toBe(0);
  });

  it('[SS5] a hundred readers that come and go leave nothing', async () => {
    const sockets = Array.from({ length: 100 }, openSocket);
    for (const socket of sockets) {
      socket.write(headOf('GET', `/api/executions/${world.executionId}/stream`));
    }
    await Promise.all(sockets.map((socket) => once(socket, 'data')));
    for (const socket of sockets) socket.destroy();
    await expect.poll(watchers).toBe(0);
    expect(world.app.errors).toEqual([]);
  });

  it('[SS6] a body that never ends holds nothing and logs nothing once it is gone', async () => {
    const { begun } = count;
    const socket = openSocket();
    const more = ['Content-Type: application/json', 'Content-Length: 1000'];
    socket.write(`${headOf('POST', '/api/work/claim', more)}{"wait_seconds":`);
    await expect.poll(() => count.begun).toBe(begun + 1);
    socket.destroy();
    await expect.poll(() => count.ended).toBe(count.begun);
    expect(world.app.errors).toEqual([]);
  });

  it.each(['evil.example', `127.0.0.1.evil.example:1`])(
    '[SE11] Host %s is refused at the socket too',
    async (host) => {
      const socket = openSocket();
      socket.write(`GET /api/plans HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
      const [data] = (await once(socket, 'data')) as [Buffer];
      expect(data.toString()).toMatch(/^HTTP\/1\.1 403 /);
    },
  );
});
