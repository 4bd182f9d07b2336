// The command line as a user runs it: a process of its own, its words, its exit code.
import { spawn } from 'node:child_process';
import { cleanEnv, launcher } from './server.ts';

export interface CliRun {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CliOptions {
  readonly home: string;
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** What is typed; nothing without it. */
  readonly stdin?: string;
}

const timeoutMs = 50_000;

export interface RunningCli {
  /** What it has said so far. */
  readonly output: { readonly stdout: string; readonly stderr: string };
  kill(signal: NodeJS.Signals): void;
  readonly done: Promise<CliRun>;
}

/** For what is done to it while it runs. */
export function startCli(args: readonly string[], options: CliOptions): RunningCli {
  const env = cleanEnv({ PLANWRIGHT_HOME: options.home, ...options.env });
  const child = spawn(launcher, [...args], {
    cwd: options.cwd ?? options.home,
    env,
    stdio: ['pipe', 'pipe', 'pipe'],
    timeout: timeoutMs,
  });
  child.stdin.end(options.stdin ?? '');
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      output[name] += text;
    });
  }
  const done = new Promise<CliRun>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, ...output }));
  });
  return { output, kill: (signal) => void child.kill(signal), done };
}

export const runCli = (args: readonly string[], options: CliOptions): Promise<CliRun> =>
  startCli(args, options).done;

export type CliJson = { readonly schema_version: number } & Readonly<Record<string, unknown>>;

/** The one JSON object on standard output; anything beside it fails the parsing. */
export const jsonOf = (run: CliRun): CliJson => JSON.parse(run.stdout) as CliJson;
