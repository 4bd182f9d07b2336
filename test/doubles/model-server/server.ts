// A model server on loopback that speaks as OpenAI, Anthropic, Google and Ollama do, and answers or
// fails as a script says. It keeps a record of every call.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Call, keyOf, maskedHeaders } from './call-record.ts';
import { answerDelivery, answerOf, errorDelivery, json } from './deliveries.ts';
import { goodReply } from './faults.ts';
import { show, tags } from './ollama.ts';
import { dialectOf, nothingAsked, parsed, readBody, requestOf, wires } from './read-request.ts';
import { send } from './send.ts';
import type { Asked, Dialect, ModelRequest, Reply, Script, Wire } from './types.ts';

export interface ModelServerOptions {
  /** Without one every call gets a good answer. */
  readonly script?: Script;
  /** From the request to the first byte of every answer. */
  readonly latencyMs?: number;
  /** Any other key is refused. */
  readonly keys?: readonly string[];
  /** Listed by Ollama's and OpenAI's list of models. */
  readonly models?: readonly string[];
  /** What Ollama says of every model. */
  readonly contextTokens?: number;
  readonly port?: number;
}

export interface ModelServer {
  readonly url: string;
  readonly calls: readonly Call[];
  /** Answers and faults from now on. */
  play(script: Script): void;
  /** Calls that carried this text as key. */
  withKey(key: string): number;
  /** Calls whose prompt or system text holds this. */
  withText(text: string): number;
  /** Resolves when so many calls have come, or, with `ended`, have been answered. */
  reached(count: number, what?: 'begun' | 'ended'): Promise<void>;
  /** Forgets all calls. */
  clear(): void;
  close(): Promise<void>;
}

const keepAliveMs = 120_000;

export async function openModelServer(options: ModelServerOptions = {}): Promise<ModelServer> {
  const double = new Double(options);
  return double.open(options.port ?? 0);
}

class Double {
  readonly #options: ModelServerOptions;
  readonly #calls: Call[] = [];
  readonly #keys: string[] = [];
  readonly #seen = new Map<string, number>();
  readonly #watchers = new Set<() => void>();
  readonly #closing = new AbortController();
  #script: Script;

  constructor(options: ModelServerOptions) {
    this.#options = options;
    this.#script = options.script ?? ((request) => goodReply(request));
  }

