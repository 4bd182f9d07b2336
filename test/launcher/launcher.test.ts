// bin/planwright on made-up layouts, with small shell scripts in the place of Node.
import { spawn } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const launcher = fileURLToPath(new URL('../../bin/planwright', import.meta.url));
const platformPackage = `node-${process.platform}-${process.arch}`;
const fakeNode = '#!/bin/sh\necho "$0 $$"\nfor one in "$@"; do echo "$one"; done\n';

let folder = '';
beforeEach(() => {
  folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'planwright launcher ')));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function put(relative: string, text: string): string {
  const file = path.join(folder, relative);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
  chmodSync(file, 0o755);
  return file;
}

function installAt(relative: string, main: string): string {
  put(`${relative}/${main}`, '');
  const bin = put(`${relative}/bin/planwright`, '');
  copyFileSync(launcher, bin);
  return bin;
}

interface Run {
  readonly code: number | null;
  readonly node: string;
  readonly nodePid: number;
  readonly pid: number;
  readonly args: readonly string[];
  readonly stderr: string;
}

async function run(bin: string, args: readonly string[] = [], pathFolders = ''): Promise<Run> {
  const env = { HOME: folder, PATH: `${pathFolders}:/usr/bin:/bin` };
  const child = spawn(bin, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk) => {
    stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  const [first = '', ...rest] = stdout.trimEnd().split('\n');
  const at = first.lastIndexOf(' ');
  const node = first.slice(0, at);
  return { code, node, nodePid: Number(first.slice(at)), pid: child.pid ?? 0, args: rest, stderr };
}

describe('the launcher', () => {
  it('[TC1] runs the source with the Node nested in the package, in the same process', async () => {
    const bin = installAt('clone', 'src/cli/main.ts');
    put('clone/dist/program/cli.js', '');
    const node = put(`clone/node_modules/${platformPackage}/bin/node`, fakeNode);
    const result = await run(bin, ['plan', 'a goal with spaces', '']);
    expect(result.node).toBe(node);
    expect(result.nodePid).toBe(result.pid);
    expect(result.args).toEqual([
      '--max-semi-space-size=16',
      '--disable-warning=ExperimentalWarning',
      path.join(folder, 'clone/src/cli/main.ts'),
      'plan',
      'a goal with spaces',
    ]);
    expect(result.stderr).toBe('');
  });

  it('[TC1] runs the built package with the Node hoisted beside it, through symlinks', async () => {
    const bin = installAt('app/node_modules/planwright', 'dist/program/cli.js');
    const node = put(`app/node_modules/${platformPackage}/bin/node`, fakeNode);
    mkdirSync(path.join(folder, 'app/node_modules/.bin'));
    mkdirSync(path.join(folder, 'home'));
    const inBin = path.join(folder, 'app/node_modules/.bin/planwright');
    symlinkSync('../planwright/bin/planwright', inBin);
    symlinkSync(inBin, path.join(folder, 'home/pw'));
    for (const start of [bin, inBin, path.join(folder, 'home/pw')]) {
      const result = await run(start);
      expect(result.node).toBe(node);
      expect(result.args[2]).toBe(
        path.join(folder, 'app/node_modules/planwright/dist/program/cli.js'),
      );
    }
  });

  it('[TC1] takes the Node of the machine when it is new enough', async () => {
    const bin = installAt('clone', 'src/cli/main.ts');
    const answer = 'if [ "$1" = --version ]; then echo v26.1.0; exit; fi\n';
    put('tools/node', fakeNode.replace('\n', `\n${answer}`));
    const result = await run(bin, [], path.join(folder, 'tools'));
    expect(result.code).toBe(0);
    expect(result.args[2]).toBe(path.join(folder, 'clone/src/cli/main.ts'));
  });

  it('[TC2] says what to do, with exit code 69, when there is only an old Node', async () => {
    const bin = installAt('clone', 'src/cli/main.ts');
    put('tools/node', '#!/bin/sh\necho v20.20.2\n');
    const result = await run(bin, [], path.join(folder, 'tools'));
    expect(result.code).toBe(69);
    expect(result.stderr).toMatch(/Node\.js 24.*\n.*npm install/);
    expect(result.args).toEqual([]);
  });
});
