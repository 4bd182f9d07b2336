// Changes of what runs as tools: for agents and for all, and not among those that every client gets.
import type { CallToolResult, Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operationNamed } from '../../src/operations/table.ts';
import { connectClient } from './protocol-client.ts';
import { type ProductServer, startTestServer } from './test-server.ts';

let server: ProductServer;
let client: Client;

beforeAll(async () => {
  server = await startTestServer();
  client = await connectClient(`${server.url}/all`, '2026-07-28');
});
afterAll(async () => {
  await client.close();
  await server.close();
});

const textOf = (result: CallToolResult): string => {
  const [block] = result.content;
  return block?.type === 'text' ? block.text : '';
};

type Json = Readonly<Record<string, unknown>>;

async function use(name: string, input: object): Promise<Json> {
  const result = await client.callTool({ name, arguments: { ...input } });
  expect(result.isError ?? false, textOf(result)).toBe(false);
  const { structuredContent } = result;
  expect(textOf(result)).toBe(JSON.stringify(structuredContent));
  expect(operationNamed(name).output.parse(structuredContent)).toEqual(structuredContent);
  return structuredContent as Json;
}

describe('changes over MCP', () => {
  it('[CG11] are asked for and listed; a caller that is no person does not approve them', async () => {
    const prompt = 'Open a small bakery in Lyon';
    const { plan_id } = await use('plan_create', { prompt, start_date: '2035-01-01' });
    await use('plan_wait', { plan_id, timeout_seconds: 50 });
    const { execution_id } = await use('execution_create', { plan_id });
    const late = { kind: 'delay', affects: ['task_2_1'], until: '2035-03-01', reason: 'Late' };
    const asked = await use('execution_change', { execution_id, ...late });
    expect(asked).toMatchObject({ state: 'waiting', base_rev: 1 });
    const { changes } = await use('execution_changes', { execution_id });
    expect(changes).toMatchObject([{ change_id: asked.change_id, digest: asked.digest }]);
    const { change_id: step_id, digest } = asked;
    const word = { execution_id, action: 'approve', step_id, digest };
    const said = await client.callTool({ name: 'execution_control', arguments: word });
    expect(said.isError).toBe(true);
    expect(textOf(said)).toContain('forbidden');
  });

  it('[CG11] are for agents too, and not in the default toolset', async () => {
    const namesAt = async (path: string): Promise<string[]> => {
      const other = await connectClient(server.url + path, '2026-07-28');
      const { tools } = await other.listTools();
      await other.close();
      return tools.map(({ name }) => name);
    };
    expect(await namesAt('/worker')).toContain('execution_change');
    expect(await namesAt('')).not.toContain('execution_change');
  });
});
