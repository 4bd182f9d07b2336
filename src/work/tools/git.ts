// Git through its plumbing, in a way that runs nothing of the repository: no hooks, no settings of the
// machine or the user, no prompts, no network, and shut in like any command. Commits are made as
// objects first, so the name of a commit is known and written down before a branch moves to it.
import { lstat, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256Hex } from '../../base/hash.ts';
import { refused, unfit, unsuccessful } from '../safety/failures.ts';
import type { FileScope } from '../safety/file-scope.ts';
import type { Places } from '../safety/places.ts';
import { type FoundProgram, findProgram, runProgram } from '../safety/programs.ts';
import { createRedactor } from '../safety/redact.ts';
import type { ProcessResult } from '../safety/run-process.ts';
import { noSandbox } from '../safety/sandbox.ts';
import { absent, type Shape } from '../safety/shape.ts';
import type { ToolContext } from './tool.ts';

const maxOutputBytes = 4_194_304;
const maxMs = 60_000;
/** Outputs are read here; secrets are taken out where they leave. */
const raw = createRedactor([]);

const settings = {
  'core.hooksPath': '/dev/null',
  'core.fsmonitor': 'false',
  'core.attributesFile': '/dev/null',
  'core.excludesFile': '/dev/null',
  'commit.gpgSign': 'false',
  'gc.auto': '0',
  'maintenance.auto': 'false',
  'protocol.allow': 'never',
  'submodule.recurse': 'false',
} as const;

/**
 * They touch neither index nor files, so no setting makes them run anything once hooks are off. What
 * writes the index is not among them: git then reads files again, through the filters of the settings.
 */
const plainCommands = new Set([
  'commit-tree',
  'config',
  'diff-tree',
  'merge-base',
  'rev-list',
  'rev-parse',
  'symbolic-ref',
  'update-ref',
]);

/** Settings of a repository that name a program; in a sandbox they do no harm. */
const runsPrograms =
  /^(?:filter\..*\.(?:clean|smudge|process)|diff\..*\.(?:textconv|command)|diff\.external|core\.(?:sshcommand|gitproxy|pager|editor)|include\.path|includeif\..*\.path)$/i;

export interface GitCall {
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string;
  /** Exit codes that are answers. */
  readonly codes?: readonly number[];
}

export class Git {
  readonly scope: FileScope;
  readonly #context: ToolContext;
  readonly #program: FoundProgram;

  private constructor(scope: FileScope, context: ToolContext, program: FoundProgram) {
    this.scope = scope;
    this.#context = context;
    this.#program = program;
  }

  static async open(scope: FileScope, context: ToolContext): Promise<Git> {
    const found = await lstat(join(scope.root, '.git')).catch(() => undefined);
    if (found?.isDirectory() !== true)
      throw refused('The root of the file scopes is no git repository.');
    const git = new Git(
      scope,
      context,
      await findProgram('git', context.sandbox.searchPath, scope),
    );
    if (context.sandbox.kind === 'none') await git.#refusePrograms();
    return git;
  }

  get folder(): string {
    return join(this.scope.root, '.git');
  }

  async run(
    args: readonly string[],
    options: GitCall = {},
  ): Promise<{ code: number; text: string }> {
    const result = await this.#call(args, options);
    const code = result.exitCode ?? -1;
    if (![0, ...(options.codes ?? [])].includes(code) || result.stdout.isCut) {
      const said = this.#context.redactor.text(result.stderr.text.trim()).slice(-1_000);
      throw unsuccessful(`git ${args[0]} did not succeed: ${said || code}`, { exit_code: code });
    }
    return { code, text: result.stdout.text.trimEnd() };
  }

  async text(args: readonly string[], options: GitCall = {}): Promise<string> {
    return (await this.run(args, options)).text;
  }

  /** The branch that is checked out. */
  async branch(): Promise<string> {
    const { code, text } = await this.run(['symbolic-ref', '-q', 'HEAD'], { codes: [1] });
    if (code === 0) return text;
    throw unfit('No branch is checked out.');
  }

  /** Null before the first commit. */
  async head(): Promise<string | null> {
    return this.commit('HEAD');
  }

