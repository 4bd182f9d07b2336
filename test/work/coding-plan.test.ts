// The coding proof from a file: a plan.json is taken in and run by the public operations, tools edit a
// real repository, its tests judge, a failed step climbs its ladder, and all of it can be taken back.
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ExecutionTask } from '../../src/contract/executions.ts';
import type { WorkStep } from '../../src/contract/work.ts';
import { type Answer, restCall } from '../security/faces.ts';
import { openApp, type TestApp } from '../support/app.ts';
import { jsonOf, runCli } from '../support/cli.ts';
import { FolderRepository } from '../support/folder-repository.ts';
import { type Json, planFile, taskOf } from '../support/small-plan.ts';
import { footprint, makeRepository, policyOf, source } from './coding-story.ts';

let repository: FolderRepository;
beforeEach(() => {
  repository = new FolderRepository();
  makeRepository(repository);
});
afterEach(() => repository.close());

const settings = () => ({
  PLANWRIGHT_AGENT_PLANNING: 'on',
  PLANWRIGHT_WORK_FOLDERS: repository.root,
});

const change = (old: string, fresh: string) => ({
  path: source,
  replace: [{ old, new: fresh }],
});

const tests = {
  ...{ key: 'tests', performer: 'tool', action: 'check_command' },
  params: { command: 'node', args: ['--test', 'test/add.test.mjs'] },
};

/** A branch, a wrong edit that the tests reject, and a commit. */
const codingPlan = (recovery: readonly Json[]): Json =>
  planFile([
    taskOf([
      { subtask_id: 'task_1_1', action: 'git_branch', params: { name: 'fix' } },
      {
        ...{ subtask_id: 'task_1_2', action: 'file_edit', params: change('a - b', 'a * b') },
        ...{ checks: [tests], retry_policy: { max_attempts: 1 }, recovery },
      },
      {
        ...{ subtask_id: 'task_1_3', action: 'git_commit' },
        params: { message: 'Add', paths: [source] },
      },
    ]),
  ]);

const ends = ['COMPLETED', 'FAILED', 'CANCELLED'];

/** What a mind that helps sees, and the edit that it wants instead; null when it knows no more. */
type Script = (found: string, turn: number) => ReturnType<typeof change> | null;

/** An agent as any other, over the public operations: it plans the failed step anew. */
class ScriptedAgent {
  readonly seen: string[] = [];
  readonly #app: TestApp;
  readonly #run: string;
  readonly #script: Script;

