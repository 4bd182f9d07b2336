// Processes that tests kill. None outlives its test: what is left is killed after it, and a child ends
// by itself when the other end of its standard input is gone, however the test ended.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import type { TestDatabase } from '../support/database.ts';

const living = new Set<ChildProcess>();

export function startNode(
  script: URL,
  task: object,
  env: Readonly<Record<string, string>> = {},
  stderr: 'inherit' | 'pipe' = 'inherit',
): ChildProcess {
  const args = ['--disable-warning=ExperimentalWarning', fileURLToPath(script)];
  const child = spawn(process.execPath, [...args, JSON.stringify(task)], {
    stdio: ['pipe', 'pipe', stderr],
    env: { ...process.env, ...env },
  });
  child.stdin?.on('error', () => undefined);
  living.add(child);
  child.once('exit', () => living.delete(child));
  return child;
}

export async function endChildren(): Promise<void> {
  const ended = [...living].map(async (child) => {
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  });
  await Promise.all(ended);
}

/** In the child. */
export function endWithParent(): void {
  process.stdin.on('error', () => undefined).on('close', () => process.exit(70));
  process.stdin.resume();
  (process.stdin as { unref?: () => void }).unref?.();
}

/** After a failure its data stays, for a look at what went wrong; of a database its rows. */
export async function removeUnlessFailed(
  home: string,
  { result }: { readonly result?: { readonly state: string } | undefined },
  database: TestDatabase | null = null,
): Promise<void> {
  if (result?.state === 'fail') {
    const rows = (await database?.keepRows()) ?? '';
    process.stderr.write(`The data of the failed test: ${home} ${rows}\n`);
  } else await rm(home, { recursive: true, force: true });
  await database?.drop();
}
