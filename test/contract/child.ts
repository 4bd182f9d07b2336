// Starts fixtures/store-child.ts and collects what it says.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { ChildTask } from './fixtures/store-child.ts';

const script = fileURLToPath(new URL('./fixtures/store-child.ts', import.meta.url));

export interface ChildLine {
  readonly loaded?: boolean;
  readonly done?: boolean;
  readonly error?: string;
  readonly message?: string;
  readonly run?: string;
  readonly seq?: number;
  readonly hash?: string;
}

export interface StoreChild {
  readonly lines: ChildLine[];
  readonly loaded: Promise<void>;
  /** Resolves with the exit code, null after a signal. */
  readonly exited: Promise<number | null>;
  go(): void;
  kill(): void;
}

export function startChild(task: ChildTask, env: NodeJS.ProcessEnv = {}): StoreChild {
  const child: ChildProcess = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', script],
    { stdio: ['pipe', 'pipe', 'inherit'], env: { ...process.env, ...env } },
  );
  child.stdin?.write(`${JSON.stringify(task)}\n`);
  const lines: ChildLine[] = [];
  const { promise: loaded, resolve: isLoaded } = Promise.withResolvers<void>();
  if (child.stdout) {
    createInterface({ input: child.stdout }).on('line', (line) => {
      lines.push(JSON.parse(line) as ChildLine);
      isLoaded();
    });
  }
  return {
    lines,
    loaded,
    exited: once(child, 'close').then(([code]) => code as number | null),
    go: () => child.stdin?.write('go\n'),
    kill: () => child.kill('SIGKILL'),
  };
}

/** All of them loaded, then let go at once; resolves when all have ended. */
export async function runTogether(children: readonly StoreChild[]): Promise<(number | null)[]> {
  await Promise.all(children.map((child) => child.loaded));
  for (const child of children) child.go();
  return Promise.all(children.map((child) => child.exited));
}
