// The page for agents that think, and the prompt of the menu: done as they say, by a client that knows
// nothing else.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callsOf } from '../doubles/scripted-mind/calls.ts';
import { scriptedAnswer } from '../doubles/scripted-mind.ts';
import { type ServerProcess, startServer } from '../support/server.ts';
import { connectClient, eras } from './protocol-client.ts';
import { runTool } from './run-tool.ts';

const repository = new URL('../../', import.meta.url);
const page = readFileSync(new URL('docs/agents-as-minds.md', repository), 'utf8');

function block(kind: string): string {
  const found = [...page.matchAll(/^```\w+ (\w+)\n([\s\S]*?)^```$/gm)].filter(
    ([, name]) => name === kind,
  );
  expect(found).toHaveLength(1);
  return found[0]?.[2] ?? '';
}

type Json = Readonly<Record<string, unknown>>;

interface Claim {
  readonly claimed: boolean;
  readonly lease: { readonly token: string };
  readonly step: { readonly prompt: string; readonly output_schema: object };
  readonly next_action: string;
}

let server: ServerProcess;

beforeAll(async () => {
  server = await startServer({ env: { PLANWRIGHT_RATE_PER_MINUTE: '100000' } });
});
afterAll(() => server.close());

/** The four calls of the page, made as they stand there; what they name by a word is filled in. */
async function follow(calls: readonly string[], make: (call: string) => Promise<Json>) {
  const [create = '', claim = '', complete = '', wait = ''] = calls;
  const { plan_id } = await make(create);
  const filled = (text: string): string => text.replaceAll('PLAN', String(plan_id));
  let thoughts = 0;
  for (;;) {
    const claimed = (await make(filled(claim))) as unknown as Claim;
    if (!claimed.claimed && /plan is over|plan_wait/.test(claimed.next_action)) break;
    if (!claimed.claimed) continue;
    const { prompt, output_schema } = claimed.step;
    const answer = JSON.stringify(scriptedAnswer(output_schema, prompt));
    const text = complete.replace('TOKEN', claimed.lease.token).replace('"ANSWER"', () => answer);
    expect(await make(text)).toMatchObject({ task_state: 'COMPLETE' });
    thoughts += 1;
  }
  return { thoughts, status: await make(filled(wait)) };
}

const toolCall =
  (client: Client) =>
  async (text: string): Promise<Json> => {
    const call = JSON.parse(text) as { name: string; arguments: Record<string, unknown> };
    const result = await client.callTool(call);
    expect(result.isError ?? false).toBe(false);
    return result.structuredContent as Json;
  };

/** A line of curl, read rather than run: not every machine has it. */
async function curl(line: string): Promise<Json> {
  const [, path = '', body] = /^curl localhost:4600(\S+)(?: --json '(.*)')?$/s.exec(line) ?? [];
  const headers = { 'content-type': 'application/json' };
  const post = body === undefined ? {} : { method: 'POST', body, headers };
  const response = await fetch(`${server.url}${path}`, post);
  expect(response.status, line.slice(0, 80)).toBeLessThan(300);
  return (await response.json()) as Json;
}

const finished = {
  thoughts: callsOf.standard,
  status: { state: 'completed', progress_percentage: 100 },
};

describe('docs/agents-as-minds.md', () => {
  it('[CB9] its calls over MCP make a plan', async () => {
    const client = await connectClient(`${server.url}/mcp`, '2026-07-28');
    expect(await follow(block('mcp').trim().split('\n'), toolCall(client))).toMatchObject(finished);
    await client.close();
  });

  it('[CB9] its calls over REST make a plan', async () => {
    expect(await follow(block('rest').trim().split('\n'), curl)).toMatchObject(finished);
  });

  it('[CB9] its lines of TypeScript make a plan', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'planwright-test-'));
    const file = join(folder, 'mind.ts');
    const mind = `import { scriptedAnswer } from '${new URL('test/doubles/scripted-mind.ts', repository).pathname}';
const askMyModel = (prompt: string, schema: object, _feedback: unknown) => scriptedAnswer(schema, prompt) as object;
`;
    const text = block('sdk')
      .replace("'planwright/sdk'", `'${new URL('sdk/index.ts', repository).pathname}'`)
      .replace('http://127.0.0.1:4600', server.url);
    await writeFile(file, mind + text);
    const { stdout } = await promisify(execFile)(process.execPath, [file]);
    expect(stdout).toBe('completed\n');
    await rm(folder, { recursive: true });
  });

  it('[CB9] it is found from the README', () => {
    const readme = readFileSync(new URL('README.md', repository), 'utf8');
    expect(readme).toContain('(docs/agents-as-minds.md)');
  });
});

describe('the prompt think_for_plan', () => {
  it.each(eras)('[CB9] is in the menu and is filled in (%s)', async (era) => {
    const client = await connectClient(`${server.url}/mcp`, era);
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name }) => name)).toContain('think_for_plan');
    const goal = 'Open a kiosk in Bari';
    const filled = await client.getPrompt({ name: 'think_for_plan', arguments: { goal } });
    expect(JSON.stringify(filled.messages)).toContain(goal);
    await client.close();
  });

  it('[CB9] the Inspector lists it and fills it in', async () => {
    const target = ['--cli', `${server.url}/mcp`];
    const get = [...target, '--method', 'prompts/get', '--prompt-name', 'think_for_plan'];
    const args = ['--prompt-args', 'plan_id=plan_00000001', '--format', 'json', '-q'];
    const { stdout, code } = await runTool('inspector', [...get, ...args]);
    expect(code, stdout).toBe(0);
    expect(stdout).toContain('Think for the plan plan_00000001');
  });
});
