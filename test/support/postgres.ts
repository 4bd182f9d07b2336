// One real PostgreSQL for a test run, a benchmark or the demo, from the binaries npm install brought.
// The server lives under a guard process that watches our end of a pipe: when we end, even by
// kill -9, the pipe closes and the guard stops the server and removes its files.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export interface PostgresOptions {
  /** Extra server settings, such as { fsync: 'off' }. Defaults are PostgreSQL's own. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Extra environment of the server process alone, such as LD_PRELOAD. */
  readonly env?: Readonly<Record<string, string>>;
}

export interface RunningPostgres {
  /** A superuser's URL of the maintenance database, on 127.0.0.1 without TLS. */
  readonly url: string;
  readonly stop: () => Promise<void>;
  /** Ends it at once, as a crash does, and starts it again on the same data and port. */
  readonly restart: () => Promise<void>;
}

interface GuardAnswer {
  readonly url?: string;
  readonly error?: string;
}

const guardPath = fileURLToPath(new URL('./postgres-guard.ts', import.meta.url));

export async function startPostgres(options: PostgresOptions = {}): Promise<RunningPostgres> {
  // In a process group of its own, so that Ctrl-C reaches it through the pipe only.
  const guard = spawn(process.execPath, [guardPath, JSON.stringify(options)], {
    stdio: ['pipe', 'pipe', 'inherit'],
    detached: true,
  });
  const answers = createInterface({ input: guard.stdout })[Symbol.asyncIterator]();
  const answer = await nextAnswer(answers);
  if (answer.url === undefined) {
    await stopGuard(guard);
    throw new Error(`PostgreSQL did not start: ${answer.error}`);
  }
  guard.unref();
  const pipe = guard.stdout as Socket;
  pipe.unref();
  const restart = async (): Promise<void> => {
    guard.stdin.write('restart\n');
    pipe.ref();
    const { error } = await nextAnswer(answers);
    pipe.unref();
    if (error !== undefined) throw new Error(`PostgreSQL did not start again: ${error}`);
  };
  return { url: answer.url, restart, stop: () => stopGuard(guard) };
}

async function nextAnswer(answers: AsyncIterator<string>): Promise<GuardAnswer> {
  const { value, done } = await answers.next();
  return done ? { error: 'the guard process ended' } : (JSON.parse(value) as GuardAnswer);
}

async function stopGuard(guard: ChildProcess): Promise<void> {
  if (guard.exitCode !== null || guard.signalCode !== null) return;
  guard.ref();
  const exited = once(guard, 'exit');
  guard.stdin?.end();
  await exited;
}
