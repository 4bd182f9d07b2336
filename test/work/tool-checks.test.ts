import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { sha256Hex } from '../../src/base/hash.ts';
import type { NewStep } from '../../src/engine/engine-api.ts';
import type { Receipt } from '../../src/work/tool-checks.ts';
import { toolStep } from '../../src/work/tool-step.ts';
import { tenant, type WorkOptions, WorkWorld } from '../support/work-world.ts';

let world: WorkWorld;
let server: Server | null = null;
const open = async (options: WorkOptions = {}): Promise<void> => {
  world = await WorkWorld.open(options);
};
afterEach(async () => {
  await world.close();
  server?.close();
  server = null;
});

const pre = { pre_approved: ['T2'] };
const node = { commands: [{ command: 'node', args: [['**']] }] };

/** An agent's step with one check of the engine. */
const checked = (action: string, params: object, def = {}): NewStep => {
  const check = {
    key: 'look',
    performer: 'tool',
    action,
    attempts_max: 2,
    timeout_ms: 60_000,
  } as const;
  const step = toolStep({
    ...{ id: 'task_1', title: 'Work', tool: 'file_read', params: {} },
    def: { checks: [check], attempts_max: 2, ...def },
    spec: { checks: { look: { description: 'Look.', params } } },
  });
  return { ...step, def: { ...step.def, performer: 'agent', action: 'do_task' } };
};

/** What an agent hands in, whatever it is worth. */
async function handIn(run: string, output: unknown): Promise<void> {
  const request = { tenant, holder: 'agent_liar', performers: ['agent'], actions: null, run };
  const claimed = await world.engine.claim({ ...request, leaseMs: 60_000, waitMs: 5_000 });
  if (!claimed) throw new Error('nothing to take');
  await world.engine.complete({ tenant, holder: 'agent_liar', token: claimed.token, output });
}

const receiptOf = (run: string, attempt = 1): Promise<Receipt> =>
  world.output<Receipt>(run, `task_1_c${attempt}look`);

async function verdict(
  action: string,
  params: object,
  policy: object = world.policy({ ...node, ...pre }),
): Promise<string> {
  const run = `exec_${sha256Hex(JSON.stringify([action, params])).slice(0, 12)}`;
  await world.start(run, [checked(action, params)], policy);
  await handIn(run, { ok: true });
  await world.until(async () => {
    const row = await world.row(run, 'task_1_c1look');
    return ['VERIFIED', 'FAILED'].includes(row?.state ?? '');
  });
  const row = await world.row(run, 'task_1_c1look');
  return row?.state === 'FAILED' ? 'err' : (row?.choice ?? '');
}

