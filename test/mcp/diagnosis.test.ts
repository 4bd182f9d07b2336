// One failing call of a model, over stdio MCP: its error_id is in the answer, in the log and on the account.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { faultReply } from '../doubles/model-server/faults.ts';
import { type ModelServer, openModelServer } from '../doubles/model-server/server.ts';
import { attributeOf, type Collector, openCollector } from '../support/collector.ts';
import { goodMind, models } from '../support/pipeline.ts';
import { cleanEnv, launcher, makeHome } from '../support/server.ts';
import { newClient } from './protocol-client.ts';

type Json = Readonly<Record<string, unknown>>;

let minds: ModelServer;
let collector: Collector;
let client: Client;
let stderr = '';
/** Gives the calls that wait their answers. */
const held = Promise.withResolvers<void>();

beforeAll(async () => {
  minds = await openModelServer({ script: goodMind });
  collector = await openCollector();
  const home = await makeHome();
  await writeFile(join(home, 'models.json'), JSON.stringify(models(minds.url)));
  const env = cleanEnv({
    PLANWRIGHT_HOME: home,
    PLANWRIGHT_OTLP_ENDPOINT: collector.url,
  });
  const args = ['mcp', '--toolset', 'all'];
  const transport = new StdioClientTransport({ command: launcher, args, env, stderr: 'pipe' });
  transport.stderr?.on('data', (text: Buffer) => {
    stderr += text.toString('utf8');
  });
  client = newClient('2025-11-25');
  await client.connect(transport);
});
afterAll(async () => {
  held.resolve();
  await client.close();
  await collector.close();
  await minds.close();
});

async function use(name: string, input: object): Promise<Json> {
  const result = await client.callTool({ name, arguments: { ...input } });
  expect(result.isError ?? false, JSON.stringify(result.content)).toBe(false);
  return result.structuredContent as Json;
}

const prompt = 'Open a coffee shop in Copenhagen with a budget of 80,000 EUR by June 2027';
const asked = { prompt, brain: 'model', detail: 'brief' };

const lines = (): Json[] =>
  stderr
    .split('\n')
    .filter((line) => line.startsWith('{') && line.endsWith('}'))
    .map((line) => JSON.parse(line) as Json);

const callsOf = async (plan_id: unknown): Promise<Json[]> =>
  (await use('plan_usage_calls', { plan_id })).calls as Json[];

describe('a plan made over stdio', () => {
  it('[DG8] [OB10] whose model fails is diagnosed by one id in the answer, the log and the account', async () => {
    minds.play((request) => faultReply('bad_request', request, {}));
    const { plan_id } = await use('plan_create', asked);
    const status = await use('plan_wait', { plan_id, timeout_seconds: 50 });
    expect(status).toMatchObject({ state: 'failed', error: { error_class: 'bad_request' } });
    const { error_id } = status.error as Json;
    expect(error_id).toMatch(/^err_/);
    const calls = await callsOf(plan_id);
    expect(calls.filter((call) => call.error_id === error_id)).toMatchObject([
      { error_class: 'bad_request', model: 'first' },
    ]);
    const named = () => lines().filter((line) => line.error_id === error_id);
    await expect.poll(() => named().length).toBe(2);
    expect(named()).toMatchObject([
      { event: 'model.failed', level: 'warn', error_class: 'bad_request' },
      { event: 'attempt.ended', level: 'warn', to: 'FAILED' },
    ]);
    const ofPlan = () =>
      collector.spans.filter((span) => attributeOf(span, 'planwright.plan_id') === plan_id);
    await expect.poll(() => ofPlan().length).toBe(1);
    expect(collector.problems).toEqual([]);
  });

  it('[DG9] shows the calls of models while it is being made', async () => {
    const from = minds.calls.length;
    minds.play(async (request) => {
      if (request.index > from) await held.promise;
      return goodMind(request);
    });
    const { plan_id } = await use('plan_create', asked);
    await expect.poll(async () => (await callsOf(plan_id)).length).toBe(1);
    expect(await use('plan_status', { plan_id })).toMatchObject({ state: 'processing' });
    expect(await callsOf(plan_id)).toMatchObject([
      { model: 'first', error_id: null, finish: 'stop' },
    ]);
    await use('plan_stop', { plan_id });
  });
});
