// Requests as they look on the wire in each era, for what a well-behaved client never sends.
import type { Era } from './protocol-client.ts';

export const endpointUrl = 'http://127.0.0.1/mcp';

const accept = 'application/json, text/event-stream';

function envelope(era: Era, meta: object | undefined): object {
  if (era === '2025-11-25') return meta === undefined ? {} : { _meta: meta };
  return {
    _meta: {
      ...meta,
      'io.modelcontextprotocol/protocolVersion': era,
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  };
}

export interface RawCall {
  readonly era: Era;
  readonly tool: string;
  readonly input?: unknown;
  readonly meta?: object;
  readonly url?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

export function rawCall(call: RawCall): Request {
  const { era, tool, input, url, headers, signal } = call;
  const params = { name: tool, arguments: input ?? {}, ...envelope(era, call.meta) };
  return new Request(url ?? endpointUrl, {
    method: 'POST',
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
    headers: {
      accept,
      'content-type': 'application/json',
      'mcp-protocol-version': era,
      'mcp-method': 'tools/call',
      'mcp-name': tool,
      ...headers,
    },
    ...(signal === undefined ? {} : { signal }),
  });
}

export const rawPost = (body: string): Request =>
  new Request(endpointUrl, {
    method: 'POST',
    body,
    headers: { accept, 'content-type': 'application/json' },
  });
