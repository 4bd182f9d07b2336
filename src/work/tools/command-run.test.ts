import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { isRunning, openCommandWorld, shell } from '../../../test/support/command-world.ts';
import { errorOf, type ToolWorld } from '../../../test/support/tool-world.ts';
import { detectSandbox, noSandbox, type Sandbox } from '../safety/sandbox.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await detectSandbox();
});
afterAll(() => sandbox.close());

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

describe('which commands run', () => {
  it('[TL17] only those of the list, with arguments that fit, and never through a shell', async () => {
    const world = await open();
    const code = async (params: object) => (await errorOf(world.run('command_run', params))).code;
    expect(await code({ command: 'true', args: ['x'] })).toBe('forbidden');
    expect(await code({ command: 'cat', args: ['/etc/passwd'] })).toBe('forbidden');
    expect(await code({ command: '/bin/true' })).toBe('forbidden');
    expect(await code({ command: 'true; id' })).toBe('forbidden');
    expect(await code({ command: 'sh', args: ['-x', '-c', 'id'] })).toBe('forbidden');
    expect((await world.run('command_run', { command: 'true' })).output.exit_code).toBe(0);
    const quoted = shell('printf "%s|" "$@"', {});
    quoted.args.push('sh', 'a b', '$(id)', '; rm -rf /', '');
    expect((await world.run('command_run', quoted)).output.stdout).toBe('a b|$(id)|; rm -rf /||');
  });

  it('[TL17] a program that steps may write is not run', async () => {
    const bin = await open();
    await bin.file('tool', '#!/bin/sh\necho mine\n', 0o755);
    const tricky = { ...openSandbox(), searchPath: [bin.root], wrap: openSandbox().wrap };
    const world = bin.context('k/1', {
      sandbox: { ...tricky, close: () => Promise.resolve() },
      policy: { ...bin.policy, commands: [{ command: 'tool', args: [[]] }] },
    });
    const error = await errorOf(bin.run('command_run', { command: 'tool' }, world));
    expect([error.code, error.message]).toEqual([
      'forbidden',
      'tool is a file that steps may write, so it is not run.',
    ]);
  });

  it('[TL18] gets a clean environment without a secret of the server', async () => {
    process.env.PLANWRIGHT_TEST_SECRET = 'v3ry-s3cret-value';
    try {
      for (const shut of [sandbox, openSandbox()]) {
        const world = await open(shut);
        const { output } = await world.run('command_run', shell('env; cat /proc/self/environ'));
        expect(output.stdout).not.toContain('v3ry-s3cret-value');
        expect(output.stdout).toContain('CI=true');
      }
    } finally {
      delete process.env.PLANWRIGHT_TEST_SECRET;
    }
  });
});

