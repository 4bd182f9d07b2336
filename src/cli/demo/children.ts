// The processes the demo started, and no others. All of them end with it, however it ends.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { settleWithin } from '../../../sdk/pause.ts';

export interface ChildOptions {
  readonly script: URL;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly onLine: (line: string) => void;
}

const termGraceMs = 4_000;
const maxKeptChars = 4_000;

export class Child {
  readonly #process: ChildProcess;
  readonly #exited: Promise<unknown>;
  #kept = '';

  constructor(childProcess: ChildProcess, onLine: (line: string) => void) {
    this.#process = childProcess;
    this.#exited = once(childProcess, 'exit').catch(() => undefined);
    eachLine(childProcess.stdout, onLine);
    eachLine(childProcess.stderr, (line) => {
      this.#kept = `${this.#kept}${line}\n`.slice(-maxKeptChars);
    });
  }

  get hasExited(): boolean {
    return this.#process.exitCode !== null || this.#process.signalCode !== null;
  }

  get exited(): Promise<unknown> {
    return this.#exited;
  }

  /** The end of what it complained about. */
  get complaints(): string {
    return this.#kept.trim();
  }

  /** As `kill -9`: it has no chance to say goodbye. */
  killNow(): void {
    if (!this.hasExited) this.#process.kill('SIGKILL');
  }

  async stop(): Promise<void> {
    if (this.hasExited) return;
    this.#process.kill('SIGTERM');
    await settleWithin(this.#exited, termGraceMs);
    this.killNow();
    await this.#exited;
  }
}

export class Children {
  readonly #all: Child[] = [];
  readonly #onExit = () => {
    for (const child of this.#all) child.killNow();
  };

  constructor() {
    process.on('exit', this.#onExit);
  }

  start(options: ChildOptions): Child {
    const flags = ['--disable-warning=ExperimentalWarning'];
    const args = [...flags, fileURLToPath(options.script), ...options.args];
    const childProcess = spawn(process.execPath, args, {
      env: options.env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const child = new Child(childProcess, options.onLine);
    this.#all.push(child);
    return child;
  }

  /** Last started, first stopped: agents before the server they talk to. */
  async stopAll(): Promise<void> {
    for (const child of this.#all.toReversed()) await child.stop();
    process.off('exit', this.#onExit);
  }
}

function eachLine(stream: NodeJS.ReadableStream | null, onLine: (line: string) => void): void {
  let rest = '';
  stream?.setEncoding('utf8');
  stream?.on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = (lines.pop() ?? '').slice(-maxKeptChars);
    for (const line of lines) onLine(line);
  });
}
