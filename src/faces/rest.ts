// REST from the operation table: path, query and body become one input, the answer becomes JSON.
import type { Hono } from 'hono';
import { PlanwrightError } from '../base/errors.ts';
import { readStrictJson } from '../base/strict-json.ts';
import { streamRun } from '../events/event-stream.ts';
import type { Context, Principal, Services } from '../operations/context.ts';
import { invoke } from '../operations/invoke.ts';
import type {
  Operation,
  RawOperation,
  RestPlace,
  StreamOperation,
} from '../operations/operation.ts';
import { documentHeaders } from './document-headers.ts';
import { taggedResponse } from './etag.ts';
import { invokeWatched, type WatchKey } from './invoke-watched.ts';
import { readBodyBytes } from './json-body.ts';
import { cursorOf, sseHeaders, sseResponse } from './sse.ts';
import type { StreamGate } from './stream-gate.ts';

export interface RestOptions {
  readonly operations: readonly Operation[];
  readonly services: Services;
  readonly maxBodyBytes: number;
  /** Fires when the server stops; streams end then. */
  readonly stopSignal: AbortSignal;
  authenticate(request: Request): Promise<Principal>;
  /** Ends a stream or a waiting call whose key is revoked meanwhile. */
  readonly watchKey: WatchKey;
  readonly streamGate: StreamGate;
  /** Told which operation a request is for. */
  readonly onOperation: (request: Request, name: string) => void;
}

/** {name} in our table is :name in the router; the last part of a file's path may have slashes. */
const routePath = (path: string): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => (name === 'path' ? ':path{.+}' : `:${name}`));

/** Null is too much. */
async function within<Body>(maxBytes: number, read: Promise<Body | null>): Promise<Body> {
  const body = await read.catch(() => {
    // The caller went away in the middle: no failure of ours.
    throw new PlanwrightError('INVALID_ARGUMENTS', 'The body could not be read to its end.');
  });
  if (body !== null) return body;
  throw new PlanwrightError('too_large', `The body may have at most ${maxBytes} bytes.`);
}

const isJson = (request: Request): boolean =>
  /^application\/(\w+\+)?json\b/i.test(request.headers.get('content-type') ?? '');

function queryOf(request: Request): Record<string, string> {
  const { searchParams } = new URL(request.url);
  const query = Object.fromEntries(searchParams);
  if (Object.keys(query).length === searchParams.size) return query;
  throw new PlanwrightError('INVALID_ARGUMENTS', 'The query has a name twice.');
}

/** A file as it is, with what the query says of it. */
async function fileOf(request: Request, file: NonNullable<RestPlace['file']>): Promise<object> {
  const query = queryOf(request);
  const bytes = await within(file.maxBytes, readBodyBytes(request, file.maxBytes));
  return { ...query, [file.field]: bytes.toString('base64') };
}

async function bodyOf(request: Request, maxBytes: number): Promise<object> {
  const bytes = await within(maxBytes, readBodyBytes(request, maxBytes));
  if (bytes.byteLength === 0) return {};
  if (!isJson(request)) {
    const message = 'Send the body with content-type: application/json.';
    throw new PlanwrightError('unsupported_media_type', message);
  }
  return parseBody(bytes);
}

function parseBody(bytes: Buffer): object {
  const reading = readStrictJson(bytes);
  if (!reading.ok) throw new PlanwrightError('INVALID_ARGUMENTS', reading.problem);
  const { value } = reading;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new PlanwrightError('INVALID_ARGUMENTS', 'The body must be a JSON object.');
  }
  return value;
}

/** The address wins over the body: nobody can name one object in the path and another inside. */
async function inputOf(
  request: Request,
  params: Readonly<Record<string, string>>,
  operation: Operation,
  maxBytes: number,
): Promise<object> {
  if (operation.rest.method === 'GET' || operation.rest.method === 'DELETE') {
    return { ...queryOf(request), ...params };
  }
  const { file } = operation.rest;
  const isFile = file !== undefined && request.headers.has('content-type') && !isJson(request);
  const body = isFile ? await fileOf(request, file) : await bodyOf(request, maxBytes);
  return { ...body, ...params };
}

