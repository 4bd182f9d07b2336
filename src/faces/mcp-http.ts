// Streamable HTTP for both protocol eras on one address, without sessions: every request brings all
// it needs, so no memory is held between requests and any server behind a balancer may answer. Host
// and Origin are checked in front of this handler. Loaded on the first request (see mcp.ts).

import type { AuthInfo, McpHttpHandler, McpRequestContext } from '@modelcontextprotocol/server';
import { createMcpHandler, isJsonContentType } from '@modelcontextprotocol/server';
import { defaultMaxBodyBytes } from './json-body.ts';
import type { BodyRefusal } from './mcp-body.ts';
import { readMcpBody } from './mcp-body.ts';
import { createMcpServer } from './mcp-server.ts';
import { checkInstructions, createCallGate, prepareToolset } from './mcp-toolset.ts';
import type { McpFetchHandler, McpHttpOptions, McpLink, McpProblem } from './mcp-types.ts';
import { mcpToolsets } from './mcp-types.ts';

/** Streams say something this often, so that proxies keep them open. */
const keepAliveMs = 15_000;
const maxSubscriptions = 256;
/** Carries secrets; the caller has been resolved from them, nobody else needs them. */
const secretHeaders = new Set(['authorization', 'cookie', 'proxy-authorization', 'x-api-key']);

const openHeaders = (request: Request): Record<string, string> =>
  Object.fromEntries([...request.headers].filter(([name]) => !secretHeaders.has(name)));

function rpcError(
  status: number,
  error: { code: number; message: string; data?: object },
  headers: Readonly<Record<string, string>> = {},
): Response {
  return Response.json({ jsonrpc: '2.0', id: null, error }, { status, headers });
}

/** Our error body travels as `data`, so that a client of any kind finds the code and the error id. */
function problemResponse(problem: McpProblem): Response {
  const { code, message, error_id } = problem;
  const data = { error: { code, message, error_id } };
  return rpcError(problem.status, { code: -32_000, message, data }, problem.headers);
}

const refusalResponse = (refusal: BodyRefusal): Response =>
  rpcError(refusal.status, { code: refusal.rpcCode, message: refusal.message });

/** The SDK hands `extra` through untouched; the token itself stays out of it. */
const wrapLink = <Caller>(link: McpLink<Caller>): AuthInfo => ({
  token: '',
  clientId: '',
  scopes: [],
  extra: { link },
});

const unwrapLink = <Caller>(context: McpRequestContext): McpLink<Caller> =>
  context.authInfo?.extra?.link as McpLink<Caller>;

function createEndpoints<Caller>(options: McpHttpOptions<Caller>): Map<string, McpHttpHandler> {
  const basePath = options.basePath ?? '/mcp';
  const gate = createCallGate(options);
  return new Map(
    mcpToolsets.map((name) => {
      const deps = { ...options, gate, toolset: prepareToolset(options.toolsets[name]) };
      const handler = createMcpHandler(
        (context) => createMcpServer<Caller>(deps, unwrapLink(context)),
        { keepAliveMs, maxSubscriptions, onerror: (error) => options.onError?.(error) },
      );
      return [name === 'default' ? basePath : `${basePath}/${name}`, handler];
    }),
  );
}

async function serveRequest<Caller>(
  options: McpHttpOptions<Caller>,
  endpoint: McpHttpHandler,
  request: Request,
): Promise<Response> {
  const known = await options.authenticate(request);
  if (!known.ok) return problemResponse(known.problem);
  const authInfo = wrapLink({ caller: known.caller, headers: openHeaders(request) });
  const isJsonPost =
    request.method === 'POST' && isJsonContentType(request.headers.get('content-type'));
  if (!isJsonPost) return endpoint.fetch(request, { authInfo });
  const body = await readMcpBody(request, options.maxBodyBytes ?? defaultMaxBodyBytes);
  if (!body.ok) return refusalResponse(body);
  return endpoint.fetch(request, { authInfo, parsedBody: body.value });
}

export function createMcpFetchHandler<Caller>(options: McpHttpOptions<Caller>): McpFetchHandler {
  checkInstructions(options.instructions);
  const endpoints = createEndpoints(options);
  let closed = false;
  const fetch = async (request: Request): Promise<Response> => {
    const errorId = options.newErrorId;
    if (closed) return problemResponse(stopping(errorId('stopping')));
    const endpoint = endpoints.get(new URL(request.url).pathname.replace(/\/$/, ''));
    if (endpoint === undefined)
      return problemResponse(noEndpoint([...endpoints.keys()], errorId('not_found')));
    return serveRequest(options, endpoint, request);
  };
  const close = async (): Promise<void> => {
    closed = true;
    await Promise.all([...endpoints.values()].map((endpoint) => endpoint.close()));
  };
  return Object.assign(fetch, { close });
}

const stopping = (errorId: string): McpProblem => ({
  status: 503,
  code: 'stopping',
  message: 'The server is stopping. Try again in a few seconds.',
  error_id: errorId,
  headers: { 'retry-after': '5' },
});

const noEndpoint = (paths: readonly string[], errorId: string): McpProblem => ({
  status: 404,
  code: 'not_found',
  message: `There is no MCP endpoint at this address. Use one of: ${paths.join(', ')}.`,
  error_id: errorId,
});
