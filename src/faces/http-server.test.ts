import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createHttpServer, type HttpLimits, httpLimits, listen } from './http-server.ts';

const encoder = new TextEncoder();

/** Answers with a stream that goes on for as long as somebody writes to it. */
async function startStreaming(limits: Partial<HttpLimits>) {
  const written = Promise.withResolvers<ReadableStreamDefaultController<Uint8Array>>();
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(encoder.encode('first'));
      written.resolve(controller);
    },
  });
  const answer = async (request: Request): Promise<Response> =>
    new Response(request.method === 'GET' ? body : await request.text());
  const server = createHttpServer(answer, { ...httpLimits, ...limits });
  const port = await listen(server, { host: '127.0.0.1', port: 0 });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    port,
    write: async (text: string) => (await written.promise).enqueue(encoder.encode(text)),
  };
}

function openSocket(port: number): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  onTestFinished(() => void socket.destroy());
  return socket;
}

const textOf = async (socket: Socket): Promise<string> =>
  String(((await once(socket, 'data')) as [Buffer])[0]);

describe('the HTTP server', () => {
  it.each([
    'GET /slow HTTP/1.1\r\nHost: x\r\n',
    'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n12',
  ])(
    '[AP13] who never ends a request is sent away, and an open stream goes on: %j',
    async (half) => {
      const short = { headersTimeout: 50, requestTimeout: 50, connectionsCheckingInterval: 10 };
      const { port, write } = await startStreaming(short);
      const reader = openSocket(port);
      reader.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
      expect(await textOf(reader)).toContain('200');
      const slow = openSocket(port);
      slow.resume().write(half);
      await once(slow, 'close');
      expect(reader.destroyed).toBe(false);
      await write('second');
      let text = '';
      while (!text.includes('second')) text += await textOf(reader);
    },
  );

  it('[AP13] more connections than allowed are closed at once', async () => {
    const { port } = await startStreaming({ maxConnections: 1 });
    const first = openSocket(port);
    first.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    expect(await textOf(first)).toContain('200');
    const second = openSocket(port);
    await once(second.resume(), 'close');
    expect(first.destroyed).toBe(false);
  });
});