const dispositionOf = (fileName: string | undefined): string =>
  fileName === undefined ? 'attachment' : `attachment; filename="${fileName}"`;

async function answerRaw(
  operation: RawOperation,
  context: Context,
  input: object,
  request: Request,
) {
  const answer = await invoke(operation, context, input);
  const { bytes, contentType, sha256, isDownload, fileName } = answer;
  const etag = `"${sha256}"`;
  const headers = {
    etag,
    'content-type': contentType,
    'cache-control': 'private, no-cache',
    ...documentHeaders(contentType),
    ...(isDownload ? { 'content-disposition': dispositionOf(fileName) } : {}),
  };
  return taggedResponse(request, Buffer.from(bytes), headers);
}

async function answerStream(
  operation: StreamOperation,
  context: Context,
  input: object,
  request: Request,
  { stopSignal, watchKey, streamGate }: RestOptions,
): Promise<Response> {
  const after = cursorOf(request);
  const full = after === undefined ? input : { ...input, after };
  const target = await invoke(operation, context, full);
  // Nobody would read it to its end.
  if (request.method === 'HEAD') return new Response(null, { headers: sseHeaders });
  const leave = streamGate.enter(context.principal);
  const key = watchKey(context.principal);
  const own = new AbortController();
  const ends = [own.signal, context.signal, stopSignal, ...(key ? [key.signal] : [])];
  const signal = AbortSignal.any(ends);
  const end = (): void => {
    own.abort();
    key?.release();
    leave();
  };
  // One that has fired already tells nobody any more.
  if (signal.aborted) end();
  signal.addEventListener('abort', end);
  const { tenant } = context.principal;
  const items = streamRun(context.reader, context.watch, { ...target, tenant, signal });
  return sseResponse(items, end);
}

function locationOf(operation: Operation, answer: object): Record<string, string> {
  const { plan_id, execution_id } = answer as { plan_id?: string; execution_id?: string };
  if (operation.name === 'plan_create') return { location: `/api/plans/${plan_id}/status` };
  if (operation.name === 'execution_create') return { location: `/api/executions/${execution_id}` };
  return {};
}

const isFixed = ({ rest }: Operation): boolean => !rest.path.includes('{');

/** An address of its own is never an id of another one, whatever the method. */
export function addRestRoutes(app: Hono, options: RestOptions): void {
  const fixed = options.operations.filter(isFixed);
  addRoutes(app, fixed, options);
  for (const { rest } of fixed) app.all(rest.path, (c) => c.notFound());
  addRoutes(
    app,
    options.operations.filter((operation) => !isFixed(operation)),
    options,
  );
}

function addRoutes(app: Hono, operations: readonly Operation[], options: RestOptions): void {
  const { services, maxBodyBytes } = options;
  for (const operation of operations) {
    const { method, path, status } = operation.rest;
    app.on(method, routePath(path), async (c) => {
      const request = c.req.raw;
      options.onOperation(request, operation.name);
      const principal = await options.authenticate(request);
      const idempotencyKey = request.headers.get('idempotency-key');
      const context = { ...services, principal, signal: request.signal, idempotencyKey };
      const input = await inputOf(request, c.req.param(), operation, maxBodyBytes);
      switch (operation.kind) {
        case 'json': {
          const answer = await invokeWatched(operation, context, input, options.watchKey);
          const headers = { 'cache-control': 'no-store', ...locationOf(operation, answer) };
          if (operation.rest.isEmpty?.(answer)) return new Response(null, { status: 204, headers });
          return Response.json(answer, { status, headers });
        }
        case 'raw':
          return answerRaw(operation, context, input, request);
        case 'stream':
          return answerStream(operation, context, input, request, options);
      }
    });
  }
}
