// Commands that work on data: the same answers on the data itself and through a server beside it.
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { planSchema } from '../../src/contract/plan.ts';
import { operations } from '../../src/operations/table.ts';
import { jsonOf, runCli, startCli } from '../support/cli.ts';
import { makeHome, type ServerProcess, startServer } from '../support/server.ts';

const goal = 'Open a small bakery in Lyon with a budget of 60,000 EUR';

let home: string;
let server: ServerProcess;
let planId: string;
let executionId: string;

const cli = (...args: string[]) => runCli(args, { home });
const remotely = (...args: string[]) =>
  runCli(args, { home, env: { PLANWRIGHT_URL: server.url, PLANWRIGHT_KEY: server.personKey } });

beforeAll(async () => {
  home = await makeHome();
  const made = jsonOf(await cli('plan', goal, '--out', 'made', '--json'));
  planId = String(made.plan_id);
  server = await startServer({ home });
  executionId = String(jsonOf(await remotely('run', planId, '--json')).execution_id);
});
afterAll(async () => {
  await server.close();
  await rm(home, { recursive: true, force: true });
});

describe('plan', () => {
  it('[CL5] writes its files where it was told', async () => {
    const plan: unknown = JSON.parse(await readFile(join(home, 'made', 'plan.json'), 'utf8'));
    expect(planSchema.parse(plan).plan_id).toBe(planId);
    const { files } = jsonOf(await cli('files', planId, '--json'));
    for (const { path, size } of files as { path: string; size: number }[]) {
      expect((await stat(join(home, 'made', path))).size).toBe(size);
    }
  });

  it('[CL5] tells in words what it made and what comes next', async () => {
    const run = await cli('plan', goal, '--out', 'again');
    expect(run.code).toBe(0);
    expect(run.stdout).toContain('report.md');
    expect(run.stdout).toContain(`planwright run plan_`);
  });

  it('[CL5] a goal that cannot be planned is exit 5 and says why', async () => {
    const run = await cli('plan', 'asdf qwer zxcv', '--json');
    expect(run.code).toBe(5);
    const { error } = jsonOf(run) as unknown as { error: { code: string; message: string } };
    expect(error.code).toBe('generation_failed');
    expect(error.message.length).toBeGreaterThan(20);
  });
});

describe('the same answer from the data and from a server', () => {
  const calls: readonly (readonly [string, () => string[]])[] = [
    ['list', () => ['list']],
    ['list --limit 1', () => ['list', '--limit', '1']],
    ['status', () => ['status', planId]],
    ['wait', () => ['wait', planId, '--timeout-seconds', '1']],
    ['read', () => ['read', planId]],
    ['files', () => ['files', planId]],
    ['executions', () => ['executions']],
    ['execution', () => ['execution', executionId]],
    ['tasks', () => ['tasks', executionId]],
    ['events', () => ['events', executionId, '--after', '1', '--limit', '2']],
    ['agents', () => ['agents']],
    ['keys list', () => ['keys', 'list']],
    ['keys audit', () => ['keys', 'audit', '--limit', '2']],
    ['tenants list', () => ['tenants', 'list']],
    ['a plan that is not there', () => ['status', 'plan_00000000']],
    ['a bad limit', () => ['list', '--limit', '99']],
    ['call plan_tasks', () => ['call', 'plan_tasks', '--plan-id', planId]],
    ['call of what is not there', () => ['call', 'webhook_enable', '--webhook-id', 'wh_00000000']],
  ];

  it.each(calls)('[CL6] %s', async (_name, args) => {
    const [local, remote] = await Promise.all([
      cli(...args(), '--json'),
      remotely(...args(), '--json'),
    ]);
    expect(jsonOf(remote)).toEqual(jsonOf(local));
    expect(remote.code).toBe(local.code);
    expect(local.stderr + remote.stderr).toBe('');
  });
});

