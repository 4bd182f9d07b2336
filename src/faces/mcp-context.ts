// What a tool or resource learns about the request it serves, taken from the protocol's own context.
import type { ServerContext } from '@modelcontextprotocol/server';
import type { McpCallContext, McpLink, McpProgress } from './mcp-types.ts';

function progressOf(context: ServerContext): ((progress: McpProgress) => void) | undefined {
  const progressToken = context.mcpReq._meta?.progressToken;
  if (progressToken === undefined) return undefined;
  return (progress) => {
    const params = { progressToken, ...progress };
    // A client that has gone away is noticed through the signal, not here.
    context.mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined);
  };
}

const keyName = 'planwright/idempotency-key';

/** Anything but a text is turned down like a text that is no key. */
function keyOf(context: ServerContext): string | undefined {
  const key: unknown = context.mcpReq._meta?.[keyName];
  if (key === undefined) return undefined;
  return typeof key === 'string' ? key : '';
}

export function callContext<Caller>(
  link: McpLink<Caller>,
  context: ServerContext,
): McpCallContext<Caller> {
  const progress = progressOf(context);
  const idempotencyKey = keyOf(context);
  return {
    caller: link.caller,
    signal: context.mcpReq.signal,
    ...(link.headers === undefined ? {} : { headers: link.headers }),
    ...(progress === undefined ? {} : { progress }),
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
  };
}
