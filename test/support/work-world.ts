// The real engine on a real SQLite file with the real tools, a folder to work in and a person; a mind
// may be put in. It can be closed and opened again on the same data, as a server that was restarted.
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '../../src/base/clock.ts';
import { createIds } from '../../src/base/ids.ts';
import { contentJson } from '../../src/engine/content.ts';
import { Engine } from '../../src/engine/engine.ts';
import type { NewStep } from '../../src/engine/engine-api.ts';
import {
  type InlineWorker,
  type StepHandler,
  startInlineWorker,
} from '../../src/engine/inline-worker.ts';
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts';
import type { Store } from '../../src/store/store.ts';
import type { Rows } from '../../src/store/tables.ts';
import { createMindHandler, type Mind } from '../../src/work/mind-handler.ts';
import { createPlayHandler } from '../../src/work/play-handler.ts';
import { createRulesReader } from '../../src/work/run-rules.ts';
import type { EffectPoint } from '../../src/work/safety/journal.ts';
import { noSandbox, type Sandbox } from '../../src/work/safety/sandbox.ts';
import { ToolActs } from '../../src/work/tool-acts.ts';
import { createToolHandler } from '../../src/work/tool-handler.ts';
import { openWorkshop, type Workshop } from '../../src/work/workshop.ts';
import { treeText } from './tool-world.ts';
import { watchdogMs } from './watchdog.ts';

export const tenant = 'tenant_work';
export const person = 'person_ada';

export interface WorkOptions {
  readonly hasEffects?: boolean;
  readonly sandbox?: Sandbox;
  readonly mind?: Mind;
  readonly secrets?: readonly string[];
  readonly fetchAllow?: readonly string[];
  readonly onPoint?: (point: EffectPoint) => void;
  /** Folders that roots may lie in; the world's own if not said. */
  readonly folders?: readonly string[];
  /** Passed by before each step that is performed. */
  readonly onStep?: (step: string) => void;
}

export const makeBase = (): string => realpathSync(mkdtempSync(join(tmpdir(), 'planwright-work-')));

/** It goes on being used when this world is closed. */
const lent = (sandbox: Sandbox): Sandbox => ({
  ...{ kind: sandbox.kind, reason: sandbox.reason, searchPath: sandbox.searchPath },
  wrap: (program, cwd, view) => sandbox.wrap(program, cwd, view),
  close: () => Promise.resolve(),
});

export class WorkWorld {
  readonly base: string;
  readonly root: string;
  readonly store: Store;
  readonly engine: Engine;
  readonly errors: unknown[] = [];
  readonly acts: ToolActs;
  readonly #workshop: Workshop;
  readonly #options: WorkOptions;
  #worker: InlineWorker | null = null;