describe.each(['shut in', 'open'])('a command, %s,', (how) => {
  const world = (limits: Record<string, number> = {}, secrets: string[] = []) =>
    open(how === 'open' ? openSandbox() : sandbox, limits, secrets);

  it('[TL23] that takes too long is ended with all its children', async () => {
    const place = await world({ command_seconds: 1 });
    const marker = `marker-${process.pid}-${how.length}`;
    const loop = `sh -c 'while :; do echo x >> out/beat; sleep 0.05; done' ${marker} &`;
    // One that leaves the process group ends too, where it is shut in.
    const leaver = how === 'open' || sandbox.kind === 'none' ? '' : `setsid ${loop}`;
    const script = `${loop} ${leaver} sleep 60`;
    const call = errorOf(place.run('command_run', shell(script, { writes: ['out'] })));
    await expect.poll(() => isRunning(marker), { timeout: 60_000 }).toBe(true);
    expect((await call).code).toBe('step_timeout');
    await expect.poll(() => isRunning(marker), { timeout: 60_000 }).toBe(false);
    expect(existsSync(join(place.root, 'out/beat'))).toBe(false);
  });

  it('[TL23] that is taken away is ended', async () => {
    const place = await world();
    const caller = new AbortController();
    const context = place.context('k/1', { signal: caller.signal });
    const ready = join(place.root, 'out/ready');
    const call = errorOf(
      place.run('command_run', shell('echo > out/ready; sleep 60', { writes: ['out'] }), context),
    );
    await expect.poll(() => existsSync(ready), { timeout: 60_000 }).toBe(true);
    caller.abort(new Error('taken away'));
    expect((await call).message).toContain('taken away');
    await place.undo('command_run', 'k/1');
    expect(existsSync(ready)).toBe(false);
  });

  it('[TL24] prints up to a limit, the beginning and the end', async () => {
    const place = await world({ output_bytes: 1_000 });
    const script =
      'echo first; i=0; while [ $i -lt 3000 ]; do echo line-$i; i=$((i+1)); done; echo last';
    const { output, labels } = await place.run('command_run', shell(script));
    const text = String(output.stdout);
    expect(text.length).toBeLessThan(1_100);
    expect([text.startsWith('first\n'), text.endsWith('last\n')]).toEqual([true, true]);
    expect(labels).toContain('truncated');
  });

  it('[TL25] that fails leaves nothing behind, and the next attempt runs it again', async () => {
    const place = await world();
    await place.file('out/count', '');
    const before = place.tree();
    const params = shell('echo more >> out/count; mkdir out/d; exit 3', { writes: ['out'] });
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const error = await errorOf(place.run('command_run', params));
      expect([error.code, error.facts.exit_code]).toEqual(['output_invalid', 3]);
      expect(place.tree()).toBe(before);
    }
    const tolerant = await place.run('command_run', { ...params, must_succeed: false });
    expect([tolerant.output.exit_code, place.text('out/count')]).toEqual([3, 'more\n']);
  });

  it('[TL26] that wrote counts once under its key and is undone byte for byte', async () => {
    const place = await world();
    await place.file('out/keep', 'kept\n', 0o640);
    await place.file('out/change', 'old\n');
    await place.file('out/gone/deep', 'bye\n');
    symlinkSync('keep', join(place.root, 'out/link'));
    const before = place.tree();
    const script = [
      'echo more >> out/change',
      'rm -r out/gone && mkdir -p out/made/x && echo 1 > out/made/x/y',
      'rm out/link && ln -s change out/link && mkfifo out/pipe && chmod 600 out/keep',
    ].join('; ');
    const params = shell(script, { writes: ['out'] });
    const first = await place.run('command_run', params);
    const after = place.tree();
    const again = await place.run('command_run', params);
    expect([again.output, again.labels.includes('already_applied')]).toEqual([first.output, true]);
    expect(place.tree()).toBe(after);
    await place.undo('command_run');
    expect(place.tree()).toBe(before);
  });

  it('[TL26] whose files somebody else changed is not undone', async () => {
    const place = await world();
    await place.file('out/a', 'old\n');
    await place.run('command_run', shell('echo new > out/a', { writes: ['out'] }));
    await place.file('out/a', 'mine\n');
    expect((await errorOf(place.undo('command_run'))).code).toBe('conflict');
    expect(place.text('out/a')).toBe('mine\n');
  });

  it('[TL16] a crash between any two steps of it is mended by the next attempt and by undo', async () => {
    const params = shell('echo more >> out/count', { writes: ['out'] });
    const first = await world();
    await first.file('out/count', '0\n');
    await first.run('command_run', params);
    const points = [...first.passed];
    expect(points).toEqual(['blob-written', 'begin-written', 'command-ended', 'done-written']);
    for (const nth of points.keys()) {
      const place = await world();
      await place.file('out/count', '0\n');
      const before = place.tree();
      let passed = 0;
      place.stopAt = () => passed++ === nth;
      expect((await errorOf(place.run('command_run', params))).message).toContain('stopped');
      place.stopAt = null;
      await place.run('command_run', params);
      expect([nth, place.text('out/count')]).toEqual([nth, '0\nmore\n']);
      await place.undo('command_run');
      expect([nth, place.tree()]).toEqual([nth, before]);
    }
  });

  it('[TL27] may write no more than can be kept for undo', async () => {
    const place = await world({ snapshot_files: 3, snapshot_bytes: 100 });
    const params = shell('echo x > out/x', { writes: ['out'] });
    for (const nth of [1, 2, 3]) await place.file(`out/${nth}`, 'x');
    expect((await errorOf(place.run('command_run', params))).code).toBe('limit_exceeded');
    const small = await world({ snapshot_bytes: 100 });
    await small.file('out/1', 'x'.repeat(101));
    expect((await errorOf(small.run('command_run', params))).code).toBe('limit_exceeded');
    const missing = shell('true', { writes: ['none'] });
    expect((await errorOf(small.run('command_run', missing))).code).toBe('INVALID_ARGUMENTS');
    expect(
      (await errorOf(small.run('command_run', shell('true', { writes: ['../x'] })))).code,
    ).toBe('forbidden');
    expect((await errorOf(small.run('command_run', shell('true', { cwd: '/etc' })))).code).toBe(
      'forbidden',
    );
  });

  it('[LM6] that writes too much is ended, and nothing of it stays', async () => {
    const place = await world({ write_bytes: 1_000_000 });
    await place.file('out/keep', 'x'.repeat(2_000));
    const before = place.tree();
    const many = 'i=0; while :; do head -c 100000 /dev/zero > out/f$i; i=$((i+1)); done';
    const one = 'head -c 50000000 /dev/zero > out/big';
    for (const script of [many, one]) {
      const params = shell(script, { writes: ['out'], must_succeed: false });
      const error = await errorOf(place.run('command_run', params));
      expect([error.code, error.facts.write_bytes]).toEqual(['limit_exceeded', 1_000_000]);
      expect(place.tree()).toBe(before);
    }
    const some = shell('head -c 900000 /dev/zero > out/some', { writes: ['out'] });
    expect((await place.run('command_run', some)).output.changed).toEqual(['out/some']);
  });

  it('[LM12] that fills its home without a sandbox is ended too', async () => {
    const place = await openCommandWorld(openSandbox(), { write_bytes: 1_000_000 });
    worlds.push(place);
    const script =
      'for i in 0 1 2 3 4 5 6 7 8 9 a b; do head -c 100000 /dev/zero > "$HOME/$i"; done; sleep 300';
    const error = await errorOf(place.run('command_run', shell(script, { must_succeed: false })));
    expect([error.code, error.facts.write_bytes]).toEqual(['limit_exceeded', 1_000_000]);
  });

  it('[LM6] can make no file much larger than it may write, wherever', async () => {
    const place = await world({ write_bytes: 3 * 2 ** 20 });
    const { output } = await place.run('command_run', shell('ulimit -f'));
    // In blocks of 512 bytes.
    expect(Number(output.stdout)).toBe(4 * 2048);
  });

  it('[TL28] shows no secret, in whatever it prints or fails with', async () => {
    const secret = 's3cr3t/of+the=server';
    const place = await world({ output_bytes: 400 }, [secret]);
    await place.file('key.txt', secret);
    const shown = await place.run(
      'command_run',
      shell('cat key.txt; base64 key.txt; cat key.txt >&2'),
    );
    const failed = await errorOf(place.run('command_run', shell('cat key.txt >&2; exit 1')));
    const cut = await place.run(
      'command_run',
      shell('i=0; while [ $i -lt 99 ]; do cat key.txt; i=$((i+1)); done'),
    );
    const all = JSON.stringify([shown, failed.message, failed.facts, cut]);
    expect(all).not.toContain('s3cr3t');
    expect(all).not.toContain(Buffer.from(secret).toString('base64').slice(0, 12));
    expect(all).toContain('[redacted]');
    expect(readFileSync(join(place.root, 'key.txt'), 'utf8')).toBe(secret);
  });
});
