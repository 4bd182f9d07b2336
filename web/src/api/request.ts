// One way to call the server: same origin, JSON both ways, a time limit, problems as typed errors.
import type { Method } from '../../../src/contract/address.ts';
import { pageToken } from './page-token.ts';
import { toProblem, unreachable } from './problem.ts';

const timeoutMs = 20_000;

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** Where the call is for a person; it is shown to this one call only. */
  readonly key?: string;
}

export const getJson = <T>(path: string, options: CallOptions = {}): Promise<T> =>
  sendJson<T>('GET', path, null, options);

/** A file as text; its tag lets the browser keep it. */
export async function getText(path: string, signal?: AbortSignal): Promise<string> {
  const response = await send(path, { signal: limited(signal) }, signal);
  if (!response.ok) throw toProblem(response.status, await response.json().catch(() => undefined));
  return response.text();
}

const uploadTimeoutMs = 120_000;

/** A file as the body, as it is; JSON too, which is not to be read as the call itself. */
export function postFile<T>(path: string, file: Blob): Promise<T> {
  const type = { 'content-type': 'application/octet-stream' };
  const headers = { accept: 'application/json', ...type, ...proofOf('') };
  return call<T>(path, { method: 'POST', headers, body: file }, undefined, uploadTimeoutMs);
}

/** A key that was typed in, or the page's half of a session; the browser adds the other one. */
function proofOf(key: string): Record<string, string> {
  if (key !== '') return { authorization: `Bearer ${key}` };
  const token = pageToken();
  return token === '' ? {} : { 'x-planwright-page': token };
}

/** Without a body the call says all in its address. A GET changes nothing and needs no proof. */
export function sendJson<T>(
  method: Method,
  path: string,
  body: object | null,
  { signal, key = '' }: CallOptions = {},
): Promise<T> {
  const type = body === null ? {} : { 'content-type': 'application/json' };
  const proof = method === 'GET' && key === '' ? {} : proofOf(key);
  const headers = { accept: 'application/json', ...type, ...proof };
  const init = { method, headers, ...(body === null ? {} : { body: JSON.stringify(body) }) };
  return call<T>(path, init, signal);
}

function limited(signal: AbortSignal | undefined, limitMs = timeoutMs): AbortSignal {
  const limit = AbortSignal.timeout(limitMs);
  return signal === undefined ? limit : AbortSignal.any([limit, signal]);
}

async function call<T>(
  path: string,
  init: RequestInit,
  signal?: AbortSignal,
  limitMs?: number,
): Promise<T> {
  const response = await send(path, { ...init, signal: limited(signal, limitMs) }, signal);
  const body: unknown = await response.json().catch(() => undefined);
  if (!response.ok) throw toProblem(response.status, body);
  if (body === undefined) throw toProblem(response.status, { detail: 'The answer was not JSON.' });
  return body as T;
}

/** A call that the page itself gave up keeps its AbortError; every other failure is a problem. */
async function send(path: string, init: RequestInit, signal?: AbortSignal): Promise<Response> {
  try {
    return await fetch(path, init);
  } catch (error) {
    if (signal?.aborted) throw error;
    throw unreachable();
  }
}
