import { execFileSync } from 'node:child_process';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { errorOf, ToolWorld } from '../../../test/support/tool-world.ts';
import { detectSandbox, type Sandbox } from '../safety/sandbox.ts';

let sandbox: Sandbox;
let world: ToolWorld;
beforeAll(async () => {
  sandbox = await detectSandbox();
});
afterAll(() => sandbox.close());

const git = (...args: string[]): string =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@a.example', ...args], {
    cwd: world.root,
    encoding: 'utf8',
  }).trim();

beforeEach(async () => {
  const commands = [{ command: 'node', args: [['--test', '**']] }];
  world = await ToolWorld.open({ sandbox, write: ['src', 'test'], rest: { commands } });
  await world.file('src/add.mjs', 'export const add = (a, b) => a - b;\n');
  await world.file(
    'test/add.test.mjs',
    "import { test } from 'node:test';\nimport assert from 'node:assert';\nimport { add } from '../src/add.mjs';\ntest('adds', () => assert.equal(add(2, 3), 5));\n",
  );
  git('init', '-q', '-b', 'main');
  git('add', '.');
  git('commit', '-q', '-m', 'first');
});
afterEach(() => world.close());

const runTests = { command: 'node', args: ['--test', 'test/add.test.mjs'] };
const replace = (old: string, fresh: string) => ({
  path: 'src/add.mjs',
  replace: [{ old, new: fresh }],
});
const files = () =>
  world
    .tree()
    .split('\n')
    .filter((line) => !line.startsWith('.git'));

describe('a small repository', () => {
  it('[TL39] a wrong edit fails its tests, the right one passes, and undo in reverse leaves no trace', async () => {
    const [before, head] = [files(), git('rev-parse', 'HEAD')];
    const step = (name: string) => world.context(`exec_1/${name}`);
    await world.run('git_branch', { name: 'fix' }, step('branch'));
    await world.run('file_edit', replace('a - b', 'a * b'), step('edit'));
    const failed = await errorOf(world.run('command_run', runTests, step('test')));
    expect([failed.code, failed.facts.exit_code]).toEqual(['output_invalid', 1]);
    // The next attempt of the same step knows better.
    await world.run('file_edit', replace('a * b', 'a + b'), step('edit'));
    expect((await world.run('command_run', runTests, step('test'))).output.exit_code).toBe(0);
    await world.run('git_commit', { message: 'Add', paths: ['src/add.mjs'] }, step('commit'));
    expect([git('log', '--format=%s', '-n1'), git('status', '--porcelain')]).toEqual(['Add', '']);
    const done = [
      ['git_commit', 'commit'],
      ['command_run', 'test'],
      ['file_edit', 'edit'],
      ['git_branch', 'branch'],
    ] as const;
    for (const [tool, name] of done) await world.undo(tool, `exec_1/${name}`);
    expect([files(), git('rev-parse', 'HEAD'), git('symbolic-ref', 'HEAD')]).toEqual([
      before,
      head,
      'refs/heads/main',
    ]);
    expect([git('status', '--porcelain'), git('branch', '--format=%(refname)')]).toEqual([
      '',
      'refs/heads/main',
    ]);
  });
});