  async open(port: number): Promise<ModelServer> {
    const server = createServer((request, response) => {
      this.#serve(request, response).catch((error: unknown) => {
        // A mistake of the script must be seen by the test, not taken for a fault.
        if (!response.headersSent) response.writeHead(500, json);
        response.end(
          JSON.stringify({ error: { message: `model server double: ${String(error)}` } }),
        );
      });
    });
    // As long as providers keep them: with Node's five seconds a busy client meets closed connections.
    server.keepAliveTimeout = keepAliveMs;
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return {
      url,
      calls: this.#calls,
      play: (script) => {
        this.#script = script;
      },
      withKey: (key) => this.#keys.filter((each) => each === key).length,
      withText: (text) =>
        this.#calls.filter(({ system, prompt }) => system.includes(text) || prompt.includes(text))
          .length,
      reached: (count, what = 'begun') => this.#reached(count, what),
      clear: () => this.#clear(),
      close: async () => {
        this.#closing.abort();
        const closed = new Promise((resolve) => server.close(resolve));
        server.closeAllConnections();
        await closed;
      },
    };
  }

  async #serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(incoming.url ?? '/', 'http://127.0.0.1');
    const text = await readBody(incoming);
    const dialect = dialectOf(url.pathname);
    if (dialect === undefined || incoming.method !== 'POST') {
      return this.#serveLists(url.pathname, response);
    }
    const startedMs = performance.now();
    const wire = wires[dialect];
    const body = parsed(text);
    const asked =
      body === undefined ? 'the body is not JSON' : wire.read(body, url, incoming.headers);
    const plain = typeof asked === 'string' ? nothingAsked : asked;
    const request = this.#request(plain, dialect, url.pathname, incoming);
    const call = this.#record(request, startedMs);
    const reply: Reply =
      typeof asked === 'string'
        ? { kind: 'error', error: 'bad_request', message: asked }
        : await this.#replyTo(request);
    await this.#deliver(reply, request, wire, call, response);
  }

  #request(asked: Asked, dialect: Dialect, path: string, incoming: IncomingMessage): ModelRequest {
    const key = keyOf(incoming.headers);
    this.#keys.push(key);
    const headers = maskedHeaders(incoming.headers);
    const more = { index: this.#calls.length, dialect, path, headers, key };
    return requestOf(asked, more, (text) => {
      const before = this.#seen.get(text) ?? 0;
      this.#seen.set(text, before + 1);
      return before;
    });
  }

  async #replyTo(request: ModelRequest): Promise<Reply> {
    const { keys } = this.#options;
    if (keys !== undefined && !keys.includes(request.key)) {
      return { kind: 'error', error: 'invalid_key' };
    }
    return this.#script(request);
  }

  async #deliver(
    reply: Reply,
    request: ModelRequest,
    wire: Wire,
    call: Call,
    response: ServerResponse,
  ): Promise<void> {
    const answer = reply.kind === 'answer' ? answerOf(reply, request) : undefined;
    const delivery =
      reply.kind === 'error'
        ? errorDelivery(reply, request, wire)
        : answerDelivery(reply, answer ?? answerOf(reply, request), request, wire);
    call.status = delivery.status;
    call.outcome = reply.kind === 'error' ? reply.error : (reply.finish ?? 'stop');
    call.inputTokens = answer?.usage.input ?? 0;
    call.outputTokens = answer?.usage.output ?? 0;
    // The double's own work on the answer is part of the latency: it is no time of the client's.
    const workedMs = performance.now() - call.startedMs;
    const latencyMs = Math.max(0, (this.#options.latencyMs ?? 0) - workedMs);
    const firstMs = latencyMs + (delivery.pace.firstMs ?? 0);
    const pace = { ...delivery.pace, firstMs };
    const gone = this.#goneSignal(response);
    call.wasLeft = !(await send(response, { ...delivery, pace }, gone));
    call.endedMs = performance.now();
    this.#tell();
  }

  #goneSignal(response: ServerResponse): AbortSignal {
    const left = new AbortController();
    response.once('close', () => {
      if (!response.writableFinished) left.abort();
    });
    return AbortSignal.any([left.signal, this.#closing.signal]);
  }

  #record(request: ModelRequest, startedMs: number): Call {
    const { index, dialect, path, model, isStream, system, prompt, schema } = request;
    const { maxOutputTokens, contextTokens } = request;
    const call: Call = {
      ...{ index, dialect, path, model, isStream, system, prompt, schema },
      ...{ maxOutputTokens, contextTokens, startedMs },
      headers: request.headers,
      endedMs: null,
      status: null,
      outcome: '',
      wasLeft: false,
      inputTokens: 0,
      outputTokens: 0,
    };
    this.#calls.push(call);
    this.#tell();
    return call;
  }

  #serveLists(path: string, response: ServerResponse): void {
    const { models = ['small'], contextTokens = 4_096 } = this.#options;
    const answers: Record<string, object> = {
      '/api/tags': tags(models),
      '/api/show': show(contextTokens),
      '/api/version': { version: '0.13.0' },
      '/v1/models': { object: 'list', data: models.map((id) => ({ id, object: 'model' })) },
    };
    const body = answers[path];
    response.writeHead(body === undefined ? 404 : 200, json);
    response.end(JSON.stringify(body ?? { error: `no such path: ${path}` }));
  }

  #tell(): void {
    for (const watcher of this.#watchers) watcher();
  }

  #reached(count: number, what: 'begun' | 'ended'): Promise<void> {
    const have = (): number =>
      what === 'begun'
        ? this.#calls.length
        : this.#calls.filter(({ endedMs }) => endedMs !== null).length;
    if (have() >= count) return Promise.resolve();
    return new Promise((resolve) => {
      const watcher = (): void => {
        if (have() < count) return;
        this.#watchers.delete(watcher);
        resolve();
      };
      this.#watchers.add(watcher);
    });
  }

  #clear(): void {
    this.#calls.length = 0;
    this.#keys.length = 0;
    this.#seen.clear();
  }
}
