// Words that stand in a key, a goal, a prompt, a reply and its reasoning, through a plan that is made
// and one that fails, on a server that logs all it can: where they are found, and where they must not be.
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { faultReply } from '../doubles/model-server/faults.ts';
import { type ModelServer, openModelServer } from '../doubles/model-server/server.ts';
import type { Script } from '../doubles/model-server/types.ts';
import { scriptedAnswer } from '../doubles/scripted-mind.ts';
import { runCli } from '../support/cli.ts';
import { type ServerProcess, startServer } from '../support/server.ts';

const words = {
  key: 'sk-zyqukey-0123456789abcdef',
  goal: 'zyqugoal',
  prompt: 'zyquprompt',
  reply: 'zyqureply',
  reasoning: 'zyqureason',
} as const;
const said = [words.prompt, words.reply, words.reasoning];

const overrides = { prompts: { purpose: `Say what it is for. ${words.prompt}` } };
const goodGoal = `Open a coffee shop called ${words.goal} in Copenhagen for 80,000 EUR`;
const badGoal = `Open a bakery called ${words.goal} in Aarhus for 80,000 EUR`;

/** Of the bad goal's calls every third repeats the key, the prompt or itself in an error or a reply. */
const script: Script = (request) => {
  const value = scriptedAnswer(request.schema ?? {}, `${request.system}\n${request.prompt}`);
  const told = JSON.stringify(value).replace('It is done.', words.reply);
  const reasoning = `I think of ${words.reasoning}.`;
  if (request.system.includes(goodGoal)) return { kind: 'answer', text: told, reasoning };
  if (request.index % 3 === 0) return faultReply('invalid_key', request);
  if (request.index % 3 === 1) {
    const message = `${request.prompt} ${request.key} ${words.reply}`;
    return { kind: 'error', error: 'bad_request', message };
  }
  return { kind: 'answer', text: `{"${words.reply}": "${words.reply}"}`, reasoning };
};

let minds: ModelServer;
let server: ServerProcess;
let scratch: string;
const plans = new Map<string, string>();
/** Bodies and headers of all answers that are no success. */
const refusals: string[] = [];

async function call(path: string, body?: unknown): Promise<Record<string, unknown>> {
  const response = await fetch(server.url + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) refusals.push(text + JSON.stringify([...response.headers]));
  return JSON.parse(text) as Record<string, unknown>;
}

async function makePlan(prompt: string): Promise<Record<string, unknown>> {
  const { plan_id } = await call('/api/plans/generate', { prompt, brain: 'model', overrides });
  plans.set(prompt, String(plan_id));
  for (;;) {
    const status = await call(`/api/plans/${String(plan_id)}/wait?timeout_seconds=20`);
    if (status.state !== 'pending' && status.state !== 'processing') return status;
  }
}

const statuses: Record<string, unknown>[] = [];
let output = '';

beforeAll(async () => {
  minds = await openModelServer({ script });
  scratch = await mkdtemp(join(tmpdir(), 'planwright-canary-'));
  const modelsFile = join(scratch, 'models.json');
  const first = { provider: 'openai-compatible', model: 'm', baseUrl: `${minds.url}/v1` };
  const file = {
    profile: 'custom',
    models: { first: { ...first, keyEnv: 'CANARY_KEY' } },
    profiles: { custom: ['first'] },
  };
  await writeFile(modelsFile, JSON.stringify(file));
  server = await startServer({
    env: { PLANWRIGHT_LOG_LEVEL: 'trace', PLANWRIGHT_MODELS: modelsFile, CANARY_KEY: words.key },
  });
  for (const goal of [goodGoal, badGoal]) statuses.push(await makePlan(goal));
  const failed = plans.get(badGoal) ?? '';
  await call(`/api/plans/${failed}/resumed`);
  await call(`/api/plans/${failed}/files/nothing.md`);
  await call('/api/plans/generate', {
    ...{ prompt: goodGoal, brain: 'model' },
    overrides: { prompts: { nothing: words.prompt } },
  });
  await call(`/api/plans/${failed}/resume`, {});
  await call(`/api/plans/${failed}/wait?timeout_seconds=20`);
  await server.stop();
  output = server.stdout() + server.stderr();
});
afterAll(async () => {
  await server.close();
  await minds.close();
  await rm(scratch, { recursive: true, force: true });
});

const filesIn = async (folder: string): Promise<string[]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
};

const database = (): DatabaseSync =>
  new DatabaseSync(join(server.home, 'planwright.db'), { readOnly: true });

function column(sql: string): string {
  const db = database();
  const rows = db.prepare(sql).all();
  db.close();
  const texts = rows
    .flatMap((row) => Object.values(row))
    .map((value) =>
      value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : String(value),
    );
  return texts.join('\n');
}

describe('canaries through a plan that is made and one that fails', () => {
  it('[PP25] the words were there to be found', () => {
    expect(statuses[0]?.error).toBeUndefined();
    expect(statuses.map(({ state }) => state)).toEqual(['completed', 'failed']);
    expect(minds.withKey(words.key)).toBe(minds.calls.length);
    expect(minds.withText(words.prompt)).toBeGreaterThanOrEqual(2);
    const texts = column('select bytes from content');
    for (const word of [words.goal, ...said]) expect(texts).toContain(word);
  });

  it('[PP25] no line of a log at level trace has one', () => {
    expect(output).toContain('"level"');
    for (const word of Object.values(words)) expect(output).not.toContain(word);
  });

  it('[PP25] no refusal, and no reason of a failure, has what was said or asked', () => {
    expect(refusals.length).toBeGreaterThanOrEqual(3);
    const [, failed] = statuses;
    const reason = JSON.stringify(failed?.error);
    expect(reason).toContain('got no usable answer');
    for (const word of Object.values(words)) {
      expect(refusals.join('\n')).not.toContain(word);
      expect(reason).not.toContain(word);
    }
  });

  it('[PP25] no event and no row of usage has one', () => {
    const headers = column('select header from events');
    const usage = column('select * from usage');
    for (const word of Object.values(words)) {
      expect(headers).not.toContain(word);
      expect(usage).not.toContain(word);
    }
  });

  it('[PP25] files of the account have none, and reasoning is in no file of a plan', async () => {
    const paths = column(`select path from artifacts`).split('\n');
    expect(paths).toContain('usage_metrics.jsonl');
    const account = column(
      `select c.bytes from artifacts a join content c on c.id = a.content where a.path like 'usage_%'`,
    );
    for (const word of Object.values(words)) expect(account).not.toContain(word);
    const all = column(`select c.bytes from artifacts a join content c on c.id = a.content`);
    expect(all).toContain(words.reply);
    expect(all).not.toContain(words.reasoning);
  });

  it('[PP25] the key is nowhere: in no byte of the data, no export and no recording', async () => {
    const home = { home: server.home, env: { PLANWRIGHT_HOME: server.home } };
    for (const run of column('select id from runs').split('\n')) {
      const done = await runCli(['export', run, '--out', join(scratch, `${run}.jsonl`)], home);
      expect(done.code).toBe(0);
    }
    const record = await runCli(
      ['record', plans.get(goodGoal) ?? '', '--out', join(scratch, 'r.json')],
      home,
    );
    expect(record.code, record.stderr).toBe(0);
    const files = [...(await filesIn(server.home)), ...(await filesIn(scratch))];
    expect(files.length).toBeGreaterThan(3);
    for (const file of files) {
      const bytes = (await readFile(file)).toString('latin1');
      expect(bytes.includes(words.key), file).toBe(false);
    }
  });
});
