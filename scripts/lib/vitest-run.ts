// One run of Vitest in some folder, and which test failed first.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { onEnd } from './on-end.ts';

export interface RunRequest {
  readonly folder: string;
  readonly project: string;
  /** Only this one, relative to the folder. */
  readonly file?: string;
  readonly env: NodeJS.ProcessEnv;
  readonly limitMs: number;
}

export interface Failure {
  readonly test: string;
  /** Relative to the folder; undefined when the run itself failed and no test of it. */
  readonly file: string | undefined;
  readonly message: string;
}

/** The part of Vitest's JSON report that is read here. */
export interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message?: string;
    readonly startTime: number;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly startTime?: number | null;
      readonly duration?: number | null;
      readonly failureMessages?: readonly string[] | null;
    }[];
  }[];
}

const messageChars = 200;

const firstLine = (text: string | undefined): string =>
  (text ?? '').split('\n', 1)[0]?.slice(0, messageChars) ?? '';

interface Timed extends Failure {
  readonly endedAt: number;
}

function failuresOf(result: Report['testResults'][number], file: string): Timed[] {
  const failed = result.assertionResults.filter(({ status }) => status === 'failed');
  if (failed.length === 0 && result.status === 'failed') {
    const test = '(the file could not be run)';
    return [{ test, file, message: firstLine(result.message), endedAt: result.startTime }];
  }
  return failed.map(({ fullName, startTime, duration, failureMessages }) => ({
    test: fullName.trim(),
    file,
    message: firstLine(failureMessages?.[0]),
    endedAt: (startTime ?? result.startTime) + (duration ?? 0),
  }));
}

/** Null if no test failed. */
export function firstFailure(report: Report, folder: string): Failure | null {
  const failures = report.testResults.flatMap((result) =>
    failuresOf(result, path.relative(folder, result.name)),
  );
  failures.sort((left, right) => left.endedAt - right.endedAt);
  const [first] = failures;
  return first ? { test: first.test, file: first.file, message: first.message } : null;
}

function readReport(file: string): Report | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Report;
  } catch {
    // It ended before it wrote one.
    return null;
  }
}

function argumentsFor({ folder, project, file }: RunRequest, report: string): string[] {
  return [
    path.join(folder, 'node_modules', 'vitest', 'vitest.mjs'),
    'run',
    ...(file === undefined ? [] : [file]),
    ...['--project', project, '--bail', '1', '--reporter', 'json', '--outputFile', report],
  ];
}

/** With all that it started. */
function endGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // It is gone already.
  }
}

interface Ended {
  readonly code: number | null;
  readonly isLate: boolean;
  readonly output: string;
}

function runToEnd(request: RunRequest, report: string): Promise<Ended> {
  const { folder, env, limitMs } = request;
  const child = spawn(process.execPath, argumentsFor(request, report), {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const callOff = onEnd(() => endGroup(child));
  let isLate = false;
  let output = '';
  const collect = (chunk: Buffer): void => {
    output = (output + chunk.toString()).slice(-4_000);
  };
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  const timer = setTimeout(() => {
    isLate = true;
    endGroup(child);
  }, limitMs);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code) => {
      clearTimeout(timer);
      callOff();
      resolve({ code, isLate, output });
    });
  });
}

/** Null if everything passed. */
export async function runVitest(request: RunRequest): Promise<Failure | null> {
  const outer = mkdtempSync(path.join(tmpdir(), 'planwright-report-'));
  const remove = (): void => rmSync(outer, { recursive: true, force: true });
  const callOff = onEnd(remove);
  try {
    const file = path.join(outer, 'report.json');
    const { code, isLate, output } = await runToEnd(request, file);
    const report = readReport(file);
    const found = report ? firstFailure(report, request.folder) : null;
    if (found || code === 0) return found;
    const test = isLate
      ? `(no end within ${Math.round(request.limitMs / 1_000)} s)`
      : '(the run itself)';
    return { test, file: undefined, message: firstLine(output.trim()) };
  } finally {
    callOff();
    remove();
  }
}
