// The command line as a user runs it: its words, its output, its exit code. A process for each command
// takes most of a second of the processor, so commands run in the process of the test where they can.
import { spawn } from 'node:child_process';
import process from 'node:process';
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

const timeoutMs = 160_000;

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

/** As users start it. */
export const runCliProcess = (args: readonly string[], options: CliOptions): Promise<CliRun> =>
  startCli(args, options).done;

/** These listen, wait for signals, or read their standard input. */
const ownProcess = new Set(['agent', 'approve', 'demo', 'mcp', 'open', 'serve']);

let isBusy = false;

/** The environment and the working folder belong to the process: only one command at a time has them. */
export function runCli(args: readonly string[], options: CliOptions): Promise<CliRun> {
  const hasInput = options.stdin !== undefined;
  if (isBusy || hasInput || ownProcess.has(args[0] ?? '')) return runCliProcess(args, options);
  return runHere(args, options);
}

function setEnv(env: Readonly<Record<string, string>>): void {
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
  Object.assign(process.env, env);
}

async function runHere(args: readonly string[], options: CliOptions): Promise<CliRun> {
  const env = { ...process.env } as Record<string, string>;
  const cwd = process.cwd();
  const output = { stdout: '', stderr: '' };
  const bytes: Buffer[] = [];
  const io = {
    stdout: { write: (text: string | Uint8Array) => bytes.push(Buffer.from(text as string)) },
    stderr: {
      write: (text: string) => {
        output.stderr += text;
      },
    },
  };
  isBusy = true;
  try {
    const { runCommandLine } = await import('../../src/cli/main.ts');
    process.chdir(options.cwd ?? options.home);
    setEnv(cleanEnv({ PLANWRIGHT_HOME: options.home, ...options.env }));
    const code = await runCommandLine(args, io);
    return { code, ...output, stdout: Buffer.concat(bytes).toString('utf8') };
  } finally {
    setEnv(env);
    process.chdir(cwd);
    isBusy = false;
  }
}

export type CliJson = { readonly schema_version: number } & Readonly<Record<string, unknown>>;

/** The one JSON object on standard output; anything beside it fails the parsing. */
export const jsonOf = (run: CliRun): CliJson => JSON.parse(run.stdout) as CliJson;
