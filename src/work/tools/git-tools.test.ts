import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sampled } from '../../../test/support/size.ts';
import { errorOf, ToolWorld } from '../../../test/support/tool-world.ts';
import { detectSandbox, noSandbox, type Sandbox } from '../safety/sandbox.ts';
import { previewTool } from './run-tool.ts';
import { requireTool } from './table.ts';

let found: Sandbox;
beforeAll(async () => {
  found = await detectSandbox();
});
afterAll(() => found.close());

describe.each(['shut in', 'open'])('git, %s,', (how) => {
  let world: ToolWorld;
  const sandbox = () => (how === 'open' ? noSandbox('a test') : found);

  const git = (...args: string[]): string =>
    execFileSync('git', args, {
      cwd: world.root,
      encoding: 'utf8',
      env: {
        ...process.env,
        GIT_CONFIG_GLOBAL: '/dev/null',
        GIT_CONFIG_NOSYSTEM: '1',
        GIT_AUTHOR_NAME: 'a',
        GIT_AUTHOR_EMAIL: 'a@a.example',
        GIT_COMMITTER_NAME: 'a',
        GIT_COMMITTER_EMAIL: 'a@a.example',
      },
    }).trim();

  beforeEach(async () => {
    world = await ToolWorld.open({ sandbox: sandbox() });
    git('init', '-q', '-b', 'main');
    await world.file('a.txt', 'one\n');
    git('add', '.');
    git('commit', '-q', '-m', 'first');
  });
  afterEach(() => world.close());

  /** Without git's own folder. */
  const files = () =>
    world
      .tree()
      .split('\n')
      .filter((line) => !line.startsWith('.git'));

  it('[TL32] an undo that is cut off when all is marked as undone has left the index right too', async () => {
    const before = [git('ls-files', '-s'), git('rev-parse', 'HEAD')];
    await world.file('b.txt', 'other\n');
    const params = { message: 'Second', paths: ['b.txt'] };
    await world.run('git_commit', params, world.context('k/1'));
    world.stopAt = (point) => point === 'undone-written';
    await errorOf(world.undo('git_commit', 'k/1'));
    world.stopAt = null;
    await world.undo('git_commit', 'k/1');
    expect([git('ls-files', '-s'), git('rev-parse', 'HEAD')]).toEqual(before);
  });

  it('[TL32] makes a branch, commits the named files alone, and undoes both', async () => {
    const first = git('rev-parse', 'HEAD');
    await world.run('git_branch', { name: 'work/one' }, world.context('k/1'));
    expect(git('symbolic-ref', 'HEAD')).toBe('refs/heads/work/one');
    await world.file('a.txt', 'two\n');
    await world.file('b.txt', 'other\n');
    const params = { message: 'Second\n\nwith $(id)', paths: ['a.txt'] };
    const preview = await previewTool(requireTool('git_commit'), params, world.context('k/2'));
    expect(preview.diff).toContain('-one\n+two');
    const { output } = await world.run('git_commit', params, world.context('k/2'));
    expect(git('log', '--format=%s|%an|%ae', '-n1')).toBe('Second|Planwright|planwright@localhost');
    expect([git('rev-parse', 'HEAD'), git('status', '--porcelain')]).toEqual([
      output.commit,
      '?? b.txt',
    ]);
    const again = await world.run('git_commit', params, world.context('k/2'));
    expect([again.labels, git('rev-list', '--count', 'HEAD')]).toEqual([['already_applied'], '2']);
    await world.undo('git_commit', 'k/2');
    expect([git('rev-parse', 'HEAD'), git('status', '--porcelain')]).toEqual([
      first,
      'M a.txt\n?? b.txt',
    ]);
    await world.undo('git_branch', 'k/1');
    expect([git('symbolic-ref', 'HEAD'), git('branch', '--format=%(refname)')]).toEqual([
      'refs/heads/main',
      'refs/heads/main',
    ]);
    expect(
      readdirSync(join(world.root, '.git')).filter((name) => name.startsWith('planwright')),
    ).toEqual([]);
  });

  it('[TL32] reverts a commit with its files, and undoes that byte for byte', async () => {
    await world.file('d/new.txt', 'made\n');
    await world.file('a.txt', 'one\ntwo\n');
    git('add', '.');
    git('commit', '-q', '-m', 'second');
    const second = git('rev-parse', 'HEAD');
    git('commit', '-q', '--allow-empty', '-m', 'third');
    const [before, head] = [files(), git('rev-parse', 'HEAD')];
    await world.run('git_revert', { commit: second.slice(0, 12) });
    expect([world.text('a.txt'), existsSync(join(world.root, 'd/new.txt'))]).toEqual([
      'one\n',
      false,
    ]);
    expect([git('rev-parse', 'HEAD^'), git('status', '--porcelain')]).toEqual([head, '']);
    expect((await world.run('git_revert', { commit: second.slice(0, 12) })).labels).toEqual([
      'already_applied',
    ]);
    await world.undo('git_revert');
    expect([files(), git('rev-parse', 'HEAD'), git('status', '--porcelain')]).toEqual([
      before,
      head,
      '',
    ]);
  });

  it('[TL32] a revert that brings a folder back makes it, and one over open changes is refused', async () => {
    await world.file('d/e/f.txt', 'deep\n');
    git('add', '.');
    git('commit', '-q', '-m', 'add');
    git('rm', '-q', '-r', 'd');
    git('commit', '-q', '-m', 'remove');
    const commit = git('rev-parse', 'HEAD');
    const before = files();
    await world.run('git_revert', { commit });
    expect(world.text('d/e/f.txt')).toBe('deep\n');
    await world.undo('git_revert');
    expect(files()).toEqual(before);
    await world.file('d/e/f.txt', 'somebody\n');
    expect((await errorOf(world.run('git_revert', { commit }, world.context('k/2')))).code).toBe(
      'INVALID_ARGUMENTS',
    );
    expect(world.text('d/e/f.txt')).toBe('somebody\n');
  });

  it('[TL33] what somebody built on top is not taken away', async () => {
    await world.file('a.txt', 'two\n');
    await world.run('git_commit', { message: 'second', paths: ['a.txt'] });
    git('commit', '-q', '--allow-empty', '-m', 'mine');
    const head = git('rev-parse', 'HEAD');
    expect((await errorOf(world.undo('git_commit'))).code).toBe('conflict');
    expect(git('rev-parse', 'HEAD')).toBe(head);
  });

  it('[TL34] no hook runs, and no file outside the write scope is committed', async () => {
    const ran = join(world.base, 'ran');
    for (const hook of [
      'pre-commit',
      'post-commit',
      'commit-msg',
      'reference-transaction',
      'post-index-change',
    ]) {
      await world.file(`.git/hooks/${hook}`, `#!/bin/sh\ntouch ${ran}\n`, 0o755);
    }
    await world.file('a.txt', 'two\n');
    await world.run('git_branch', { name: 'b' }, world.context('k/1'));
    await world.run('git_commit', { message: 'm', paths: ['a.txt'] }, world.context('k/2'));
    expect(existsSync(ran)).toBe(false);
    for (const paths of [['.git/config'], ['../x'], [':(glob)**', '/etc/passwd']]) {
      expect(
        (await errorOf(world.run('git_commit', { message: 'm', paths }, world.context('k/3'))))
          .code,
      ).toBe('forbidden');
    }
  });

  it('[TL34] a setting of the repository that runs a program cannot get out', async () => {
    const ran = join(world.base, 'ran');
    git('config', 'filter.evil.clean', `touch ${ran}; cat`);
    git('config', 'core.fsmonitor', `touch ${ran}`);
    await world.file('.gitattributes', '* filter=evil\n');
    await world.file('a.txt', 'two\n');
    const call = world.run('git_commit', { message: 'm', paths: ['a.txt'] });
    const code = await call.then(
      () => 'done',
      async () => (await errorOf(call)).code,
    );
    expect(code).toBe(sandbox().kind === 'none' ? 'forbidden' : 'done');
    expect(existsSync(ran)).toBe(false);
  });

  it('[TL16] a crash between any two steps of a revert is mended by the next attempt and by undo', async () => {
    await world.file('a.txt', 'two\n');
    git('commit', '-q', '-a', '-m', 'second');
    const [before, head] = [files(), git('rev-parse', 'HEAD')];
    const params = { commit: head };
    await world.run('git_revert', params, world.context('k/all'));
    const points = [...world.passed];
    await world.undo('git_revert', 'k/all');
    // Shut in, each round takes a second.
    const tried = sampled([...points.keys()], how === 'open' ? 8 : 3);
    for (const nth of tried) {
      let passed = 0;
      world.stopAt = () => passed++ === nth;
      const key = `k/${nth}`;
      expect(
        (await errorOf(world.run('git_revert', params, world.context(key)))).message,
      ).toContain('stopped');
      world.stopAt = null;
      await world.run('git_revert', params, world.context(key));
      expect([nth, world.text('a.txt'), git('rev-parse', 'HEAD^')]).toEqual([nth, 'one\n', head]);
      await world.undo('git_revert', key);
      expect([nth, files(), git('rev-parse', 'HEAD')]).toEqual([nth, before, head]);
    }
  });

  it('[TL32] a first commit is undone too; a folder that is no repository is refused', async () => {
    rmSync(join(world.root, '.git'), { recursive: true });
    const params = { message: 'm', paths: ['a.txt'] };
    expect((await errorOf(world.run('git_commit', params))).code).toBe('forbidden');
    writeFileSync(join(world.root, '.git'), 'gitdir: /elsewhere\n');
    expect((await errorOf(world.run('git_commit', params))).code).toBe('forbidden');
    rmSync(join(world.root, '.git'));
    git('init', '-q', '-b', 'main');
    await world.run('git_commit', params);
    expect(git('rev-list', '--count', 'HEAD')).toBe('1');
    await world.undo('git_commit');
    expect(git('status', '--porcelain')).toBe('?? a.txt');
    expect((await errorOf(world.run('git_branch', { name: 'x' }, world.context('k/2')))).code).toBe(
      'INVALID_ARGUMENTS',
    );
  });
});