  private constructor(base: string, options: WorkOptions) {
    this.base = base;
    this.root = join(base, 'root');
    this.#options = options;
    for (const folder of [this.root, join(base, 'data')]) mkdirSync(folder, { recursive: true });
    this.store = openSqliteStore({
      path: join(base, 'data', 'planwright.db'),
      synchronous: 'FULL',
    });
    const ids = createIds(systemClock);
    const onError = (error: unknown) => void this.errors.push(error);
    this.engine = new Engine({ store: this.store, ids, onError });
    const { sandbox = noSandbox('a test'), onPoint } = options;
    this.#workshop = openWorkshop({
      dataDir: join(base, 'data'),
      hasEffects: options.hasEffects ?? true,
      fetchAllow: options.fetchAllow ?? [],
      secrets: options.secrets ?? [],
      now: () => this.store.now(),
      sandbox: () => Promise.resolve(lent(sandbox)),
      ...(onPoint ? { onPoint } : {}),
    });
    const rulesOf = createRulesReader(this.store, options.folders ?? [base]);
    this.acts = new ToolActs(this.store, this.#workshop, rulesOf);
  }

  static async open(options: WorkOptions = {}, base = makeBase()): Promise<WorkWorld> {
    const world = new WorkWorld(base, options);
    await world.engine.open();
    world.#start();
    return world;
  }

  #start(): void {
    const holder = `worker_${Math.random().toString(36).slice(2, 12)}`;
    const port = { holder, engine: this.engine };
    const tools = createToolHandler(this.store, this.acts, port);
    const play = createPlayHandler(this.store);
    const { mind, onStep } = this.#options;
    const minds = mind && createMindHandler(this.store, this.acts, port, mind);
    const handle: StepHandler = (step, owner, signal) => {
      onStep?.(step.step);
      if (step.performer === 'engine') return play(step, owner, signal);
      if (step.performer === 'model' && minds) return minds(step, owner, signal);
      return tools(step, owner, signal);
    };
    const onError = (error: unknown) => void this.errors.push(error);
    const performers = mind ? ['engine', 'tool', 'model'] : ['engine', 'tool'];
    this.#worker = startInlineWorker(this.engine, { holder, handle, onError, performers });
  }

  /** With the data and the files, unless they are to be opened again. */
  async close({ keep = false } = {}): Promise<void> {
    await this.#worker?.stop();
    await this.#workshop.close();
    await this.engine.close();
    await this.store.close();
    if (!keep) rmSync(this.base, { recursive: true, force: true });
  }

  file(path: string, content: string | Uint8Array, mode = 0o644): void {
    mkdirSync(dirname(join(this.root, path)), { recursive: true });
    writeFileSync(join(this.root, path), content);
    chmodSync(join(this.root, path), mode);
  }

  text(path: string): string {
    return readFileSync(join(this.root, path), 'utf8');
  }

  tree(): string {
    return treeText(this.root);
  }

  git(...args: string[]): string {
    const who = ['-c', 'user.name=a', '-c', 'user.email=a@a.example'];
    return execFileSync('git', [...who, ...args], { cwd: this.root, encoding: 'utf8' }).trim();
  }

  /** What tools of its runs may touch; all of the root if not said. */
  policy(more: object = {}): object {
    return { file_scopes: { root: this.root, read: ['.'], write: ['.'] }, ...more };
  }

  async start(
    run: string,
    steps: readonly NewStep[],
    policy: object = this.policy(),
  ): Promise<void> {
    const [first, ...rest] = steps;
    if (!first) throw new Error('no steps');
    const spec = { ...(first.spec as object), policy };
    const answer = await this.engine.createRun({
      ...{ run, kind: 'execution', plan: 'plan_work1', tenant, by: person },
      steps: [{ ...first, spec }, ...rest],
    });
    if (!answer.ok) throw new Error(`${run} exists`);
  }

  async row(run: string, step: string): Promise<Rows['steps'] | undefined> {
    return (await this.store.steps(run)).find((row) => row.step === step);
  }

  async until(isSo: () => Promise<boolean>): Promise<void> {
    const end = Date.now() + watchdogMs;
    while (!(await isSo())) {
      if (Date.now() > end) throw new Error(`it did not come to pass ${String(this.errors)}`);
      await sleep(5);
    }
  }

  async inState(run: string, step: string, state: string): Promise<Rows['steps']> {
    let row: Rows['steps'] | undefined;
    await this.until(async () => {
      row = await this.row(run, step);
      return row?.state === state;
    }).catch((error: unknown) => {
      throw new Error(`${step} is ${row?.state} ${row?.wait_for}, not ${state}`, { cause: error });
    });
    return row as Rows['steps'];
  }

  async ended(run: string): Promise<string> {
    const over = ['COMPLETED', 'FAILED', 'CANCELLED'];
    const isOver = async () => over.includes((await this.store.run(run))?.status ?? '');
    await this.until(isOver).catch(async (error: unknown) => {
      const rows = await this.store.steps(run);
      const lines = rows.map(({ step, state, wait_for }) => `${step} ${state} ${wait_for}`);
      throw new Error(`${run} did not end:\n${lines.join('\n')}`, { cause: error });
    });
    return (await this.store.run(run))?.status ?? '';
  }

  async content(id: string): Promise<unknown> {
    const row = await this.store.content(id);
    return row ? contentJson(row) : null;
  }

  async output<Output = Record<string, unknown>>(run: string, step: string): Promise<Output> {
    return (await this.content((await this.row(run, step))?.output ?? '')) as Output;
  }

  /** What was said of its last attempt. */
  async error(run: string, step: string): Promise<string> {
    return JSON.stringify(await this.content((await this.row(run, step))?.error ?? ''));
  }

  /** Every event of a run, of one type. */
  async events(run: string, type: string): Promise<Readonly<Record<string, unknown>>[]> {
    const events = await this.store.events(run, 0, 10_000);
    return events
      .map(({ header }) => JSON.parse(header) as { type: string; data: Record<string, unknown> })
      .filter((event) => event.type === type)
      .map(({ data }) => data);
  }

  async approve(run: string, step: string): Promise<void> {
    const digest = (await this.row(run, step))?.wait_key ?? '';
    await this.engine.control({ tenant, run, by: person, action: 'approve', step, digest });
  }
}
