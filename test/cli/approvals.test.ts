// What waits for a person, from the command line: shown exactly, asked for, settled.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { PlanwrightClient } from '../../sdk/index.ts';
import { jsonOf, runCli } from '../support/cli.ts';
import {
  cleanEnv,
  launcher,
  makeHome,
  type ServerProcess,
  startServer,
} from '../support/server.ts';

let server: ServerProcess;
let client: PlanwrightClient;
let planId: string;
let run: string;

beforeAll(async () => {
  server = await startServer();
  client = new PlanwrightClient({ url: server.url });
  const { plan_id } = await client.createPlan({ prompt: 'Open a small bakery in Lyon' });
  await client.waitForPlan(plan_id);
  planId = plan_id;
});
afterAll(() => server.close());

const mail = {
  step_id: 'extra_1',
  title: 'Mail the offer',
  action: 'send_email',
  params: { to: 'hot leads\u202e', count: 10 },
  risk_tier: 'T2',
} as const;

const start = async (step: object): Promise<void> => {
  run = (await client.createExecution({ plan_id: planId })).execution_id;
  await client.patchExecution(run, { base_rev: 1, add: [{ ...mail, priority: 9, ...step }] });
};

beforeEach(() => start({}));

const cli = (...args: string[]) => runCli(args, { home: server.home });
const remote = (...args: string[]) => cli(...args, '--url', server.url);

const stateOf = async (step = 'extra_1') =>
  (await client.executionTasks(run)).tasks.find(({ step_id }) => step_id === step)?.state;

/** Asks on a pipe; `answer` is called once it asks, and gives what to type. */
async function approveByHand(answer: () => Promise<string> | string) {
  const env = cleanEnv({ PLANWRIGHT_HOME: server.home });
  const child = spawn(launcher, ['approve', run, 'extra_1', '--url', server.url], { env });
  let seen = '';
  let hasAnswered = false;
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      seen += text;
      if (hasAnswered || !seen.includes('[y/N]')) return;
      hasAnswered = true;
      void Promise.resolve(answer()).then((line) => child.stdin.end(line));
    });
  }
  const [code] = (await once(child, 'close')) as [number];
  return { code, seen };
}

describe('planwright inbox', () => {
  it('[FC14] lists what waits with the command that settles it', async () => {
    const shown = await remote('inbox');
    expect(shown).toMatchObject({ code: 0, stderr: '' });
    expect(shown.stdout).toContain('approval  Mail the offer');
    expect(shown.stdout).toContain(`planwright approve ${run} extra_1`);
    const { items } = jsonOf(await cli('inbox', '--json'));
    expect(items).toContainEqual(expect.objectContaining({ execution_id: run, kind: 'approval' }));
  });
});

describe('planwright approve', () => {
  it('[FC14] shows exactly what is approved, hidden marks by their code, and takes no answer for no', async () => {
    const asked = await remote('approve', run);
    expect(asked.code).toBe(0);
    expect(asked.stdout).toContain('"hot leads\\u202e"');
    expect(asked.stdout).toContain('"count": 10');
    expect(asked.stdout).toMatch(/digest\s+[0-9a-f]{64}/);
    expect(asked.stdout).toContain('approved: none');
    expect(asked.stderr).toContain('Approve exactly this? [y/N]');
    expect(await stateOf()).toBe('BLOCKED');
  });

  it.each(['n\n', '\n', 'yesterday\n'])('[FC14] %j is a no', async (line) => {
    const { code } = await approveByHand(() => line);
    expect(code).toBe(0);
    expect(await stateOf()).toBe('BLOCKED');
  });

  it.each(['y\n', 'Yes\n'])('[FC14] %j approves', async (line) => {
    const { code } = await approveByHand(() => line);
    expect(code).toBe(0);
    expect(await stateOf()).toBe('QUEUED');
  });

  it('[FC3] what changes while the person thinks is not approved', async () => {
    const { code, seen } = await approveByHand(async () => {
      const change = [{ step_id: 'extra_1', params: { to: 'everybody' } }];
      const { rev } = await client.executionStatus(run);
      await client.patchExecution(run, { base_rev: rev, change });
      return 'y\n';
    });
    expect({ code, seen }).toMatchObject({ code: 5, seen: expect.stringContaining('Look again') });
    expect(await stateOf()).toBe('BLOCKED');
  });

  it('[FC14] --yes --json answers with JSON alone; approving again finds nothing to approve', async () => {
    // What the plan itself asks for waits beside it.
    const { approvals } = await client.executionStatus(run);
    const waiting = approvals.map(({ step_id }) => step_id);
    expect(waiting).toContain('extra_1');
    const done = await cli('approve', run, '--yes', '--json');
    expect(jsonOf(done)).toMatchObject({ execution_id: run, approved: waiting, left: [] });
    expect(await stateOf()).toBe('QUEUED');
    expect((await cli('approve', run)).stdout).toBe('Nothing waits for an approval.\n');
    const again = await cli('approve', run, 'extra_1', '--yes', '--json');
    expect(again.code).toBe(5);
    expect(jsonOf(again)).toMatchObject({ error: { code: 'not_allowed_now' } });
  });

  it('[FC1] without the key of a person nothing is approved', async () => {
    const key = (await client.registerAgent({ name: 'Ada' })).key ?? '';
    const stranger = await makeHome();
    try {
      for (const env of [{}, { PLANWRIGHT_KEY: key }]) {
        const args = ['approve', run, '--yes', '--json', '--url', server.url];
        const refused = await runCli(args, { home: stranger, env });
        expect(refused.code).toBe(4);
        expect(jsonOf(refused)).toMatchObject({ error: { code: 'forbidden' } });
      }
    } finally {
      await rm(stranger, { recursive: true, force: true });
    }
    expect(await stateOf()).toBe('BLOCKED');
  });

  it('[FC6] what was not used in its time is asked for again', async () => {
    await start({ approval: { lasts_seconds: 1 } });
    await remote('approve', run, 'extra_1', '--yes');
    await vi.waitFor(async () => expect(await stateOf()).toBe('BLOCKED'), { timeout: 20_000 });
    expect((await remote('approve', run, 'extra_1', '--yes')).code).toBe(0);
  });
});

