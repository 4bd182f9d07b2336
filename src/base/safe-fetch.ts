// The one way out to the network. Only public addresses can be reached, but for host:port pairs of
// the operator's configuration; redirects are followed by hand so that every hop is checked alike;
// time, size and hops are limited. Errors name the host only, since paths and queries hold secrets.
import type { Agent, fetch as UndiciFetch } from 'undici';
import { parseHostPort } from './address.ts';
import { isPlanwrightError, PlanwrightError } from './errors.ts';
import type { Resolve } from './safe-fetch-connect.ts';
import { guardedConnector, systemResolve } from './safe-fetch-connect.ts';

export interface SafeFetchOptions {
  /** Exact host:port pairs that may be called although they are private. */
  readonly allow: readonly string[];
  /** Instead of the system's resolver. */
  readonly resolve?: Resolve;
}

export interface SafeFetchInit {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Whole, so that it can be sent again after a redirect. */
  readonly body?: string | Uint8Array<ArrayBuffer>;
  readonly signal?: AbortSignal;
  /** For everything together: connecting, every hop, the whole body. */
  readonly timeoutMs?: number;
  /** Of the decoded body. */
  readonly maxBytes?: number;
  readonly maxRedirects?: number;
}

export interface SafeFetch {
  /** The answer, whatever its status, with its body read already. */
  (url: string | URL, init?: SafeFetchInit): Promise<Response>;
  /** Closes idle connections; calls under way are finished first. */
  close(): Promise<void>;
}

interface Transport {
  readonly agent: Agent;
  readonly fetch: typeof UndiciFetch;
}

interface Hop {
  readonly url: URL;
  readonly method: string;
  readonly headers: Headers;
  readonly body: string | Uint8Array<ArrayBuffer> | null;
}

const defaultTimeoutMs = 30_000;
const defaultMaxBytes = 1_048_576;
const defaultMaxRedirects = 5;
const connectTimeoutMs = 10_000;
const maxUrlChars = 8_192;

/** These describe the connection, which is ours; `host` could name another site at the address. */
const ownHeaders = [
  'host',
  'connection',
  'content-length',
  'expect',
  'keep-alive',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];
/** All that another origin gets to see after a redirect: keys come under many header names. */
const harmlessHeaders = new Set(['accept', 'accept-language', 'content-type', 'user-agent']);

export function createSafeFetch(options: SafeFetchOptions): SafeFetch {
  let transport: Promise<Transport> | undefined;
  const call = async (url: string | URL, init: SafeFetchInit = {}): Promise<Response> => {
    const first = firstHop(url, init);
    transport ??= openTransport(options);
    return follow(await transport, first, init);
  };
  const close = async (): Promise<void> => (await transport)?.agent.close();
  return Object.assign(call, { close });
}

/** undici takes about 60 ms to load, so it waits for the first call. */
async function openTransport(options: SafeFetchOptions): Promise<Transport> {
  const { fetch } = await import('undici');
  return { agent: await openAgent(options), fetch };
}

/** Connections that reach only those who may be called. */
export async function openAgent(options: SafeFetchOptions): Promise<Agent> {
  const { Agent, buildConnector } = await import('undici');
  const connect = guardedConnector(
    (lookup) => buildConnector({ allowH2: false, timeout: connectTimeoutMs, lookup } as object),
    options.resolve ?? systemResolve,
    new Set(options.allow.map((pair) => parseHostPort(pair) ?? pair)),
  );
  return new Agent({ connect });
}

async function follow(transport: Transport, first: Hop, init: SafeFetchInit): Promise<Response> {
  const timeoutMs = init.timeoutMs ?? defaultTimeoutMs;
  const timeout = AbortSignal.timeout(timeoutMs);
  const signal = init.signal === undefined ? timeout : AbortSignal.any([init.signal, timeout]);
  let hop = first;
  try {
    for (let hops = 0; ; hops += 1) {
      const response = await send(transport, hop, signal);
      const next = nextHop(hop, response);
      if (next === undefined) return await readWhole(response, hop.url, init.maxBytes);
      await response.body?.cancel();
      if (hops >= (init.maxRedirects ?? defaultMaxRedirects))
        throw failed(hop.url, 'redirects too often');
      hop = next;
    }
  } catch (error) {
    throw toFetchError(hop.url, error, timeout.aborted ? timeoutMs : null);
  }
}

