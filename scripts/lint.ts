// All checks of the source, side by side, each with its time. Every check runs even when another
// one fails, so that one run shows all there is to mend.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { say } from './lib/say.ts';

interface Check {
  readonly name: string;
  readonly command: readonly [string, ...string[]];
  readonly cwd: string;
}

const root = fileURLToPath(new URL('..', import.meta.url));
const web = path.join(root, 'web');

function checks(): Check[] {
  const all: Check[] = [
    { name: 'biome', command: ['biome', 'check', '--error-on-warnings', '.'], cwd: root },
    { name: 'oxlint', command: ['oxlint', '--type-aware', '--deny-warnings'], cwd: root },
    { name: 'tsc', command: ['tsc', '--noEmit'], cwd: root },
  ];
  if (existsSync(path.join(web, 'tsconfig.json'))) {
    const command = [
      'svelte-check',
      '--tsconfig',
      './tsconfig.json',
      '--fail-on-warnings',
    ] as const;
    all.push({ name: 'svelte-check', command: [...command], cwd: web });
  }
  return all;
}

function run(check: Check): Promise<boolean> {
  const startedMs = performance.now();
  const bin = path.join(root, 'node_modules', '.bin');
  const env = { ...process.env, PATH: `${bin}${path.delimiter}${process.env.PATH ?? ''}` };
  const [command, ...args] = check.command;
  const child = spawn(command, args, { cwd: check.cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const output: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => output.push(chunk));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
      if (code !== 0) process.stdout.write(Buffer.concat(output));
      say(`${code === 0 ? 'ok    ' : 'FAILED'} ${check.name.padEnd(14)}${seconds} s`);
      resolve(code === 0);
    });
  });
}

const results = await Promise.all(checks().map(run));
process.exitCode = results.every(Boolean) ? 0 : 1;
