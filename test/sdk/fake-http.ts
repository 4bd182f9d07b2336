// A real HTTP server on loopback that records its calls and can be told to misbehave: drop the
// connection, answer with an error, or cut an answer short.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

export interface RecordedCall {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly body: Record<string, unknown>;
}

export type Fault =
  | { readonly kind: 'drop' }
  | { readonly kind: 'silent' }
  /** The call is carried out, and its answer is lost. */
  | { readonly kind: 'lose_answer' }
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly body: unknown;
      readonly headers?: Readonly<Record<string, string>>;
    };

export type Route = (call: RecordedCall, response: ServerResponse) => Promise<void> | void;

export class FakeHttp {
  readonly calls: RecordedCall[] = [];
  readonly #faults: { path: string; fault: Fault }[] = [];
  readonly #route: Route;
  readonly #server = createServer((request, response) => {
    this.#serve(request, response).catch(() => request.socket.destroy());
  });

  constructor(route: Route) {
    this.#route = route;
  }

  async listen(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('not on a port');
    return `http://127.0.0.1:${address.port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  /** The next calls of this path meet these faults, one each. */
  spoil(path: string, ...faults: Fault[]): void {
    this.#faults.push(...faults.map((fault) => ({ path, fault })));
  }

  callsTo(path: string): RecordedCall[] {
    return this.calls.filter((call) => call.path === path);
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://fake');
    const call: RecordedCall = {
      method: request.method ?? 'GET',
      path: url.pathname,
      query: url.searchParams,
      headers: request.headers,
      body: await readJson(request),
    };
    this.calls.push(call);
    const index = this.#faults.findIndex(({ path }) => path === call.path);
    const [spoiled] = index === -1 ? [] : this.#faults.splice(index, 1);
    await this.#answer(call, request, response, spoiled?.fault);
  }

  async #answer(
    call: RecordedCall,
    request: IncomingMessage,
    response: ServerResponse,
    fault: Fault | undefined,
  ): Promise<void> {
    switch (fault?.kind) {
      case undefined:
        await this.#route(call, response);
        break;
      case 'drop':
        request.socket.destroy();
        break;
      case 'silent':
        break;
      case 'lose_answer':
        response.write = () => true;
        response.end = () => response;
        await this.#route(call, response);
        request.socket.destroy();
        break;
      case 'answer':
        response.writeHead(fault.status, fault.headers);
        response.end(typeof fault.body === 'string' ? fault.body : JSON.stringify(fault.body));
        break;
    }
  }
}

async function readJson(request: IncomingMessage): Promise<Record<string, unknown>> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
}

export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

/** A problem document as the server writes it. */
export const problemFault = (
  status: number,
  code: string,
  retry: 'never' | 'after_change' | 'later',
  headers: Readonly<Record<string, string>> = {},
): Fault => ({
  kind: 'answer',
  status,
  headers: { 'content-type': 'application/problem+json', ...headers },
  body: {
    type: 'about:blank',
    title: code,
    status,
    code,
    retry,
    detail: `${code} happened`,
    error_id: 'err_1',
  },
});