async function send(transport: Transport, hop: Hop, signal: AbortSignal): Promise<Response> {
  const response = await transport.fetch(hop.url, {
    method: hop.method,
    headers: [...hop.headers],
    body: hop.body,
    signal,
    redirect: 'manual',
    dispatcher: transport.agent,
  });
  // The same class by behavior; only its type belongs to another copy of the library.
  return response as unknown as Response;
}

function firstHop(url: string | URL, init: SafeFetchInit): Hop {
  const method = (init.method ?? 'GET').toUpperCase();
  const headers = firstHeaders(init.headers ?? {});
  return { url: checkedUrl(String(url)), method, headers, body: init.body ?? null };
}

function firstHeaders(given: Readonly<Record<string, string>>): Headers {
  try {
    const headers = new Headers(given);
    for (const name of ownHeaders) headers.delete(name);
    if (!headers.has('user-agent')) headers.set('user-agent', 'planwright');
    return headers;
  } catch {
    // The cause would quote the value, which may be a key.
    throw new PlanwrightError('fetch_failed', 'A header of the call is not valid');
  }
}

/** Also the odd spellings: the parser turns 0x7f.1 and 2130706433 into 127.0.0.1. */
export function checkedUrl(text: string, base?: URL): URL {
  const url = text.length > maxUrlChars ? null : URL.parse(text, base?.href);
  if (url === null) throw new PlanwrightError('fetch_failed', 'The address is not a valid URL');
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new PlanwrightError('address_blocked', 'Only http and https addresses may be called');
  }
  if (url.username !== '' || url.password !== '') {
    const message = 'An address with a user name or password may not be called';
    throw new PlanwrightError('address_blocked', message, { host: url.host });
  }
  return url;
}

/** Undefined unless the answer sends us elsewhere. */
function nextHop(hop: Hop, response: Response): Hop | undefined {
  const location = response.headers.get('location');
  if (location === null || ![301, 302, 303, 307, 308].includes(response.status)) return undefined;
  const url = checkedUrl(location, hop.url);
  const headers = url.origin === hop.url.origin ? new Headers(hop.headers) : harmless(hop.headers);
  if (!becomesGet(hop.method, response.status)) return { ...hop, url, headers };
  headers.delete('content-type');
  return { url, method: 'GET', headers, body: null };
}

/** What browsers do: 303 always asks for a page, 301 and 302 after a POST. */
const becomesGet = (method: string, status: number): boolean =>
  status === 303 ? method !== 'HEAD' : status < 303 && method === 'POST';

const harmless = (headers: Headers): Headers =>
  new Headers([...headers].filter(([name]) => harmlessHeaders.has(name)));

async function readWhole(
  response: Response,
  url: URL,
  maxBytes = defaultMaxBytes,
): Promise<Response> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw failed(url, `sent more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  const headers = new Headers(response.headers);
  // They speak of the body as it was sent; ours is decoded.
  for (const name of ['content-encoding', 'content-length']) headers.delete(name);
  const { status, statusText } = response;
  const body = response.body === null ? null : Buffer.concat(chunks);
  return Object.defineProperty(new Response(body, { status, statusText, headers }), 'url', {
    value: url.href,
  });
}

const failed = (url: URL, what: string, cause?: unknown): PlanwrightError =>
  new PlanwrightError('fetch_failed', `${url.host} ${what}`, { host: url.host }, cause);

export const toFetchError = (url: URL, error: unknown, lateMs: number | null): PlanwrightError =>
  lateMs === null ? typed(url, error) : failed(url, `did not finish within ${lateMs} ms`, error);

/** The typed error that a connector raised sits somewhere below undici's own. */
function typed(url: URL, error: unknown): PlanwrightError {
  for (let cause: unknown = error, depth = 0; cause instanceof Error && depth < 5; depth += 1) {
    if (isPlanwrightError(cause)) return cause;
    cause = cause.cause;
  }
  return failed(url, 'could not be reached or broke off', error);
}