  async commit(name: string): Promise<string | null> {
    const args = ['rev-parse', '--verify', '-q', '--end-of-options', `${name}^{commit}`];
    const { code, text } = await this.run(args, { codes: [1, 128] });
    return code === 0 && /^[0-9a-f]{40,64}$/.test(text) ? text : null;
  }

  /** Makes the index agree with HEAD for these paths and no others. */
  async syncIndex(paths: readonly string[]): Promise<void> {
    if (paths.length === 0) return;
    const isBorn = (await this.head()) !== null;
    const args = isBorn
      ? ['reset', '-q', 'HEAD']
      : ['rm', '-r', '-q', '--cached', '--ignore-unmatch'];
    await this.run([...args, '--', ...paths]);
  }

  /** A folder of our own in .git, gone afterwards; the same for every attempt. */
  async withScratch<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
    const folder = join(this.folder, `planwright-${sha256Hex(this.#context.key).slice(0, 16)}`);
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { mode: 0o700 });
    try {
      return await work(folder);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  async #call(args: readonly string[], options: GitCall): Promise<ProcessResult> {
    const { signal } = this.#context;
    // A sandbox costs 100 ms, and a commit takes a dozen calls.
    const isPlain = plainCommands.has(args[0] ?? '');
    const { searchPath } = this.#context.sandbox;
    const sandbox = isPlain ? noSandbox('plumbing', searchPath) : this.#context.sandbox;
    const { root, hidden } = this.scope;
    const given = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const result = await runProgram(
      sandbox,
      {
        program: this.#program,
        args: ['-c', `safe.directory=${root}`, ...given, ...args],
        cwd: root,
        view: { read: [root], write: [this.folder], guarded: [], hidden },
        env: { ...this.#env(), ...options.env },
      },
      { maxMs, maxOutputBytes, signal, redactor: raw, input: options.input ?? '' },
    );
    if (result.endedBy === 'caller') signal.throwIfAborted();
    if (!result.hasBegun)
      throw unsuccessful(`The sandbox could not be made: ${result.stderr.text}`);
    return result;
  }

  #env(): Record<string, string> {
    return {
      GIT_DIR: this.folder,
      GIT_WORK_TREE: this.scope.root,
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_TERMINAL_PROMPT: '0',
      GIT_ASKPASS: 'false',
      GIT_EDITOR: 'false',
      GIT_PAGER: 'cat',
      GIT_OPTIONAL_LOCKS: '0',
      GIT_LITERAL_PATHSPECS: '1',
      GIT_NO_REPLACE_OBJECTS: '1',
      GIT_ATTR_NOSYSTEM: '1',
    };
  }

  async #refusePrograms(): Promise<void> {
    const names = (await this.text(['config', '--list', '--name-only', '--no-includes'])).split(
      '\n',
    );
    const bad = names.find((name) => runsPrograms.test(name));
    if (bad === undefined) return;
    throw refused(`The repository's own setting ${bad} runs a program, and there is no sandbox.`);
  }
}

/** Branches and HEAD as places of the journal: `ref:refs/heads/main`, `ref:HEAD`. */
export class GitPlaces implements Places {
  readonly #git: Git;

  constructor(git: Git) {
    this.#git = git;
  }

  async look(at: string): Promise<Shape> {
    const name = at.replace(/^ref:/, '');
    if (name === 'HEAD') return { is: 'ref', value: await this.#git.branch() };
    const value = await this.#git.commit(name);
    return value === null ? absent : { is: 'ref', value };
  }

  /** Git itself compares with what was seen, so nobody's move in between is lost. */
  async put(at: string, shape: Shape, now: Shape): Promise<void> {
    const name = at.replace(/^ref:/, '');
    if (name === 'HEAD') {
      if (shape.is === 'ref') await this.#git.run(['symbolic-ref', 'HEAD', shape.value]);
      return;
    }
    const seen = now.is === 'ref' ? now.value : '0'.repeat(40);
    if (shape.is === 'ref') await this.#git.run(['update-ref', name, shape.value, seen]);
    else await this.#git.run(['update-ref', '-d', name, seen]);
  }
}