  constructor(app: TestApp, run: string, script: Script) {
    [this.#app, this.#run, this.#script] = [app, run, script];
  }

  #call(name: string, more: object): Promise<Answer> {
    return restCall(this.#app, name, { execution_id: this.#run, ...more });
  }

  async status(): Promise<{ readonly state: string; readonly rev: number }> {
    return (await this.#call('execution_status', {})).body as { state: string; rev: number };
  }

  async work(): Promise<string> {
    for (let turn = 1; ; turn += 1) {
      const taken = await this.#take();
      if (!taken) return (await this.status()).state;
      await this.#help(taken.token, taken.step, turn);
    }
  }

  /** Null once there is nothing more to do. */
  async #take(): Promise<{ readonly token: string; readonly step: WorkStep } | null> {
    let body: Json = {};
    const hasCome = async (): Promise<boolean> => {
      if (ends.includes((await this.status()).state)) return true;
      body = (await this.#call('work_claim', { wait_seconds: 1 })).body as Json;
      return body.claimed === true;
    };
    await vi.waitUntil(hasCome, { timeout: 60_000, interval: 20 });
    if (body.claimed !== true) return null;
    const { token } = body.lease as { token: string };
    return { token, step: body.step as WorkStep };
  }

  /** What the check said of the step that it is to help. */
  async #found(): Promise<string> {
    const { tasks } = (await this.#call('execution_tasks', {})).body as { tasks: ExecutionTask[] };
    return tasks.find((task) => task.step_id === 'task_1_2')?.error ?? '';
  }

  async #help(token: string, step: WorkStep, turn: number): Promise<void> {
    this.seen.push(`${step.step_id} ${step.action}`);
    const params = this.#script(await this.#found(), turn);
    if (params) {
      const { rev } = await this.status();
      const edit = { base_rev: rev, change: [{ step_id: 'task_1_2', params }] };
      const answer = await this.#call('execution_patch', edit);
      if (answer.status !== 200) throw new Error(answer.text);
    }
    // Where the graph was changed the step goes on without its helper: then nobody waits for this.
    const output = { lease_token: token, output: { changed: params !== null } };
    await restCall(this.#app, 'work_complete', output);
  }
}

describe('the coding proof from plan.json, over the public operations', () => {
  let app: TestApp;
  beforeEach(async () => {
    app = await openApp({ env: settings() });
  });
  afterEach(() => app.close());

  async function start(plan: Json): Promise<string> {
    const taken = await restCall(app, 'plan_import', { plan });
    const { plan_id } = taken.body as { plan_id: string };
    const made = await restCall(app, 'execution_create', { plan_id, policy: policyOf(repository) });
    if (made.status !== 201) throw new Error(made.text, { cause: app.errors[0]?.error });
    return (made.body as { execution_id: string }).execution_id;
  }

  const eventsOf = async (execution_id: string, type: string) => {
    const { events } = (await restCall(app, 'execution_events', { execution_id, limit: 500 }))
      .body as { events: { type: string; step_id: string }[] };
    return events.filter((event) => event.type === type);
  };

  it('[TL60] a wrong edit is rejected by the tests, the ladder calls a mind, and it converges', async () => {
    const heard: string[] = [];
    const run = await start(codingPlan([{ strategy: 'replan', action: 'repair_code' }]));
    const agent = new ScriptedAgent(app, run, (found) => {
      heard.push(found);
      return found.includes('exit code: 1') ? change('a * b', 'a + b') : null;
    });
    expect(await agent.work()).toBe('COMPLETED');
    expect(agent.seen).toEqual(['task_1_2_h1 repair_code']);
    expect(heard).toEqual([expect.stringContaining('fail 1') as string]);
    expect(repository.text(source)).toContain('a + b');
    expect(repository.git('log', '--format=%s', 'fix')).toBe('Add\nfirst');
    expect(await eventsOf(run, 'recovery.chosen')).toHaveLength(1);
    expect(app.errors).toEqual([]);
  });

  it('[TL60] where no mind knows better the ladder ends in abort, and the tree is as before, to the byte', async () => {
    const before = footprint(repository);
    const ladder = [{ strategy: 'replan', action: 'repair_code' }, { strategy: 'abort' }];
    const run = await start(codingPlan(ladder));
    const agent = new ScriptedAgent(app, run, (_, turn) =>
      turn === 1 ? change('a * b', 'a * b * 0') : null,
    );
    expect(await agent.work()).toBe('CANCELLED');
    expect(agent.seen).toHaveLength(2);
    expect(footprint(repository)).toEqual(before);
    const { uncompensated } = (await restCall(app, 'execution_status', { execution_id: run }))
      .body as { uncompensated: string[] };
    expect(uncompensated).toEqual([]);
  });
});

describe('the coding proof from plan.json, as a new user runs it', () => {
  let home: string;
  beforeEach(() => {
    home = realpathSync(mkdtempSync(join(tmpdir(), 'planwright-user-')));
  });
  afterEach(() => rmSync(home, { recursive: true, force: true }));

  const cli = (...args: string[]) => runCli(args, { home, env: settings() });

  /** From the file to its end; the words are those that the commands themselves say. */
  async function runFile(plan: Json): Promise<{ run: string; state: string }> {
    const file = join(home, 'plan.json');
    writeFileSync(file, JSON.stringify(plan, null, 2));
    const taken = await cli('import', file);
    expect([taken.code, taken.stderr]).toEqual([0, '']);
    const id = /planwright run (\S+)/.exec(taken.stdout)?.[1] ?? '';
    const made = await cli('run', id, '--json', '--policy', JSON.stringify(policyOf(repository)));
    const { execution_id: run } = jsonOf(made) as unknown as { execution_id: string };
    const waited = jsonOf(await cli('wait', run, '--timeout-seconds', '40', '--json'));
    return { run, state: String(waited.state) };
  }

  const better = { strategy: 'alternate', params: change('a * b', 'a + b') };

  it('[TL60] planwright import, run and wait converge; cancel afterwards is too late and says so', async () => {
    const { run, state } = await runFile(codingPlan([better, { strategy: 'abort' }]));
    expect(state).toBe('COMPLETED');
    expect(repository.text(source)).toContain('a + b');
    expect(repository.git('log', '--format=%s', 'fix')).toBe('Add\nfirst');
    expect((await cli('cancel', run)).code).toBe(5);
  });

  it('[TL60] a plan that cannot converge is undone by itself', async () => {
    const before = footprint(repository);
    const worse = { strategy: 'alternate', params: change('a * b', 'a / b') };
    const { state } = await runFile(codingPlan([worse, { strategy: 'abort' }]));
    expect(state).toBe('CANCELLED');
    expect(footprint(repository)).toEqual(before);
  });

  it('[TL61] a file that is no plan is one line with the place, and exit 2', async () => {
    const file = join(home, 'plan.json');
    const bad = { subtask_id: 'task_1_1', action: 'file_edit', params: { path: 'a' } };
    writeFileSync(file, JSON.stringify(planFile([taskOf([bad])])));
    const refused = await cli('import', file);
    expect([refused.code, refused.stdout]).toEqual([2, '']);
    expect(refused.stderr).toContain('task_1_1: file_edit:');
    writeFileSync(file, '{ "phases": ');
    expect((await cli('import', file)).stderr).toContain('plan.json is not valid JSON');
  });
});