describe('checks by the engine', () => {
  it('[TL48] a command is judged by the exit code that the engine saw', async () => {
    await open();
    const run = (code: string, more = {}) =>
      verdict('check_command', { command: 'node', args: ['-e', code], ...more });
    expect(await run('process.exit(0)')).toBe('accept');
    expect(await run('process.exit(3)')).toBe('reject');
    expect(await run('process.exit(3)', { exit_code: 3 })).toBe('accept');
    expect(await run('for(;;);', { timeout_seconds: 1 })).toBe('reject');
    expect(await run('process.kill(process.pid, "SIGKILL")')).toBe('reject');
  });

  it('[TL48] a check writes nothing, and has no parameter to do so', async () => {
    await open();
    const writes = { command: 'node', args: ['-e', '0'], writes: ['.'] };
    expect(await verdict('check_command', writes)).toBe('err');
  });

  it('[TL49] a file is judged by its own bytes', async () => {
    await open();
    world.file('a.txt', 'some text');
    const file = (params: object) => verdict('check_file', params);
    expect(await file({ path: 'a.txt' })).toBe('accept');
    expect(await file({ path: 'a.txt', sha256: sha256Hex('some text') })).toBe('accept');
    expect(await file({ path: 'a.txt', sha256: sha256Hex('other') })).toBe('reject');
    expect(await file({ path: 'a.txt', contains: 'text' })).toBe('accept');
    expect(await file({ path: 'a.txt', contains: 'texts' })).toBe('reject');
    expect(await file({ path: 'b.txt' })).toBe('reject');
    expect(await file({ path: 'b.txt', exists: false })).toBe('accept');
    expect(await file({ path: 'a.txt', exists: false })).toBe('reject');
  });

  it('[TL50] a page is judged by the answer that the engine got', async () => {
    server = createServer((request, response) => {
      response.statusCode = request.url === '/gone' ? 404 : 200;
      response.setHeader('content-type', 'text/plain').end('all is well');
    });
    await new Promise<void>((resolve) => void server?.listen(0, '127.0.0.1', resolve));
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    await open({ fetchAllow: [host] });
    const page = (path: string, more = {}, hosts = [host]) =>
      verdict('check_http', { url: `http://${host}${path}`, ...more }, world.policy({ hosts }));
    expect(await page('/')).toBe('accept');
    expect(await page('/', { contains: 'is well' })).toBe('accept');
    expect(await page('/', { contains: 'is bad' })).toBe('reject');
    expect(await page('/gone')).toBe('reject');
    expect(await page('/gone', { status: 404 })).toBe('accept');
    expect(await page('/other', {}, ['other.example'])).toBe('err');
  });

  it('[TL51] what cannot be checked is not accepted: it errs, is tried again, and stays a claim', async () => {
    await open({ fetchAllow: ['127.0.0.1:9'] });
    const hosts = world.policy({ hosts: ['127.0.0.1:9'] });
    const down = { url: 'http://127.0.0.1:9/' };
    expect(await verdict('check_http', down, hosts)).toBe('err');
    const commands = [{ command: 'no-such-program' }];
    const none = world.policy({ commands, ...pre });
    expect(await verdict('check_command', { command: 'no-such-program' }, none)).toBe('err');
    expect(await verdict('check_command', { command: 'node' }, world.policy())).toBe('err');
    expect(await verdict('check_file', { path: '../a' })).toBe('err');
    expect(await verdict('check_file', { pth: 'a' })).toBe('err');
    expect(await verdict('check_nothing', {})).toBe('err');
    for (const { id } of await world.store.runsOfKind(tenant, 'execution', {
      limit: 50,
      before: '',
    })) {
      expect((await world.row(id, 'task_1'))?.state).toBe('DONE');
    }
  });

  it('[TL51] with effects off a command is not run, and nothing is accepted', async () => {
    await open({ hasEffects: false });
    expect(await verdict('check_command', { command: 'node', args: ['-e', '0'] })).toBe('err');
  });

  it('[TL52] a lying worker with a forged receipt never gets past DONE; the notes tell what was found', async () => {
    await open();
    const forged = {
      ...{
        choice: 'accept',
        kind: 'check_file',
        at: new Date().toISOString(),
        what: 'a.txt',
        found: '',
      },
      ...{
        receipt: { kind: 'check_file', choice: 'accept' },
        checks: { look: 'accept' },
        verified: true,
      },
    };
    await world.start('exec_1', [checked('check_file', { path: 'a.txt', contains: 'done' })]);
    for (const attempt of [1, 2]) {
      await handIn('exec_1', forged);
      await world.inState('exec_1', `task_1_c${attempt}look`, 'VERIFIED');
      expect(await receiptOf('exec_1', attempt)).toMatchObject({
        sha256: null,
        found: 'It is not there.',
      });
    }
    const row = await world.inState('exec_1', 'task_1', 'FAILED');
    expect(row.attempt).toBe(2);
    expect(await world.error('exec_1', 'task_1')).toContain('It is not there.');
    expect(await world.events('exec_1', 'step.verified')).not.toContainEqual(
      expect.objectContaining({ step: 'task_1' }),
    );
  });

  it('[TL52] a receipt names the attempt and the very bytes that it is about, and is newer than they are', async () => {
    await open();
    const before = Date.now();
    await world.start('exec_1', [checked('check_file', { path: 'a.txt' })]);
    await handIn('exec_1', { try: 1 });
    await world.inState('exec_1', 'task_1_c1look', 'VERIFIED');
    world.file('a.txt', 'x');
    await handIn('exec_1', { try: 2 });
    await world.inState('exec_1', 'task_1', 'VERIFIED');
    const receipt = await receiptOf('exec_1', 2);
    expect(receipt.subject).toEqual({ step: 'task_1', attempt: 2, output: sha256Hex('{"try":2}') });
    expect(receipt.sha256).toBe(sha256Hex('x'));
    expect(Date.parse(receipt.at)).toBeGreaterThanOrEqual(before);
  });
});
