// Runs a program by its arguments, never through a shell: a clean environment, no input, limits on
// time and output, and the whole process group ends with it.
import { type ChildProcess, spawn } from 'node:child_process';
import process from 'node:process';
import { BoundedOutput, type PrintedText } from './bounded-output.ts';
import { refused, systemCode } from './failures.ts';
import type { Redactor } from './redact.ts';
import { type Program, readyDescriptor } from './sandbox-wrap.ts';

export interface ProcessOptions {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly maxMs: number;
  readonly maxOutputBytes: number;
  readonly signal: AbortSignal;
  readonly redactor: Redactor;
  /** It must say that its sandbox stands, or it has not run. */
  readonly isSandboxed: boolean;
  readonly input?: string;
  /** Asked again and again; the program is ended when it has done too much. */
  readonly isOver?: () => Promise<boolean>;
}

export interface ProcessResult {
  readonly exitCode: number | null;
  readonly endedBy: 'itself' | 'time' | 'caller' | 'limit';
  readonly stdout: PrintedText;
  readonly stderr: PrintedText;
  /** False if the sandbox could not be made; then the program did not begin. */
  readonly hasBegun: boolean;
}

/** For pipes that a process outside the group still holds. */
const drainMs = 500;

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch (error) {
    if (systemCode(error) !== 'ESRCH') throw error;
  }
}

function start(program: Program, options: ProcessOptions): ChildProcess {
  return spawn(program.file, [...program.args], {
    cwd: options.cwd,
    env: options.env,
    detached: true,
    shell: false,
    stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
  });
}

/** The end of the program; its pipes may be held open by others for a while. */
function ended(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve, reject) => {
    child.once('error', (error) => {
      reject(refused('The program could not be started.', { system: systemCode(error) }));
    });
    child.once('exit', (code) => {
      killGroup(child);
      const timer = setTimeout(() => resolve(code), drainMs);
      child.once('close', () => {
        clearTimeout(timer);
        resolve(code);
      });
    });
  });
}

const lookEveryMs = 200;
/** A look at many files takes its time; the program has most of it. */
const restPerLook = 4;

function lookOften(
  isOver: ProcessOptions['isOver'],
  onOver: () => void,
): { readonly stop: () => void } {
  let timer: NodeJS.Timeout | undefined;
  let hasEnded = isOver === undefined;
  const look = async (): Promise<void> => {
    const startedMs = performance.now();
    const found = await isOver?.().catch(() => false);
    if (hasEnded) return;
    if (found) onOver();
    else plan(Math.max(lookEveryMs, restPerLook * (performance.now() - startedMs)));
  };
  const plan = (ms: number): void => {
    timer = setTimeout(() => void look(), ms);
  };
  if (!hasEnded) plan(lookEveryMs);
  return {
    stop() {
      hasEnded = true;
      clearTimeout(timer);
    },
  };
}

export async function runProcess(
  program: Program,
  options: ProcessOptions,
): Promise<ProcessResult> {
  options.signal.throwIfAborted();
  const out = new BoundedOutput(options.maxOutputBytes, options.redactor);
  const err = new BoundedOutput(options.maxOutputBytes, options.redactor);
  let endedBy: ProcessResult['endedBy'] = 'itself';
  let hasBegun = !options.isSandboxed;
  const child = start(program, options);
  const end = ended(child);
  child.stdout?.on('data', (chunk: Buffer) => out.add(chunk));
  child.stderr?.on('data', (chunk: Buffer) => err.add(chunk));
  child.stdio[readyDescriptor]?.once('data', () => {
    hasBegun = true;
  });
  for (const stream of child.stdio) stream?.on('error', () => undefined);
  child.stdin?.end(options.input ?? '');
  const stop = (by: 'time' | 'caller' | 'limit'): void => {
    endedBy = by;
    killGroup(child);
  };
  const timer = setTimeout(() => stop('time'), options.maxMs);
  const onAbort = (): void => stop('caller');
  options.signal.addEventListener('abort', onAbort, { once: true });
  const looks = lookOften(options.isOver, () => stop('limit'));
  try {
    const exitCode = await end;
    const { redactor } = options;
    return {
      exitCode,
      endedBy,
      stdout: out.printed(redactor),
      stderr: err.printed(redactor),
      hasBegun,
    };
  } finally {
    looks.stop();
    clearTimeout(timer);
    options.signal.removeEventListener('abort', onAbort);
    for (const stream of child.stdio) stream?.destroy();
  }
}