describe('planwright call', () => {
  it('[CL30] takes fields as flags, from a file and from standard input', async () => {
    const fork = { add: [{ step_id: 'extra_1', title: 'Taste the bread', action: 'taste_bread' }] };
    await writeFile(join(home, 'fork.json'), JSON.stringify(fork));
    const about = ['call', 'execution_fork', '--execution-id', executionId, '--json-input'];
    const made = jsonOf(await remotely(...about, join(home, 'fork.json'), '--json'));
    expect(made.execution_id).toMatch(/^exec_/);
    const stdin = JSON.stringify({ limit: 50, state: 'failed' });
    const typed = ['call', 'plan_list', '--json-input', '-', '--state', 'completed', '--json'];
    const { plans } = jsonOf(await startCli(typed, { home, stdin }).done);
    expect(plans).toContainEqual(expect.objectContaining({ plan_id: planId }));
  });

  it('[CL30] reads switches and values of any field', async () => {
    const about = ['call', 'plan_invalidate', '--plan-id', planId, '--stage', 'facts'];
    const dry = jsonOf(await cli(...about, '--dry-run', '--json'));
    expect(dry).toMatchObject({ plan_id: planId });
    const purse = ['call', 'purse_create', '--label', 'Summer', '--budget', '5', '--json'];
    expect(jsonOf(await remotely(...purse))).toMatchObject({ label: 'Summer' });
  });

  it('[CL30] writes bytes to standard output or to a new file', async () => {
    const about = ['call', 'plan_file', '--plan-id', planId, '--path', 'plan.json'];
    const [local, remote] = await Promise.all([cli(...about), remotely(...about)]);
    expect(JSON.parse(local.stdout)).toMatchObject({ plan_id: planId });
    expect(remote.stdout).toBe(local.stdout);
    const out = join(home, 'copy.json');
    expect((await cli(...about, '--out', out)).code).toBe(0);
    expect(await readFile(out, 'utf8')).toBe(local.stdout);
    expect((await cli(...about, '--out', out)).code).toBe(2);
  });

  it('[CL30] --help lists every operation but the event streams, and the fields of one', async () => {
    const { stdout } = await cli('call', '--help');
    const missing = operations.filter(({ name }) => !stdout.includes(`\n  ${name} `));
    expect(missing.map(({ name }) => name).sort()).toEqual(['execution_stream', 'plan_stream']);
    const revise = await cli('call', 'plan_revise', '--help');
    expect(revise.stdout).toContain('--stage TEXT --output JSON [--dry-run]');
  });
});

describe('keys', () => {
  it('[CL7] are made, used, listed and revoked', async () => {
    const made = jsonOf(
      await cli('keys', 'create', '--label', 'CI', '--scopes', 'plan:read', '--json'),
    );
    const { key, key_id } = made as unknown as { key: string; key_id: string };
    const withKey = (...args: string[]) =>
      runCli(args, { home, env: { PLANWRIGHT_URL: server.url, PLANWRIGHT_KEY: key } });
    expect((await withKey('list')).code).toBe(0);
    expect(await withKey('run', planId)).toMatchObject({ code: 4, stdout: '' });
    const listed = await cli('keys', 'list', '--json');
    expect(listed.stdout).toContain(key_id);
    expect(listed.stdout).not.toContain(key.split('_')[2]);
    expect((await cli('keys', 'revoke', key_id)).code).toBe(0);
    const refused = await withKey('list');
    expect(refused.code).toBe(4);
    expect(refused.stderr).not.toContain(key.split('_')[2]);
  });

  it('[CL7] the audit says who made and revoked them', async () => {
    const made = jsonOf(await cli('keys', 'create', '--label', 'Audited', '--json'));
    const { key_id: subject, key } = made as unknown as { key: string; key_id: string };
    expect((await remotely('keys', 'revoke', subject)).code).toBe(0);
    const run = await cli('keys', 'audit', '--limit', '2', '--json');
    const { entries } = jsonOf(run) as unknown as { entries: object[] };
    expect(entries).toMatchObject([
      { action: 'key.revoked', actor: 'person_local', subject },
      { action: 'key.created', actor: 'local_data_folder', subject },
    ]);
    const shown = await cli('keys', 'audit');
    expect(shown.stdout).toContain('key.revoked');
    expect(run.stdout + shown.stdout).not.toContain(key.split('_')[2]);
  });

  it('[CL7] tenants are made and listed, and their first key works', async () => {
    const made = jsonOf(await cli('tenants', 'create', 'Bakery', '--json'));
    const { tenant_id, key } = made as unknown as { tenant_id: string; key: string };
    const again = await remotely('tenants', 'create', 'Bakery', '--json');
    expect(again.code).toBe(2);
    expect(jsonOf(again)).toMatchObject({ error: { code: 'INVALID_ARGUMENTS' } });
    const { tenants } = jsonOf(await remotely('tenants', 'list', '--json')) as unknown as {
      tenants: object[];
    };
    expect(tenants).toMatchObject([
      { is_first: true },
      { tenant_id, name: 'Bakery', created_by: 'local_data_folder' },
    ]);
    const withKey = (...args: string[]) =>
      runCli(args, { home, env: { PLANWRIGHT_URL: server.url, PLANWRIGHT_KEY: key } });
    expect(jsonOf(await withKey('list', '--json')).plans).toEqual([]);
    expect((await withKey('keys', 'create', '--person')).code).toBe(0);
    expect((await withKey('tenants', 'list')).code).toBe(4);
  });

  it('[CL7] a lost key of a tenant is made anew on the data itself', async () => {
    const made = jsonOf(await cli('tenants', 'create', 'Lost', '--json'));
    const ofTenant = ['--tenant', String(made.tenant_id), '--json'];
    const again = jsonOf(await cli('keys', 'create', '--person', '--admin', ...ofTenant));
    const env = { PLANWRIGHT_URL: server.url, PLANWRIGHT_KEY: String(again.key) };
    const listed = jsonOf(await runCli(['keys', 'list', '--json'], { home, env }));
    expect(listed).toMatchObject({
      keys: [
        { key_id: again.key_id, created_by: 'local_data_folder' },
        { key_id: made.key_id, created_by: 'server_admin' },
      ],
    });
    expect((await cli('keys', 'list', '--tenant', 'tenant_local')).code).toBe(0);
    expect((await remotely('keys', 'list', ...ofTenant)).code).toBe(2);
    expect((await cli('keys', 'list', '--tenant', 'tenant_00000000')).code).toBe(2);
  });

  it.each([
    ['keys list', ['keys', 'list']],
    ['tenants list', ['tenants', 'list']],
    ['kill --lift', ['kill', 'tenant', '--lift']],
  ])('[CL7] %s asks a server on this machine with the key of its person', async (_, args) => {
    const run = await runCli(args, { home, env: { PLANWRIGHT_URL: server.url } });
    expect([run.stderr, run.code]).toEqual(['', 0]);
  });

  it('[CL7] the scopes follow from --person and --admin unless they are named', async () => {
    const scopesOf = async (...flags: string[]) =>
      jsonOf(await cli('keys', 'create', '--json', ...flags)).scopes;
    expect(await scopesOf()).toEqual(['plan:read', 'plan:write', 'run', 'work']);
    expect(await scopesOf('--person')).toContain('approve');
    expect(await scopesOf('--admin')).toEqual(['plan:read', 'plan:write', 'run', 'work', 'admin']);
  });
});

