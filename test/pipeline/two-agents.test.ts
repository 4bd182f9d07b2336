// One plan, thought about by two agents that do not know of one another: one speaks MCP, one REST. The
// server is killed in the middle. What they answer follows from what they are asked, so the plan must be
// the one that a recording of their answers gives.
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readCassette } from '../../src/plan/brains/recorded/read-cassette.ts';
import { callsOf } from '../doubles/scripted-mind/calls.ts';
import { scriptedAnswer } from '../doubles/scripted-mind.ts';
import { connectClient } from '../mcp/protocol-client.ts';
import { runCli } from '../support/cli.ts';
import { openPipeline } from '../support/pipeline.ts';
import { makeHome, type ServerProcess, startServer } from '../support/server.ts';

type Json = Readonly<Record<string, unknown>>;

/** What an agent can do, whichever way it speaks. Refusals come as {error}. */
type Call = (name: string, input: object) => Promise<Json>;

interface Claim {
  readonly claimed: boolean;
  readonly lease: { readonly token: string };
  readonly step: {
    readonly step_id: string;
    readonly prompt: string;
    readonly output_schema: object;
  };
  readonly next_action: string;
}

const restPaths: Readonly<Record<string, string>> = {
  plan_create: '/api/plans/generate',
  agent_register: '/api/agents/register',
  work_claim: '/api/work/claim',
  work_complete: '/api/work/complete',
};

const overRest =
  (server: () => ServerProcess, key: string): Call =>
  async (name, input) => {
    const response = await fetch(`${server().url}${restPaths[name]}`, {
      method: 'POST',
      body: JSON.stringify(input),
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    });
    const body = (await response.json()) as Json;
    return response.ok ? body : { error: { code: body.code, message: body.detail } };
  };

/** A client for each server: the address is another one after a restart. */
class McpAgent {
  readonly #server: () => ServerProcess;
  readonly #key: string;
  #client: Client | null = null;
  #url = '';

  constructor(server: () => ServerProcess, key: string) {
    this.#server = server;
    this.#key = key;
  }

  readonly call: Call = async (name, input) => {
    const client = await this.#connected();
    const result = await client.callTool({ name, arguments: { ...input } });
    const [block] = result.content;
    return JSON.parse(block?.type === 'text' ? block.text : '{}') as Json;
  };

  async #connected(): Promise<Client> {
    const { url } = this.#server();
    if (this.#client && this.#url === url) return this.#client;
    const key = this.#key;
    this.#url = url;
    this.#client = await connectClient(`${url}/mcp`, '2026-07-28', (address, init) => {
      const headers = new Headers(init?.headers);
      headers.set('authorization', `Bearer ${key}`);
      return fetch(address, { ...init, headers });
    });
    return this.#client;
  }

  async close(): Promise<void> {
    await this.#client?.close();
  }
}

/** Both come here with a thought in hand; then the server is killed under them. */
class Crossing {
  readonly #size: number;
  readonly #opened = Promise.withResolvers<void>();
  readonly full = Promise.withResolvers<void>();
  #there = 0;

  constructor(size: number) {
    this.#size = size;
  }

