// A folder to work in, a policy and a context, for tests of tools. Everything is gone afterwards.
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
} from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { isPlanwrightError, PlanwrightError } from '../../src/base/errors.ts';
import { createSafeFetch } from '../../src/base/safe-fetch.ts';
import { type EffectPoint, openJournals } from '../../src/work/safety/journal.ts';
import { type Policy, policySchema } from '../../src/work/safety/policy.ts';
import { createRedactor } from '../../src/work/safety/redact.ts';
import { noSandbox, type Sandbox } from '../../src/work/safety/sandbox.ts';
import { runTool, undoTool } from '../../src/work/tools/run-tool.ts';
import { requireTool } from '../../src/work/tools/table.ts';
import { isParked, type ToolContext, type ToolResult } from '../../src/work/tools/tool.ts';

/** Every name below a folder with its kind, mode and content: equal trees are equal texts. */
export function treeText(folder: string, below = ''): string {
  return readdirSync(join(folder, below))
    .sort()
    .map((name) => {
      const inner = join(below, name);
      const path = join(folder, inner);
      const stat = lstatSync(path);
      const mode = (stat.mode & 0o7777).toString(8);
      if (stat.isSymbolicLink()) return `${inner} -> ${readlinkSync(path)}\n`;
      if (stat.isDirectory()) return `${inner}/ ${mode}\n${treeText(folder, inner)}`;
      return `${inner} ${mode} ${stat.isFile() ? readFileSync(path).toString('base64') : 'other'}\n`;
    })
    .join('');
}

export interface WorldOptions {
  readonly read?: readonly string[];
  readonly write?: readonly string[];
  readonly rest?: Readonly<Record<string, unknown>>;
  readonly sandbox?: Sandbox;
  readonly secrets?: readonly string[];
}

export class ToolWorld {
  readonly base: string;
  readonly root: string;
  readonly data: string;
  readonly policy: Policy;
  readonly #options: WorldOptions;
  readonly #fetch = createSafeFetch({ allow: [] });
  /** Where the next effect stops, as a crash would. */
  stopAt: ((point: EffectPoint) => boolean) | null = null;
  readonly passed: EffectPoint[] = [];

  private constructor(base: string, options: WorldOptions) {
    this.base = base;
    this.root = join(base, 'root');
    this.data = join(base, 'data');
    this.#options = options;
    mkdirSync(this.root);
    mkdirSync(this.data);
    const { read = ['.'], write = ['.'], rest = {} } = options;
    this.policy = policySchema.parse({ ...rest, file_scopes: { root: this.root, read, write } });
  }

  static async open(options: WorldOptions = {}): Promise<ToolWorld> {
    const base = realpathSync(await mkdtemp(join(tmpdir(), 'planwright-tools-')));
    return new ToolWorld(base, options);
  }

  async close(): Promise<void> {
    await this.#fetch.close();
    await rm(this.base, { recursive: true, force: true });
  }

  /** As another process would: nothing is remembered but what is on the disk. */
  context(key = 'exec_1/step_1', more: Partial<ToolContext> = {}): ToolContext {
    return {
      policy: this.policy,
      key,
      attempt: 1,
      journals: openJournals(join(this.data, 'journal'), { onPoint: (point) => this.#pass(point) }),
      signal: new AbortController().signal,
      fetch: this.#fetch,
      sandbox: this.#options.sandbox ?? noSandbox('a test'),
      hidden: [this.data],
      redactor: createRedactor(this.#options.secrets ?? []),
      now: () => 1_700_000_000_000,
      ...more,
    };
  }

  #pass(point: EffectPoint): void {
    this.passed.push(point);
    if (this.stopAt?.(point) === true) throw new Error(`stopped at ${point}`);
  }

  async file(path: string, content: string | Uint8Array, mode = 0o644): Promise<void> {
    mkdirSync(dirname(join(this.root, path)), { recursive: true });
    await writeFile(join(this.root, path), content);
    chmodSync(join(this.root, path), mode);
  }

  text(path: string): string {
    return readFileSync(join(this.root, path), 'utf8');
  }

  tree(): string {
    return treeText(this.root);
  }

  async run(
    tool: string,
    params: unknown,
    context = this.context(),
  ): Promise<ToolResult<Record<string, unknown>>> {
    const result = await runTool(requireTool(tool), params, context);
    if (isParked(result)) throw new Error('it parked');
    return result as ToolResult<Record<string, unknown>>;
  }

  async undo(tool: string, key = 'exec_1/step_1'): Promise<readonly string[]> {
    const context = this.context(`${key}/undo`);
    return (await undoTool(requireTool(tool), { key, params: {} }, context)).restored;
  }
}

/** The error that a call ends with. */
export async function errorOf(call: Promise<unknown>): Promise<PlanwrightError> {
  const error = await call.then(
    () => new Error('it succeeded'),
    (reason: unknown) => reason,
  );
  return isPlanwrightError(error) ? error : new PlanwrightError('INTERNAL_ERROR', String(error));
}
