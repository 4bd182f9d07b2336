// One call through either face, with the answer in one shape: what the matrix compares.
import type { Operation } from '../../src/operations/operation.ts';
import { operations } from '../../src/operations/table.ts';
import { rawCall } from '../mcp/raw-request.ts';
import { appOrigin, jsonInit, type TestApp } from '../support/app.ts';

export interface Answer {
  readonly status: number;
  readonly code: string | null;
  /** What went wrong, without the id of this one occurrence. */
  readonly refusal: unknown;
  readonly body: unknown;
  readonly text: string;
  readonly headers: Headers;
}

/** The app itself, or a server that is asked over a socket. */
export type Door = Pick<TestApp, 'call' | 'fetch'>;

export type FaceCall = (app: Door, name: string, input: object, key?: string) => Promise<Answer>;

export function operationNamed(name: string): Operation {
  const found = operations.find((operation) => operation.name === name);
  if (!found) throw new Error(`no operation ${name}`);
  return found;
}

/** A value as it can stand in an address at all. */
const asWord = (value: unknown): string =>
  typeof value === 'string' ? value.toWellFormed() : (JSON.stringify(value) ?? '');

/** The address of an operation, and what is left of the input for the query or the body. */
export function placeOf(operation: Operation, input: object): { path: string; rest: object } {
  const rest: Record<string, unknown> = { ...input };
  const path = operation.rest.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = asWord(rest[name]);
    delete rest[name];
    return encodeURIComponent(value);
  });
  return { path, rest };
}

/** A stream has no end of its own: its head is enough, and then we go away. */
async function readBody(response: Response): Promise<string> {
  const type = response.headers.get('content-type') ?? '';
  if (!type.startsWith('text/event-stream') || response.status !== 200) return response.text();
  const reader = response.body?.getReader();
  const first = await reader?.read();
  await reader?.cancel();
  return new TextDecoder().decode(first?.value);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

interface ProblemBody {
  readonly code?: string;
  readonly error_id?: string;
}

export const restCall: FaceCall = async (app, name, input, key) => {
  const operation = operationNamed(name);
  const { path, rest } = placeOf(operation, input);
  const { method } = operation.rest;
  const hasBody = method === 'POST' || method === 'PATCH';
  const words = Object.entries(rest).map(([field, value]) => [field, asWord(value)] as const);
  const query = new URLSearchParams(Object.fromEntries(words)).toString();
  const address = hasBody || query === '' ? path : `${path}?${query}`;
  const init = hasBody ? jsonInit(rest, method) : { method };
  const response = await app.call(address, { ...init, ...(key === undefined ? {} : { key }) });
  const text = await readBody(response);
  const body = parsed(text);
  const { error_id: _, ...refusal } = (body ?? {}) as ProblemBody;
  return {
    ...{ status: response.status, body, text, headers: response.headers },
    code: response.ok ? null : (refusal.code ?? ''),
    refusal: response.ok ? null : refusal,
  };
};

interface RpcBody {
  readonly result?: {
    readonly isError?: boolean;
    readonly structuredContent?: unknown;
    readonly content: readonly { readonly text: string }[];
  };
  readonly error?: { readonly data?: { readonly error?: ProblemBody } };
}

/** The protocol answers as JSON or as a stream of one message. */
const rpcBody = (text: string): RpcBody => {
  const data = /^data: (\{.*)$/m.exec(text)?.[1] ?? text;
  return JSON.parse(data) as RpcBody;
};

/** `meta` goes along beside the input. */
type McpCall = (...call: [...Parameters<FaceCall>, meta?: object]) => Promise<Answer>;

export const mcpCall: McpCall = async (app, name, input, key, meta) => {
  const headers = key === undefined ? {} : { authorization: `Bearer ${key}` };
  const url = `${appOrigin}/mcp/all`;
  const request = { era: '2025-11-25', tool: name, input, url, headers } as const;
  const response = await app.fetch(rawCall(meta === undefined ? request : { ...request, meta }));
  const text = await response.text();
  const { result, error } = rpcBody(text);
  const isRefused = result === undefined || result.isError === true;
  const inResult = isRefused && result ? parsed(result.content[0]?.text ?? '') : null;
  const problem = error?.data?.error ?? (inResult as { error?: ProblemBody } | null)?.error ?? {};
  const { error_id: _, ...refusal } = problem;
  return {
    ...{ status: response.status, text, headers: response.headers },
    body: isRefused ? problem : result.structuredContent,
    code: isRefused ? (refusal.code ?? '') : null,
    refusal: isRefused ? refusal : null,
  };
};
