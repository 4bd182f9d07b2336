// The real server as a user starts it, made to be killed: also before it is ready.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type CliRun, runCli } from '../support/cli.ts';
import { cleanEnv, launcher } from '../support/server.ts';

export interface KillableServer {
  /** Its address once it listens; null when it ended before. */
  readonly ready: Promise<string | null>;
  /** kill -9; resolves when the process is gone. */
  kill(): Promise<void>;
  /** SIGTERM; resolves with the exit code. */
  stop(): Promise<number | null>;
  /** SIGSTOP and SIGCONT: it stands still and knows nothing of it. */
  freeze(): void;
  thaw(): void;
  /** Resolves when the process is gone, with the signal that ended it. */
  readonly gone: Promise<NodeJS.Signals | null>;
  stderr(): string;
}

export interface ServerPlace {
  readonly home: string;
  readonly databaseUrl?: string;
  /** More settings by their variables. */
  readonly env?: Readonly<Record<string, string>>;
}

const settingsOf = ({ home, databaseUrl, env }: ServerPlace): Record<string, string> => ({
  PLANWRIGHT_HOME: home,
  PLANWRIGHT_PORT: '0',
  PLANWRIGHT_RATE_PER_MINUTE: '1000000',
  PLANWRIGHT_LOG_LEVEL: 'error',
  ...(databaseUrl === undefined ? {} : { PLANWRIGHT_DATABASE_URL: databaseUrl }),
  ...env,
});

function whenReady(child: ChildProcess): Promise<string | null> {
  return new Promise((resolve) => {
    let text = '';
    child.stdout?.setEncoding('utf8').on('data', (part: string) => {
      text += part;
      const url = /^\s+Page\s+(\S+)$/m.exec(text)?.[1];
      if (url !== undefined) resolve(url);
    });
    child.once('exit', () => resolve(null));
  });
}

export function startKillable(place: ServerPlace): KillableServer {
  const child = spawn(launcher, ['serve'], {
    env: cleanEnv(settingsOf(place)),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (part: string) => {
    errors += part;
  });
  const exited = once(child, 'exit');
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    child.kill(signal);
    await exited;
    return child.exitCode;
  };
  return {
    ready: whenReady(child),
    kill: async () => {
      await end('SIGKILL');
    },
    stop: () => end('SIGTERM'),
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    gone: exited.then(() => child.signalCode),
    stderr: () => errors,
  };
}

/** A command line call on the same data. */
export const runCommand = (place: ServerPlace, ...args: readonly string[]): Promise<CliRun> =>
  runCli(args, { home: place.home, env: settingsOf(place) });
