// Whether commands can be shut in on this machine, found out once by doing it: a probe runs in the
// very sandbox that commands will get, and must fail at everything that a command must fail at.
import { mkdir, mkdtemp, realpath, rm, rmdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import process from 'node:process';
import { createRedactor } from './redact.ts';
import { type ProcessResult, runProcess } from './run-process.ts';
import { mountsOf, type View } from './sandbox-view.ts';
import { bubblewrapProgram, type OwnSize, type Program, unshareProgram } from './sandbox-wrap.ts';

export const sandboxKinds = ['bubblewrap', 'unshare', 'none'] as const;
export type SandboxKind = (typeof sandboxKinds)[number];

export interface Sandbox {
  readonly kind: SandboxKind;
  /** For people: what was found, and for `none` why. */
  readonly reason: string;
  /** Folders in which the names of commands are looked up. */
  readonly searchPath: readonly string[];
  /** The same program, shut in; as it is where there is no sandbox. */
  wrap(program: Program, cwd: string, view: View): Promise<Program>;
  close(): Promise<void>;
}

export interface SandboxOptions {
  /** Tried in this order; for tests. */
  readonly kinds?: readonly SandboxKind[];
  /**
   * An empty folder to build the sandbox's root on; nothing is written into it. Given, it is made and
   * stays; else a temporary one is made, which a server that is killed leaves behind.
   */
  readonly emptyFolder?: string;
  /** More folders with programs, read-only in the sandbox. */
  readonly searchPath?: readonly string[];
}

const probeMs = 10_000;
/** The Node that runs us first, so that commands get the same. */
const usualSearchPath = [dirname(process.execPath), '/usr/local/bin', '/usr/bin', '/bin'];

/** Each line must hold in a sandbox. $1 is the root, $2 a hidden file, $3 outside. */
const probeScript = `
[ "$(cat "$1/seen")" = seen ] || { echo "scope not visible"; exit 1; }
[ ! -e "$2" ] || { echo "hidden file visible"; exit 1; }
[ ! -e "$3" ] || { echo "outside visible"; exit 1; }
(: >"$1/seen") 2>&- && { echo "read scope writable"; exit 1; }
(: >/usr/planwright-probe) 2>&- && { echo "system writable"; exit 1; }
(: >/proc/sys/kernel/core_pattern) 2>&- && { echo "kernel settings writable"; exit 1; }
: >"$1/write/made" || { echo "write scope not writable"; exit 1; }
: >/tmp/planwright-probe || { echo "no own /tmp"; exit 1; }
[ "$(grep -c : /proc/net/dev)" -le 1 ] || { echo "network visible"; exit 1; }
grep -q '^CapEff:[[:space:]]*0*$' /proc/self/status || { echo "capabilities left"; exit 1; }
echo shut
`;

interface EmptyFolder {
  readonly path: string;
  readonly remove: () => Promise<void>;
}

const noFolder: EmptyFolder = { path: '', remove: () => Promise.resolve() };

async function openEmptyFolder(given: string | undefined): Promise<EmptyFolder> {
  if (given !== undefined) {
    await mkdir(given, { recursive: true });
    return { ...noFolder, path: await realpath(given) };
  }
  const path = await realpath(await mkdtemp(join(tmpdir(), 'planwright-empty-')));
  return { path, remove: () => rmdir(path).catch(() => undefined) };
}

interface Way {
  readonly kind: SandboxKind;
  readonly reason: string;
  readonly ownSize: OwnSize;
}

const limited = (kind: SandboxKind): Way => ({
  ...{ kind, reason: `Commands run in ${kind}.`, ownSize: 'limited' },
});

const oldBubblewrap: Way = {
  kind: 'bubblewrap',
  reason:
    'Commands run in bubblewrap. They can fill the memory: to limit /tmp it has to be 0.7.0 or newer, and not setuid.',
  ownSize: 'unlimited',
};

/** What limits memory comes first. */
const waysOf = (kinds: readonly SandboxKind[]): Way[] => [
  ...kinds.map(limited),
  ...(kinds.includes('bubblewrap') ? [oldBubblewrap] : []),
];

class MadeSandbox implements Sandbox {
  readonly kind: SandboxKind;
  readonly reason: string;
  readonly searchPath: readonly string[];
  readonly #emptyFolder: string;
  readonly #close: () => Promise<void>;
  readonly #ownSize: OwnSize;

  constructor({ kind, reason, ownSize }: Way, searchPath: readonly string[], empty: EmptyFolder) {
    this.kind = kind;
    this.reason = reason;
    this.searchPath = searchPath;
    this.#emptyFolder = empty.path;
    this.#close = empty.remove;
    this.#ownSize = ownSize;
  }

  async wrap(program: Program, cwd: string, view: View): Promise<Program> {
    if (this.kind === 'none') return program;
    const mounts = await mountsOf(view);
    return this.kind === 'bubblewrap'
      ? bubblewrapProgram(mounts, cwd, program, this.#ownSize)
      : unshareProgram(this.#emptyFolder, mounts, cwd, program);
  }

  close(): Promise<void> {
    return this.#close();
  }
}

/** Without a probe: nothing is shut in. */
export const noSandbox = (
  reason: string,
  searchPath: readonly string[] = usualSearchPath,
): Sandbox => new MadeSandbox({ ...limited('none'), reason }, searchPath, noFolder);

/** The first kind that really works here. */
export async function detectSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const searchPath = [...usualSearchPath, ...(options.searchPath ?? [])];
  if (process.platform !== 'linux')
    return noSandbox('Only Linux has a sandbox for commands.', searchPath);
  const emptyFolder = await openEmptyFolder(options.emptyFolder);
  const failures: string[] = [];
  for (const way of waysOf(options.kinds ?? ['bubblewrap', 'unshare'])) {
    if (way.kind === 'none') break;
    const sandbox = new MadeSandbox(way, searchPath, emptyFolder);
    const failure = await probeSandbox(sandbox);
    if (failure === null) return sandbox;
    failures.push(`${way.kind}: ${failure}`);
  }
  await emptyFolder.remove();
  return noSandbox(`No sandbox works here (${failures.join('; ')}).`, searchPath);
}

/** Null if it shuts in; else what it lets through. */
export async function probeSandbox(sandbox: Sandbox): Promise<string | null> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'planwright-probe-')));
  try {
    return failureOf(await runProbe(sandbox, folder));
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function runProbe(sandbox: Sandbox, folder: string): Promise<ProcessResult> {
  const root = join(folder, 'root');
  const hidden = join(root, 'hidden');
  const outside = join(folder, 'outside');
  for (const path of [join(root, 'write'), hidden]) await mkdir(path, { recursive: true });
  for (const path of [join(hidden, 'file'), outside]) await writeFile(path, 'secret');
  await writeFile(join(root, 'seen'), 'seen');
  const view = { read: [root], write: [join(root, 'write')], guarded: [], hidden: [hidden] };
  const args = ['-c', probeScript, 'sh', root, join(hidden, 'file'), outside];
  return runProcess(await sandbox.wrap({ file: '/bin/sh', args }, root, view), {
    cwd: '/',
    env: { PATH: usualSearchPath.join(delimiter) },
    maxMs: probeMs,
    maxOutputBytes: 2_000,
    signal: new AbortController().signal,
    redactor: createRedactor([]),
    isSandboxed: true,
  });
}

function failureOf({ hasBegun, stdout, stderr, endedBy }: ProcessResult): string | null {
  if (hasBegun && stdout.text === 'shut\n') return null;
  if (endedBy === 'time') return 'the probe took too long';
  return (stdout.text || stderr.text).trim().split('\n')[0] || 'the probe said nothing';
}
