// One way to talk to the product. Each says which calls it has; the rest goes over REST, so that a
// story can be told through a face that has only a part of it.
import type { CallToolResult, Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { isApiError, type OperationName, PlanwrightClient } from '../../sdk/index.ts';
import { connectClient, newClient } from '../mcp/protocol-client.ts';
import type { Ask, Said } from '../support/judged-run.ts';
import { launcher } from '../support/server.ts';

export interface Face {
  /** Null: it has no way to say this. */
  call(name: string, input: object, key: string): Promise<Said> | null;
  close(): Promise<void>;
}

/** The key of whoever has none: a caller at this machine, as standard input and output is. */
export const noKey = '';

export const askFace = (ask: Ask): Face => ({ call: ask, close: async () => undefined });

/** One of each for every key. */
function perKey<T>(make: (key: string) => T): (key: string) => T {
  const made = new Map<string, T>();
  return (key) => {
    const one = made.get(key) ?? make(key);
    made.set(key, one);
    return one;
  };
}

const saidBy = (result: CallToolResult): Said => {
  const [block] = result.content;
  const text = block?.type === 'text' ? block.text : '';
  if (result.isError !== true) return { code: null, body: result.structuredContent, text };
  const { error } = JSON.parse(text) as { error: { code: string } };
  return { code: error.code, body: null, text };
};

const use = async (client: Client, name: string, input: object): Promise<Said> =>
  saidBy(await client.callTool({ name, arguments: { ...input } }));

/** The protocol's own client, over a socket. */
export function mcpFace(url: string): Face {
  const clients: Promise<Client>[] = [];
  const clientOf = perKey((key) => {
    const client = connectClient(`${url}/mcp/all`, '2026-07-28', (address, init) => {
      const headers = new Headers(init?.headers);
      if (key !== noKey) headers.set('authorization', `Bearer ${key}`);
      return fetch(address, { ...init, headers });
    });
    clients.push(client);
    return client;
  });
  return {
    call: async (name, input, key) => use(await clientOf(key), name, input),
    async close() {
      for (const client of clients) await (await client).close();
    },
  };
}

/** A process of its own on the same data; nobody there has a key. */
export async function stdioFace(env: Readonly<Record<string, string>>): Promise<Face> {
  const client = newClient('2025-11-25');
  const args = ['mcp', '--toolset', 'all'];
  await client.connect(new StdioClientTransport({ command: launcher, args, env, stderr: 'pipe' }));
  return {
    call: (name, input, key) => (key === noKey ? use(client, name, input) : null),
    close: () => client.close(),
  };
}

export function sdkFace(url: string): Face {
  const clientOf = perKey((key) => new PlanwrightClient(key === noKey ? { url } : { url, key }));
  const said = (call: Promise<object>): Promise<Said> =>
    call.then(
      (body) => ({ code: null, body, text: JSON.stringify(body) }),
      (error: unknown) => {
        if (!isApiError(error)) throw error;
        return { code: error.code, body: null, text: error.message };
      },
    );
  return {
    call(name, input, key) {
      return said(clientOf(key).call(name as OperationName, input as never));
    },
    close: async () => undefined,
  };
}
