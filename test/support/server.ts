// The real server in a process of its own, on a free port of loopback with a home folder of its own:
// what a user starts, for tests that look at it from outside.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const launcher = fileURLToPath(new URL('../../bin/planwright', import.meta.url));

export interface StartOptions {
  /** Settings by their variables, over the defaults of the test. */
  readonly env?: Readonly<Record<string, string>>;
  /** PostgreSQL instead of SQLite in the home folder. */
  readonly databaseUrl?: string;
  /** A home folder to go on with; it is then left in place by close(). */
  readonly home?: string;
  /** Runs before the start, with the home folder: to write a config file or make keys. */
  readonly configure?: (home: string) => Promise<void> | void;
}

export interface ServerProcess {
  readonly url: string;
  readonly home: string;
  /** The key of the person at this machine, with every scope. */
  readonly personKey: string;
  readonly pid: number;
  /** Everything the process has written so far. */
  stdout(): string;
  stderr(): string;
  /** Sends the signal and gives the exit code; null when the signal itself ended it. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
  /** Stops it and removes its home folder. */
  close(): Promise<void>;
}

const startTimeoutMs = 150_000;
/** A server that has not ended by itself by then hangs. */
const stopTimeoutMs = 60_000;

/** The environment of this process without settings of ours, and those of the test. */
export function cleanEnv(extra: Readonly<Record<string, string>>): Record<string, string> {
  const inherited = Object.entries(process.env).filter(
    ([name, value]) => value !== undefined && !name.startsWith('PLANWRIGHT_'),
  ) as [string, string][];
  return { ...Object.fromEntries(inherited), ...extra };
}

export const makeHome = (): Promise<string> => mkdtemp(join(tmpdir(), 'planwright-test-'));

interface Output {
  readonly stdout: () => string;
  readonly stderr: () => string;
}

function collectOutput(child: ChildProcess): Output {
  const parts = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (text: string) => {
      parts[name] += text;
    });
  }
  return { stdout: () => parts.stdout, stderr: () => parts.stderr };
}

/** Settles with the address that the welcome prints; fails when the process ends before. */
function whenListening(child: ChildProcess, output: Output): Promise<string> {
  return new Promise((resolve, reject) => {
    const fail = (why: string): void =>
      reject(new Error(`${why}\n${output.stdout()}${output.stderr()}`));
    const timer = setTimeout(() => fail('the server did not start in time'), startTimeoutMs);
    const look = (): void => {
      const url = /^\s+Page\s+(\S+)$/m.exec(output.stdout())?.[1];
      if (url === undefined) return;
      clearTimeout(timer);
      resolve(url);
    };
    child.stdout?.on('data', look);
    child.once('error', (error) => fail(error.message));
    child.once('exit', (code) => {
      clearTimeout(timer);
      fail(`the server ended with ${code}`);
    });
  });
}

async function stopChild(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const exited = once(child, 'exit');
  child.kill(signal);
  const timer = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs);
  await exited;
  clearTimeout(timer);
  return child.exitCode;
}

export async function startServer(options: StartOptions = {}): Promise<ServerProcess> {
  const home = options.home ?? (await makeHome());
  await options.configure?.(home);
  const env = cleanEnv({
    PLANWRIGHT_HOME: home,
    PLANWRIGHT_PORT: '0',
    ...(options.databaseUrl === undefined ? {} : { PLANWRIGHT_DATABASE_URL: options.databaseUrl }),
    ...options.env,
  });
  const child = spawn(launcher, ['serve'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const output = collectOutput(child);
  const removeHome = async (): Promise<void> => {
    if (options.home === undefined) await rm(home, { recursive: true, force: true });
  };
  try {
    const url = await whenListening(child, output);
    const personKey = (await readFile(join(home, 'person-token'), 'utf8')).trim();
    return {
      ...{ url, home, personKey, pid: child.pid ?? 0, ...output },
      stop: (signal = 'SIGTERM') => stopChild(child, signal),
      async close() {
        await stopChild(child, 'SIGTERM');
        await removeHome();
      },
    };
  } catch (error) {
    await stopChild(child, 'SIGKILL');
    await removeHome();
    throw error;
  }
}
