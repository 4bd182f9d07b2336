// From the name of a command to a program: looked up in the folders of the operator, and never one
// that a step could have written itself.
import { constants } from 'node:fs';
import { access, mkdtemp, realpath, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join, relative } from 'node:path';
import { refused } from './failures.ts';
import type { FileScope } from './file-scope.ts';
import { type ProcessOptions, type ProcessResult, runProcess } from './run-process.ts';
import type { Sandbox } from './sandbox.ts';
import { programFolders, type View } from './sandbox-view.ts';
import { WriteWatch, withFileLimit } from './write-watch.ts';

export interface FoundProgram {
  readonly file: string;
  /** Where its links lead. */
  readonly realFile: string;
}

async function isProgram(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}

export async function findProgram(
  name: string,
  searchPath: readonly string[],
  scope: FileScope,
): Promise<FoundProgram> {
  for (const folder of searchPath) {
    const file = join(folder, name);
    if (!(await isProgram(file))) continue;
    const realFile = await realpath(file);
    for (const path of [file, realFile]) {
      const isInside = path.startsWith(`${scope.root}/`);
      if (isInside && scope.isAllowed(relative(scope.root, path), 'write')) {
        throw refused(`${name} is a file that steps may write, so it is not run.`, { name });
      }
    }
    return { file, realFile };
  }
  throw refused(`There is no program ${name} on this machine.`, { name });
}

export interface Call {
  readonly program: FoundProgram;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly view: View;
  readonly env?: Readonly<Record<string, string>>;
}

export type CallOptions = Pick<
  ProcessOptions,
  'maxMs' | 'maxOutputBytes' | 'signal' | 'redactor' | 'input' | 'isOver'
> & {
  /** Of a file that it makes. */
  readonly maxFileBytes?: number;
};

/** Nothing of our own environment goes in, so no secret does. */
const cleanEnv = (sandbox: Sandbox, home: string): Record<string, string> => ({
  PATH: sandbox.searchPath.join(delimiter),
  HOME: home,
  TMPDIR: home,
  LANG: 'C.UTF-8',
  LC_ALL: 'C.UTF-8',
  TZ: 'UTC',
  CI: 'true',
  NO_COLOR: '1',
});

/** Without a sandbox its home is on the disk of the server, where nothing else bounds it. */
async function withHome(home: string, { isOver, maxFileBytes }: CallOptions) {
  if (maxFileBytes === undefined) return {};
  const watch = await WriteWatch.begin([home], maxFileBytes);
  return { isOver: async () => (await isOver?.()) === true || watch.isOver() };
}

/** Shut in where that is possible; then a sandbox that cannot be made means that it does not run. */
export async function runProgram(
  sandbox: Sandbox,
  call: Call,
  options: CallOptions,
): Promise<ProcessResult> {
  const isSandboxed = sandbox.kind !== 'none';
  const { program, args, view } = call;
  const folders = [program.file, program.realFile, ...searchFolders(sandbox)].flatMap(
    programFolders,
  );
  const { maxFileBytes } = options;
  const bare = { file: program.file, args };
  const limited = maxFileBytes === undefined ? bare : withFileLimit(bare, maxFileBytes);
  const wrapped = await sandbox.wrap(limited, call.cwd, {
    ...view,
    read: [...view.read, ...folders],
  });
  const home = isSandboxed ? '/tmp' : await mkdtemp(join(tmpdir(), 'planwright-home-'));
  try {
    const env = { ...cleanEnv(sandbox, home), ...call.env };
    const cwd = isSandboxed ? '/' : call.cwd;
    const looks = { ...options, ...(isSandboxed ? {} : await withHome(home, options)) };
    return await runProcess(wrapped, { ...looks, cwd, env, isSandboxed });
  } finally {
    if (!isSandboxed) await rm(home, { recursive: true, force: true });
  }
}

/** As programs in them, so that the folder itself is shown. */
const searchFolders = (sandbox: Sandbox): string[] =>
  sandbox.searchPath.map((folder) => join(folder, 'program'));
