// One way to talk to the product. Each says which calls it has; the rest goes over REST, so that a
// story can be told through a face that has only a part of it.
import type { CallToolResult, Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { isApiError, PlanwrightClient } from '../../sdk/index.ts';
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

type Fields = Readonly<Record<string, unknown>>;
type Use = (client: PlanwrightClient, input: never) => Promise<object>;

function apart(input: Fields): { readonly id: string; readonly rest: never } {
  const { execution_id: id, ...rest } = input;
  return { id: String(id), rest: rest as never };
}

/** What the client of the SDK has methods for. */
const methods: Readonly<Record<string, Use>> = {
  execution_create: (client, input) => client.createExecution(input),
  execution_status: (client, input) => client.executionStatus(apart(input).id),
  execution_tasks: (client, input) => client.executionTasks(apart(input).id),
  execution_approvals: (client, input) => client.executionApprovals(apart(input).id),
  execution_events: (client, input) => {
    const { id, rest } = apart(input);
    return client.executionEvents(id, rest);
  },
  execution_control: (client, input) => {
    const { id, rest } = apart(input);
    return client.controlExecution(id, rest);
  },
  execution_patch: (client, input) => {
    const { id, rest } = apart(input);
    return client.patchExecution(id, rest);
  },
  work_claim: (client, input) => client.claimWork(input),
  work_heartbeat: (client, input) => client.heartbeat(input),
  work_complete: (client, input) => client.completeWork(input),
  work_fail: (client, input) => client.failWork(input),
  work_report: (client, input) => client.reportWork(input),
  work_propose: (client, input) => client.proposeWork(input),
  work_file: (client, input) => client.putFile(input),
  work_message: (client, input) => client.sendMessage(input),
};

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
      const method = methods[name];
      return method ? said(method(clientOf(key), input as never)) : null;
    },
    close: async () => undefined,
  };
}
