// One protocol server for one request (HTTP) or one connection (stdio). The low-level Server is used
// on purpose: the high-level one wants its own schema objects and rewrites what a tool returns. Both
// protocol eras run through these handlers; the SDK's serving entries decide which one is spoken.

import type {
  CallToolRequest,
  CallToolResult,
  ServerCapabilities,
  ServerContext,
} from '@modelcontextprotocol/server';
import { Server } from '@modelcontextprotocol/server';
import { callContext } from './mcp-context.ts';
import { installPrompts } from './mcp-prompts.ts';
import { installResources } from './mcp-resources.ts';
import { internalError, toolResult, tooManyCalls, unknownTool } from './mcp-result.ts';
import type { CallGate, PreparedToolset } from './mcp-toolset.ts';
import type { McpCallContext, McpFaceOptions, McpLink, McpOutcome, McpTool } from './mcp-types.ts';

/** Lists and the discovery answer change only with a new version of the server. */
const listCache = { ttlMs: 300_000, cacheScope: 'private' } as const;

export interface McpServerDeps<Caller> extends McpFaceOptions<Caller> {
  readonly toolset: PreparedToolset<Caller>;
  readonly gate: CallGate;
}

async function runTool<Caller>(
  deps: McpServerDeps<Caller>,
  tool: McpTool<Caller>,
  input: unknown,
  context: McpCallContext<Caller>,
): Promise<McpOutcome> {
  if (!deps.gate.enter())
    return { ok: false, error: tooManyCalls(deps.newErrorId('rate_limited')) };
  try {
    return await tool.call(input, context);
  } catch (error) {
    const errorId = deps.newErrorId();
    deps.onError?.(error, errorId);
    return { ok: false, error: internalError(errorId) };
  } finally {
    deps.gate.leave();
  }
}

async function callTool<Caller>(
  deps: McpServerDeps<Caller>,
  link: McpLink<Caller>,
  request: CallToolRequest,
  context: ServerContext,
): Promise<CallToolResult> {
  const { name, arguments: input } = request.params;
  const tool = deps.toolset.byName.get(name);
  if (tool === undefined) {
    const errorId = deps.newErrorId('INVALID_TOOL');
    return unknownTool(name, [...deps.toolset.byName.keys()], errorId);
  }
  return toolResult(await runTool(deps, tool, input ?? {}, callContext(link, context)));
}

function installTools<Caller>(
  server: Server,
  deps: McpServerDeps<Caller>,
  link: McpLink<Caller>,
): void {
  const tools = [...deps.toolset.list, ...(deps.extension?.tools ?? [])];
  server.setRequestHandler('tools/list', () => ({ tools }));
  server.setRequestHandler(
    'tools/call',
    (request, context) =>
      deps.extension?.callTool?.(request, context, link) ?? callTool(deps, link, request, context),
  );
}

function capabilitiesOf<Caller>(deps: McpServerDeps<Caller>): ServerCapabilities {
  return {
    tools: {},
    ...(deps.prompts === undefined ? {} : { prompts: {} }),
    ...(deps.resources === undefined ? {} : { resources: {} }),
    ...deps.extension?.options?.capabilities,
  };
}

export function createMcpServer<Caller>(
  deps: McpServerDeps<Caller>,
  link: McpLink<Caller>,
): Server {
  const server = new Server(deps.info, {
    instructions: deps.instructions,
    cacheHints: {
      'tools/list': listCache,
      'prompts/list': listCache,
      'resources/templates/list': listCache,
      'server/discover': listCache,
    },
    ...deps.extension?.options,
    capabilities: capabilitiesOf(deps),
  });
  server.onerror = (error) => deps.onError?.(error);
  installTools(server, deps, link);
  if (deps.prompts !== undefined) installPrompts(server, deps.prompts);
  if (deps.resources !== undefined) installResources(server, deps.resources, link);
  deps.extension?.install?.(server, link);
  return server;
}
