// The door to the MCP face. The protocol library costs about 100 ms and 15 MB beyond what the server
// has loaded anyway, so it is imported when the first client speaks, not at start.
import type {
  McpFetchHandler,
  McpHttpOptions,
  McpStdioHandle,
  McpStdioOptions,
} from './mcp-types.ts';

/** Serves `/mcp`, `/mcp/worker` and `/mcp/all`; mount it behind the Host and Origin checks. */
export function mcpFetchHandler<Caller>(options: McpHttpOptions<Caller>): McpFetchHandler {
  let loading: Promise<McpFetchHandler> | undefined;
  let closed = false;
  const load = async (): Promise<McpFetchHandler> => {
    const { createMcpFetchHandler } = await import('./mcp-http.ts');
    const handler = createMcpFetchHandler(options);
    if (closed) await handler.close();
    return handler;
  };
  const fetch = async (request: Request): Promise<Response> => {
    loading ??= load();
    return (await loading)(request);
  };
  const close = async (): Promise<void> => {
    closed = true;
    await (await loading)?.close();
  };
  return Object.assign(fetch, { close });
}

/** Resolves once the connection is being served. */
export async function serveMcpStdio<Caller>(
  options: McpStdioOptions<Caller>,
): Promise<McpStdioHandle> {
  const { startMcpStdio } = await import('./mcp-stdio.ts');
  return startMcpStdio(options);
}
