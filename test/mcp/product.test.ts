// The product's own tools as a foreign client meets them: from a goal to finished work, in both eras,
// over HTTP and over standard input and output.
import type { CallToolResult, Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operationNamed, operations } from '../../src/operations/table.ts';
import { connectClient, type Era, eras, newClient } from './protocol-client.ts';
import { type ProductServer, startTestServer } from './test-server.ts';

let server: ProductServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const overHttp = (era: Era): Promise<Client> => connectClient(server.url, era);

async function overStdio(era: Era): Promise<Client> {
  const [command, ...args] = server.stdioCommand;
  const client = newClient(era);
  await client.connect(new StdioClientTransport({ command, args, stderr: 'pipe' }));
  return client;
}

const routes = eras.flatMap((era) => [
  { era, face: 'HTTP', connect: overHttp },
  { era, face: 'stdio', connect: overStdio },
]);

const textOf = (result: CallToolResult): string => {
  const [block] = result.content;
  return block?.type === 'text' ? block.text : '';
};

type Json = Readonly<Record<string, unknown>>;

/** Every answer is checked: its text against its content, its content against the promise. */
async function use(client: Client, name: string, input: object): Promise<Json> {
  const result = await client.callTool({ name, arguments: { ...input } });
  expect(result.isError ?? false, textOf(result)).toBe(false);
  const { structuredContent } = result;
  expect(textOf(result)).toBe(JSON.stringify(structuredContent));
  expect(operationNamed(name).output.parse(structuredContent)).toEqual(structuredContent);
  return structuredContent as Json;
}

async function failureOf(client: Client, name: string, input: object): Promise<Json> {
  const result = await client.callTool({ name, arguments: { ...input } });
  expect(result.isError).toBe(true);
  expect(result.structuredContent).toBeUndefined();
  return (JSON.parse(textOf(result)) as { error: Json }).error;
}

async function finishedPlan(client: Client, goal: string): Promise<string> {
  const { plan_id } = await use(client, 'plan_create', { prompt: goal });
  const status = await use(client, 'plan_wait', { plan_id, timeout_seconds: 50 });
  expect(status.state).toBe('completed');
  return String(plan_id);
}

interface Claim {
  readonly lease: { readonly token: string };
  readonly step: { readonly step_id: string; readonly execution_id: string };
}

describe.each(routes)('the product over $face at $era', ({ era, face, connect }) => {
  it('[MC18] a goal becomes a plan, an execution and finished work', async () => {
    const client = await connect(era);
    await client.listTools();
    const plan_id = await finishedPlan(client, `Open a bookshop in Graz, over ${face} at ${era}`);
    const { value: summary } = await use(client, 'plan_read', { plan_id });
    expect(summary).toMatchObject({ plan_id });
    const { items: tasks } = await use(client, 'plan_read', { plan_id, part: 'tasks' });
    expect(tasks).not.toEqual([]);
    // What it spends money on waits for a person otherwise.
    const policy = { pre_approved: ['T2'] };
    const { execution_id } = await use(client, 'execution_create', { plan_id, policy });
    const claim = await use(client, 'work_claim', { execution_id });
    const { lease, step } = claim as unknown as Claim;
    const output = { summary: 'Done as asked.' };
    const done = await use(client, 'work_complete', { lease_token: lease.token, output });
    expect(done).toMatchObject({ step_id: step.step_id, task_state: 'COMPLETE' });
    const again = await failureOf(client, 'work_complete', { lease_token: lease.token, output });
    expect(again.code).toBe('lease_lost');
    const status = await use(client, 'execution_status', { execution_id });
    expect(status.progress).toMatchObject({ done: 1 });
    const { events } = await use(client, 'execution_events', { execution_id });
    const types = (events as { type: string }[]).map((event) => event.type);
    expect(types).toContain('step.verified');
    await use(client, 'plan_status', { plan_id });
    await use(client, 'plan_list', {});
    await client.close();
  });

  it('[MC3] a refused call says why and has an id', async () => {
    const client = await connect(era);
    const missing = await failureOf(client, 'plan_status', { plan_id: 'plan_00000000' });
    expect(missing).toMatchObject({ code: 'PLAN_NOT_FOUND' });
    expect(missing.error_id).toMatch(/^err_/);
    const bad = await failureOf(client, 'plan_create', { promt: 'x' });
    expect(bad).toMatchObject({ code: 'INVALID_ARGUMENTS' });
    expect(bad.message).toContain('promt');
    await client.close();
  });
});

describe('the toolsets', () => {
  const toolsAt = async (path: string) => {
    const client = await connectClient(server.url + path, '2026-07-28');
    const { tools } = await client.listTools();
    await client.close();
    return tools;
  };

  it('[MC19] names, descriptions and inputs of the default one are under 2,500 tokens', async () => {
    const shown = (await toolsAt('')).map(({ name, description, inputSchema }) => ({
      name,
      description,
      inputSchema,
    }));
    const tokens = JSON.stringify(shown).length / 4;
    expect(tokens).toBeLessThan(2_500);
  });

  it('[MC19] every tool has an output schema that lists its fields, and annotations', async () => {
    for (const tool of await toolsAt('/all')) {
      const fields = Object.keys(tool.outputSchema?.properties ?? {});
      expect(fields.length, tool.name).toBeGreaterThan(0);
      expect(Object.keys(tool.annotations ?? {}).sort()).toEqual([
        'destructiveHint',
        'idempotentHint',
        'openWorldHint',
        'readOnlyHint',
      ]);
    }
  });

  it('[MC5] administration is in /mcp/all alone', async () => {
    const namesAt = async (path: string) => (await toolsAt(path)).map((tool) => tool.name);
    const isAdmin = (name: string): boolean => /^(key|tenant)_/.test(name);
    expect((await namesAt('')).filter(isAdmin)).toEqual([]);
    expect((await namesAt('/worker')).filter(isAdmin)).toEqual([]);
    const listed = operations.map(({ name }) => name).filter(isAdmin);
    expect((await namesAt('/all')).filter(isAdmin).sort()).toEqual(listed.sort());
  });
});

describe('the stdio process of the product', () => {
  it('[MC11] works beside the server on the same data', async () => {
    const near = await overStdio('2026-07-28');
    const far = await overHttp('2026-07-28');
    const plan_id = await finishedPlan(near, 'Hold a chess tournament for 32 players in Brno');
    const tasks = { plan_id, part: 'tasks' };
    const seenFar = await use(far, 'plan_read', tasks);
    expect(seenFar).toEqual(await use(near, 'plan_read', tasks));
    await Promise.all([near.close(), far.close()]);
  });
});
