import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import process from 'node:process';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { isRunning, openCommandWorld, shell } from '../../../test/support/command-world.ts';
import { errorOf, type ToolWorld } from '../../../test/support/tool-world.ts';
import { detectSandbox, noSandbox, probeSandbox, type Sandbox } from '../safety/sandbox.ts';
import { previewTool } from './run-tool.ts';
import { requireTool } from './table.ts';
import { tierOf } from './tool.ts';

let sandbox: Sandbox;
let server: Server;
let calls = 0;
let port = 0;

beforeAll(async () => {
  sandbox = await detectSandbox();
  server = createServer((socket) => {
    calls += 1;
    socket.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(async () => {
  await sandbox.close();
  await new Promise((resolve) => server.close(resolve));
});

const worlds: ToolWorld[] = [];
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.close();
});

async function open(...args: Partial<Parameters<typeof openCommandWorld>>): Promise<ToolWorld> {
  const world = await openCommandWorld(args[0] ?? sandbox, args[1], args[2]);
  worlds.push(world);
  return world;
}

const openSandbox = (): Sandbox => noSandbox('a test');

const fakeSandbox = (wrap: Sandbox['wrap']): Sandbox => ({
  kind: 'unshare',
  reason: 'a test',
  searchPath: sandbox.searchPath,
  wrap,
  close: () => Promise.resolve(),
});

describe('the sandbox of this machine', () => {
  it('[TL19] is found by a probe, and the tier and the label say what is true here', async () => {
    const world = await open();
    const isShut = sandbox.kind !== 'none';
    const { labels } = await world.run('command_run', { command: 'true' });
    expect(labels).toEqual(isShut ? [] : ['unsandboxed']);
    expect(tierOf(requireTool('command_run'), sandbox)).toBe(isShut ? 1 : 2);
    expect(sandbox.reason).toContain(isShut ? sandbox.kind : 'sandbox');
  });

  it('[TL19] is there wherever the system lets a process have namespaces and mounts of its own', () => {
    const given = ['--user', '--map-root-user', '--mount', '--net', '--pid', '--fork'];
    const mount = ['mount', '-t', 'proc', 'proc', '/proc'];
    const { status } = spawnSync('unshare', [...given, '--', ...mount], { stdio: 'ignore' });
    const tools = ['setpriv', 'pivot_root'].map((name) => spawnSync(name, ['--version']).status);
    const isPossible = [status, ...tools].every((code) => code === 0);
    expect(sandbox.kind !== 'none' || !isPossible, sandbox.reason).toBe(true);
  });

  it('[TL19] without one a command needs approval and is labelled', async () => {
    const none = await detectSandbox({ kinds: ['none'] });
    const world = await open(none);
    expect((await world.run('command_run', { command: 'true' })).labels).toEqual(['unsandboxed']);
    expect([none.kind, tierOf(requireTool('command_run'), none)]).toEqual(['none', 2]);
    const preview = await previewTool(
      requireTool('command_run'),
      { command: 'true' },
      world.context(),
    );
    expect(preview).toMatchObject({ labels: ['unsandboxed'] });
    expect(preview.summary).toContain('WITHOUT a sandbox');
    expect(tierOf(requireTool('file_write'), none)).toBe(1);
  });

  it('[TL20] a command cannot write outside what it was given', async () => {
    const world = await open();
    const isShut = sandbox.kind !== 'none';
    const outside = join(world.base, 'outside.txt');
    const script = [
      `echo x > ${outside}`,
      `echo x > ${world.root}/not-given.txt`,
      `ln -s ${world.base} out/link; echo x > out/link/linked.txt`,
      'echo fine > out/mine.txt',
      ...(isShut ? ['echo x > /usr/planwright-test', 'echo own > /tmp/planwright-own'] : []),
    ].join('\n');
    const { output } = await world.run('command_run', shell(script, { writes: ['out'] }));
    expect(world.text('out/mine.txt')).toBe('fine\n');
    const places = [outside, join(world.base, 'linked.txt'), join(world.root, 'not-given.txt')];
    // Where commands cannot be shut in they do get out: hence the tier and the label.
    expect(places.filter(existsSync)).toEqual(isShut ? [] : places);
    expect(['/usr/planwright-test', '/tmp/planwright-own'].filter(existsSync)).toEqual([]);
    expect(output.changed).toEqual(['out/link', 'out/mine.txt']);
    await world.undo('command_run');
    expect(existsSync(join(world.root, 'out/mine.txt'))).toBe(false);
  });

  it('[TL20] a command sees no data folder, no home, no process of ours and cannot plant a hook', async () => {
    const world = await open();
    const isShut = sandbox.kind !== 'none';
    writeFileSync(join(world.data, 'planwright.db'), 'data');
    await world.file('.git/config', '[core]\n');
    await world.file('.git/hooks/keep', '');
    const hidden = join(world.root, 'inner-data');
    mkdirSync(hidden);
    writeFileSync(join(hidden, 'key'), 'data');
    const context = world.context('k/1', { hidden: [world.data, hidden] });
    const dangerous = [
      'mount -o remount,rw /usr && echo remounted',
      'unshare -r true && echo nested',
      'echo 1 > /proc/sys/kernel/core_uses_pid && echo kernel',
      'ls /root /home /run /var',
      'cat /etc/shadow',
    ];
    const script = [
      `cat ${world.data}/planwright.db inner-data/key`,
      'echo x > .git/hooks/pre-commit',
      `kill -0 ${process.pid} && echo alive`,
      ...(isShut ? dangerous : []),
      'cat .git/config',
    ].join('\n');
    const { output } = await world.run('command_run', shell(script, { writes: ['.'] }), context);
    expect(output.stdout).toBe(isShut ? '[core]\n' : 'datadataalive\n[core]\n');
    expect(existsSync(join(world.root, '.git/hooks/pre-commit'))).toBe(!isShut);
  });

  it('[TL21] a command cannot call out, not even to this machine', async () => {
    const world = await open();
    const script = `require('node:net').connect(${port}, '127.0.0.1').on('connect', () => process.exit(0)).on('error', () => process.exit(7))`;
    const params = { command: 'node', args: ['-e', script], must_succeed: false };
    const before = calls;
    const { output } = await world.run('command_run', params);
    const isShut = sandbox.kind !== 'none';
    expect(output.exit_code).toBe(isShut ? 7 : 0);
    expect(calls - before).toBe(isShut ? 0 : 1);
    await world.run('command_run', params, world.context('k/2', { sandbox: openSandbox() }));
    expect(calls - before).toBe(isShut ? 1 : 2);
  });

  it('[TL22] a sandbox that cannot be made stops the command', async () => {
    const broken = fakeSandbox(() => Promise.resolve({ file: '/bin/sh', args: ['-c', 'exit 1'] }));
    const world = await open(broken);
    const error = await errorOf(
      world.run('command_run', shell('echo x > out/x', { writes: ['out'] })),
    );
    expect([error.code, existsSync(join(world.root, 'out/x'))]).toEqual(['not_allowed_now', false]);
  });

  it('[TL19] the probe refuses whatever lets something through', async () => {
    const open = fakeSandbox((program) =>
      Promise.resolve({
        file: '/bin/sh',
        args: ['-c', 'echo ready >&3; exec "$@"', 'sh', program.file, ...program.args],
      }),
    );
    expect(await probeSandbox(open)).toBe('hidden file visible');
    const isShut = sandbox.kind !== 'none';
    const forgetful = fakeSandbox((program, cwd, view) =>
      sandbox.wrap(program, cwd, { ...view, hidden: [] }),
    );
    const generous = fakeSandbox((program, cwd, view) =>
      sandbox.wrap(program, cwd, { ...view, write: [...view.read, ...view.write] }),
    );
    expect(await probeSandbox(forgetful)).toBe('hidden file visible');
    expect(await probeSandbox(generous)).toBe(
      isShut ? 'read scope writable' : 'hidden file visible',
    );
  });

  it('[TL23] ends with the server, even when that is killed', async () => {
    const world = await open();
    const marker = `killed-${process.pid}`;
    const url = (path: string) => JSON.stringify(new URL(path, import.meta.url).href);
    const script = `
      const { detectSandbox } = await import(${url('../safety/sandbox.ts')});
      const { runProgram } = await import(${url('../safety/programs.ts')});
      const { createRedactor } = await import(${url('../safety/redact.ts')});
      const program = { file: '/bin/sh', realFile: '/bin/sh' };
      const view = { read: [${JSON.stringify(world.root)}], write: [${JSON.stringify(join(world.root, 'out'))}], guarded: [], hidden: [] };
      await runProgram(
        await detectSandbox({ emptyFolder: ${JSON.stringify(join(world.base, 'empty'))} }),
        { program, args: ['-c', 'n=0; echo $$ > out/begun; while [ $n -lt 60 ]; do sleep 1; n=$((n+1)); done', ${JSON.stringify(marker)}], cwd: ${JSON.stringify(world.root)}, view },
        { maxMs: 60_000, maxOutputBytes: 100, signal: new AbortController().signal, redactor: createRedactor([]) },
      );`;
    const server = spawn(process.execPath, ['--input-type=module', '-'], {
      stdio: ['pipe', 'ignore', 'ignore'],
      env: { ...process.env, TMPDIR: world.base },
    });
    server.stdin.end(script);
    const begun = join(world.root, 'out/begun');
    await expect
      .poll(() => existsSync(begun) && readFileSync(begun, 'utf8') !== '', { timeout: 60_000 })
      .toBe(true);
    expect(isRunning(marker)).toBe(true);
    server.kill('SIGKILL');
    await expect.poll(() => isRunning(marker), { timeout: 60_000 }).toBe(sandbox.kind === 'none');
    if (sandbox.kind === 'none') process.kill(Number(readFileSync(begun, 'utf8')), 'SIGKILL');
  });
});
