// A Planwright server as a child process, for checks that look at it from the outside.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { freePort } from './free-port.ts';
import { onEnd } from './on-end.ts';
import { waitFor } from './wait-for.ts';

export interface ServerProcess {
  readonly origin: string;
  readonly readyMs: number;
  readonly pid: number;
  /** SIGTERM, then the exit code; null when a signal ended it. */
  readonly stop: () => Promise<number | null>;
}

export interface ServerCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly cwd?: string;
  readonly timeoutMs?: number;
  /** The command is a parent of the server (npm start): signal its whole process group. */
  readonly group?: boolean;
}

/** Starts the command with PLANWRIGHT_PORT set to a free port, and waits until /health answers. */
export async function startServer(options: ServerCommand): Promise<ServerProcess> {
  const port = await freePort();
  const startedMs = performance.now();
  const child = spawn(options.command, options.args, {
    cwd: options.cwd,
    env: { ...options.env, PLANWRIGHT_PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: options.group === true,
  });
  const signal = (name: NodeJS.Signals) => sendSignal(child, name, options.group === true);
  child.once(
    'exit',
    onEnd(() => signal('SIGKILL')),
  );
  const output = collectOutput(child);
  const origin = `http://127.0.0.1:${port}`;
  try {
    await waitFor(() => isHealthy(child, origin), {
      what: `${origin}/health`,
      timeoutMs: options.timeoutMs ?? 20_000,
      everyMs: 10,
    });
  } catch (error) {
    signal('SIGKILL');
    throw new Error(`${(error as Error).message}\n${output()}`);
  }
  const readyMs = performance.now() - startedMs;
  return { origin, readyMs, pid: child.pid ?? 0, stop: () => stopChild(child, signal) };
}

async function isHealthy(child: ChildProcess, origin: string): Promise<boolean> {
  if (child.exitCode !== null) throw new Error(`the server ended with exit code ${child.exitCode}`);
  const answer = await fetch(`${origin}/health`).catch(() => undefined);
  return answer?.ok === true;
}

function collectOutput(child: ChildProcess): () => string {
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      text = (text + chunk.toString()).slice(-4000);
    });
  }
  return () => text;
}

function sendSignal(child: ChildProcess, name: NodeJS.Signals, group: boolean): void {
  if (group && child.pid !== undefined) process.kill(-child.pid, name);
  else child.kill(name);
}

async function stopChild(
  child: ChildProcess,
  signal: (name: NodeJS.Signals) => void,
): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const exited = once(child, 'exit');
  signal('SIGTERM');
  const [code] = (await exited) as [number | null];
  return code;
}