describe('planwright reject and accept', () => {
  it('[FC5] reject fails the step with the reason', async () => {
    expect((await remote('reject', run, 'extra_1')).code).toBe(2);
    expect((await remote('reject', run, 'extra_1', 'Too', 'dear')).code).toBe(0);
    expect(await stateOf()).toBe('ERROR');
    expect((await remote('execution', run)).stdout).toContain('It was not approved: Too dear');
  });

  it('[FC9] accept lets a claim count that its check has not accepted', async () => {
    await start({ risk_tier: 'T1', checks: [{ key: 'look' }] });
    const key = (await client.registerAgent({ name: 'Ada' })).key ?? '';
    const ada = new PlanwrightClient({ url: server.url, key });
    const { lease } = await ada.claimWork({ execution_id: run });
    await ada.completeWork({ lease_token: lease?.token ?? '', output: { sent: 0 } });
    expect(await stateOf()).toBe('RUNNING');
    expect((await remote('accept', run, 'extra_1')).code).toBe(2);
    const done = await remote('accept', run, 'extra_1', 'Good enough for now.');
    expect(done).toMatchObject({ code: 0, stderr: '' });
    expect(await stateOf()).toBe('COMPLETE');
  });
});

describe('planwright take and done', () => {
  it('[CL23] a person ends what they took, and the inbox says how', async () => {
    await start({ performer: 'human', risk_tier: 'T1' });
    expect((await remote('inbox')).stdout).toContain(`planwright take ${run} extra_1`);
    expect((await remote('take', run, 'extra_1')).stdout).toContain(`planwright done ${run}`);
    const held = await remote('inbox');
    expect(held.stdout).toContain('you have it');
    expect(held.stdout).toContain(`planwright done ${run} extra_1 "TEXT"`);
    expect((await remote('done', run, 'extra_1')).code).toBe(2);
    const done = jsonOf(await remote('done', run, 'extra_1', 'They', 'said yes', '--json'));
    expect(done).toMatchObject({ step_id: 'extra_1', task_state: 'COMPLETE' });
  });

  it('[CL23] done takes it first, on the data as well; a JSON object is the output itself', async () => {
    await start({ performer: 'human', risk_tier: 'T1' });
    expect((await cli('done', run, 'extra_1', '{"signed": true}')).code).toBe(0);
    expect(await stateOf()).toBe('COMPLETE');
  });
});

describe('planwright run --purse', () => {
  it('[BG15] pays an execution from a purse, beside a budget of its own', async () => {
    const { purse_id } = jsonOf(await remote('new-purse', 'Shops', '--budget', '3', '--json'));
    const made = jsonOf(
      await remote('run', planId, '--purse', String(purse_id), '--budget', '1', '--json'),
    );
    expect(made).toMatchObject({ usage: { purse_id, budget: { usd: 1 } } });
  });
});

describe('planwright wait', () => {
  it('[CL24] is exit 5 when the time is up and it is not over', async () => {
    const waited = await remote('wait', run, '--timeout-seconds', '0', '--json');
    expect(waited.code).toBe(5);
    expect(jsonOf(waited)).toMatchObject({ execution_id: run });
    expect((await remote('wait', planId)).code).toBe(0);
  });
});

describe('planwright run --policy', () => {
  it.each([
    ['T2', { pre_approved: ['T2'], tiers: {} }],
    ['send_email,make_call', { pre_approved: ['send_email', 'make_call'], tiers: {} }],
    ['{"tiers":{"send_email":"T3"}}', { pre_approved: [], tiers: { send_email: 'T3' } }],
  ])('[FC11] %s is on the record', async (text, policy) => {
    const made = jsonOf(await remote('run', planId, '--policy', text, '--json'));
    expect(made).toMatchObject({ policy });
  });

  it('[FC11] a policy that is none is refused', async () => {
    expect((await remote('run', planId, '--policy', '{"tiers":')).code).toBe(2);
    expect((await remote('run', planId, '--policy', 'T3')).code).toBe(2);
  });
});