describe('care of the data', () => {
  it('[CL8] a second process works on the same file while the server runs', async () => {
    const before = jsonOf(await remotely('list', '--limit', '50', '--json'));
    const made = jsonOf(
      await cli('plan', 'Plant 200 trees along a road in Umbria', '--out', 'trees', '--json'),
    );
    const after = jsonOf(await remotely('list', '--limit', '50', '--json'));
    expect((after.plans as unknown[]).length).toBe((before.plans as unknown[]).length + 1);
    expect(JSON.stringify(after)).toContain(String(made.plan_id));
    expect((await cli('verify')).code).toBe(0);
  });

  it('[CL9] a backup taken while it runs opens, verifies and is never overwritten', async () => {
    const copyHome = await makeHome();
    const file = join(copyHome, 'planwright.db');
    const backup = await cli('backup', file, '--json');
    expect(backup).toMatchObject({ code: 0, stderr: '' });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await cli('backup', file)).toMatchObject({ code: 2 });
    expect(await cli('backup', join(copyHome, 'no', 'such', 'folder'))).toMatchObject({ code: 2 });
    const inCopy = (...args: string[]) => runCli(args, { home: copyHome });
    const verified = await inCopy('verify', '--json');
    expect(verified.code).toBe(0);
    expect(jsonOf(verified)).toMatchObject({ ok: true });
    expect(jsonOf(await inCopy('read', planId, '--json'))).toEqual(
      jsonOf(await cli('read', planId, '--json')),
    );
    await rm(copyHome, { recursive: true });
  });

  it('[CL9] erase takes every text and leaves a log that verifies', async () => {
    const secretGoal = 'Open a bakery named Xylophonia in Lyon with 60,000 EUR';
    const { plan_id } = jsonOf(await cli('plan', secretGoal, '--out', 'secret', '--json'));
    const run = await cli('erase', String(plan_id), '--yes', '--json');
    expect(run.code).toBe(0);
    expect((await cli('verify', '--json')).code).toBe(0);
    expect((await cli('list', '--limit', '50', '--json')).stdout).not.toContain('Xylophonia');
  });
});
