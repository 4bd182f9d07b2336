// The way to the network, as fetch for what providers' packages need of it: a text goes out, a stream
// comes back. Unlike fetch it sends again at once where a connection that was kept from an earlier call
// turns out to be closed; fetch fails there, and so may the next try, on another such connection.
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';

export type Fetch = typeof globalThis.fetch;

const connectMs = 10_000;
/** One that was closed before says so at once; one that breaks later may have been at work, and paid. */
const staleMs = 1_000;
const resendsMax = 2;

interface Sent {
  readonly url: URL;
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body: string;
  readonly signal: AbortSignal | undefined;
}

/** With any clock that does not go back. */
export const createHttpFetch =
  (now: () => number = () => performance.now()): Fetch =>
  async (input, init = {}) => {
    const { method = 'GET', headers, body, signal } = init;
    if (body !== undefined && body !== null && typeof body !== 'string') {
      throw new TypeError('only texts are sent');
    }
    const sent = {
      url: new URL(input instanceof Request ? input.url : input),
      method,
      headers: Object.fromEntries(new Headers(headers)),
      body: body ?? '',
      signal: signal ?? undefined,
    };
    return responseOf(await send(sent, now));
  };

export const httpFetch = createHttpFetch();

/** Each try that meets a closed connection takes it out of those that are kept. */
async function send(sent: Sent, now: () => number): Promise<IncomingMessage> {
  for (let left = resendsMax; ; left -= 1) {
    const startedMs = now();
    const answered = await sendOnce(sent, () => left > 0 && now() - startedMs < staleMs);
    if (answered !== 'stale') return answered;
  }
}

function sendOnce(
  { url, method, headers, body, signal }: Sent,
  mayBeStale: () => boolean,
): Promise<IncomingMessage | 'stale'> {
  const open = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const request = open(url, { method, headers, ...(signal ? { signal } : {}) });
    request.once('response', resolve);
    // Later ones are the response's, which tells them to its reader.
    request.on('error', (error) =>
      isClosed(request, error) && mayBeStale() ? resolve('stale') : reject(error),
    );
    request.once('socket', (socket) => {
      if (socket.connecting) limitConnecting(request);
    });
    request.end(body);
  });
}

const isClosed = ({ reusedSocket }: ClientRequest, error: NodeJS.ErrnoException): boolean =>
  reusedSocket && (error.code === 'ECONNRESET' || error.code === 'EPIPE');

function limitConnecting(request: ClientRequest): void {
  const timer = setTimeout(() => request.destroy(new Error('no connection')), connectMs);
  const done = (): void => clearTimeout(timer);
  request.socket?.once('connect', done);
  request.once('close', done);
}

const withoutBody = [204, 205, 304];

function responseOf(message: IncomingMessage): Response {
  const headers = new Headers();
  for (const [name, values] of Object.entries(message.headersDistinct)) {
    for (const value of values ?? []) headers.append(name, value);
  }
  const status = message.statusCode ?? 0;
  if (withoutBody.includes(status)) message.resume();
  const body = withoutBody.includes(status) ? null : streamOf(message);
  return new Response(body, { status, headers });
}

/** What arrives together is handed on together: every chunk costs its way through five streams. */
function streamOf(message: IncomingMessage): ReadableStream<Uint8Array> {
  let arrived: Buffer[] = [];
  let isLeft = false;
  return new ReadableStream<Uint8Array>({
    start(controller) {
      const handOn = (): void => {
        if (arrived.length === 0 || isLeft) return;
        controller.enqueue(Buffer.concat(arrived));
        arrived = [];
        if ((controller.desiredSize ?? 0) <= 0) message.pause();
      };
      message.on('data', (chunk: Buffer) => {
        if (arrived.push(chunk) === 1) setImmediate(handOn);
      });
      message.once('end', () => {
        handOn();
        if (!isLeft) controller.close();
      });
      // Also when it breaks off before its end.
      message.once('error', (error) => {
        handOn();
        controller.error(error);
      });
    },
    pull: () => void message.resume(),
    cancel() {
      isLeft = true;
      message.destroy();
    },
  });
}