  async pass(): Promise<void> {
    this.#there += 1;
    if (this.#there === this.#size) this.full.resolve();
    await this.#opened.promise;
  }

  open(): void {
    this.#opened.resolve();
  }
}

const goal = {
  prompt: 'Open a coffee shop in Copenhagen with a budget of 80,000 EUR by June 2027',
  start_date: '2027-01-04',
  detail: 'brief',
} as const;
/** Of the first thoughts some are left then: nothing but agents is at work. */
const beforeKill = 3;

let home: string;
let server: ServerProcess;
let planId: string;
let mcp: McpAgent;
const done: string[] = [];
const sentBack: string[] = [];
const crossing = new Crossing(2);

/** Every third thought is answered badly first. */
async function answer(call: Call, { lease, step }: Claim, nth: number): Promise<void> {
  const lease_token = lease.token;
  if (nth % 3 === 0) {
    const { error } = await call('work_complete', { lease_token, output: { wrong: true } });
    const { code, message } = error as { code: string; message: string };
    if (code === 'output_invalid') sentBack.push(message);
  }
  const output = scriptedAnswer(step.output_schema, step.prompt);
  const ended = await call('work_complete', { lease_token, output });
  if (ended.task_state !== 'COMPLETE') throw new Error(JSON.stringify(ended));
  done.push(step.step_id);
}

/** As a fresh agent would: claims and answers until it is told that the plan is over. */
async function think(call: Call): Promise<number> {
  let mine = 0;
  for (let isCrossed = false; ; ) {
    const input = { kinds: ['model'], plan_id: planId, wait_seconds: 25 };
    const claim = (await call('work_claim', input)) as unknown as Claim;
    if (!claim.claimed) {
      if (/the plan is over|plan_wait/i.test(claim.next_action)) return mine;
      continue;
    }
    if (!isCrossed && done.length >= beforeKill) {
      isCrossed = true;
      await crossing.pass();
    }
    await answer(call, claim, mine);
    mine += 1;
  }
}

/** kill -9, and a new process on the same data. */
async function killWhenBothHold(): Promise<void> {
  await crossing.full.promise;
  await server.stop('SIGKILL');
  server = await startServer({ home, env });
  crossing.open();
}

const env = { PLANWRIGHT_RATE_PER_MINUTE: '100000' };
let counts: readonly number[];

beforeAll(async () => {
  home = await makeHome();
  server = await startServer({ home, env });
  const person = overRest(() => server, server.personKey);
  const newKey = async (name: string): Promise<string> =>
    String((await person('agent_register', { name })).key);
  mcp = new McpAgent(() => server, await newKey('Over MCP'));
  const rest = overRest(() => server, await newKey('Over REST'));
  const made = await person('plan_create', { ...goal, brain: 'caller' });
  planId = String(made.plan_id);
  const [first, second] = await Promise.all([think(mcp.call), think(rest), killWhenBothHold()]);
  counts = [first, second];
});
afterAll(async () => {
  await mcp.close();
  await server.close();
  await rm(home, { recursive: true, force: true });
});

const get = async (path: string): Promise<Json> => {
  const headers = { authorization: `Bearer ${server.personKey}` };
  return (await (await fetch(`${server.url}${path}`, { headers })).json()) as Json;
};

const withoutOrigin = ({ plan_id: _id, brain: _brain, notice: _notice, ...plan }: Json) => plan;

describe('two agents think for one plan', () => {
  it('[CB10] each thought is answered once, by one of them, over a killed server', async () => {
    expect(done).toHaveLength(callsOf.brief);
    expect(new Set(done).size).toBe(callsOf.brief);
    expect(Math.min(...counts)).toBeGreaterThan(0);
    const status = await get(`/api/plans/${planId}/wait?timeout_seconds=50`);
    expect(status).toMatchObject({ state: 'completed', progress_percentage: 100 });
  });

  it('[CB10] bad answers came back with what was wrong, over both faces, and are on the account', async () => {
    expect(sentBack.length).toBeGreaterThanOrEqual(5);
    for (const message of sentBack) expect(message).toMatch(/output\.\w+: .*lease is still yours/);
    const usage = await get(`/api/plans/${planId}/usage`);
    const calls = { calls: done.length + sentBack.length, failed_calls: sentBack.length };
    expect(usage).toMatchObject({ total: calls });
  });

  it('[CB10] the plan is the one that the recording gives', async () => {
    const again = await get(`/api/plans/${planId}/recording`);
    const file = join(home, 'replayed.json');
    await writeFile(file, JSON.stringify(again));
    const replay = await openPipeline({ env: { PLANWRIGHT_RECORDING: file } });
    const { plan_id } = await replay.plan({ ...goal, brain: 'recorded' });
    const recorded = await replay.call('plan_get', { plan_id });
    const thought = await get(`/api/plans/${planId}`);
    expect(withoutOrigin(thought)).toEqual(withoutOrigin(recorded));
    const kept = await replay.call('plan_record', { plan_id });
    const replies = (recording: Json): unknown =>
      (recording.entries as Json[]).map(({ stage, reply }) => ({ stage, reply }));
    expect(replies(again)).toEqual(replies(kept));
    await replay.close();
  });

  it('[RB9] the command writes the file that answers again, once', async () => {
    const file = join(home, 'recording.json');
    const asks = { home, env: { PLANWRIGHT_URL: server.url, PLANWRIGHT_KEY: server.personKey } };
    const wrote = await runCli(['record', planId, '--out', file], asks);
    expect(wrote).toMatchObject({ code: 0, stdout: expect.stringContaining(file) });
    expect(readCassette(await readFile(file, 'utf8')).entries).toHaveLength(callsOf.brief);
    expect(await runCli(['record', planId, '--out', file], asks)).toMatchObject({ code: 2 });
    const printed = await runCli(['record', planId], asks);
    expect(printed.stdout).toBe(await readFile(file, 'utf8'));
  });
});
