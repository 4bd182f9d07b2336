// One execution of a small plan behind the real HTTP app, and short ways to work on it.
import { rmSync } from 'node:fs';
import { cp, rm } from 'node:fs/promises';
import process from 'node:process';
import type { ExecutionStatus, ExecutionTask } from '../../src/contract/executions.ts';
import type { WorkStep } from '../../src/contract/work.ts';
import { type Answer, restCall } from '../security/faces.ts';
import { openApp, type TestApp } from './app.ts';
import { makeHome } from './server.ts';

export const tenant = 'tenant_bakery';
const goal = 'Open a small bakery in Lyon with a budget of 60,000 EUR';

export type Json = Readonly<Record<string, unknown>>;

export interface Taken {
  readonly token: string;
  readonly step: WorkStep;
}

/** The last one made is the one that calls are about. */
export class Bakery {
  readonly app: TestApp;
  /** A service with every scope. */
  readonly key: string;
  readonly planId: string;
  executionId = '';

  constructor(app: TestApp, key: string, planId: string) {
    this.app = app;
    this.key = key;
    this.planId = planId;
  }

  /** Whatever comes back, refusals included. */
  ask(name: string, input: object, key = this.key): Promise<Answer> {
    return restCall(this.app, name, input, key);
  }

  /** The answer of a call that has to work. */
  async call(name: string, input: object, key = this.key): Promise<Json> {
    const answer = await this.ask(name, input, key);
    if (answer.status >= 300) throw new Error(`${name}: ${answer.text}`);
    return answer.body as Json;
  }

  /** Nothing asks for an approval unless the test says so. */
  async start(policy: object = { pre_approved: ['T2'] }): Promise<string> {
    const made = await this.call('execution_create', { plan_id: this.planId, policy });
    this.executionId = String(made.execution_id);
    return this.executionId;
  }

  control(action: string, more: object = {}, key = this.key): Promise<Answer> {
    return this.ask('execution_control', { execution_id: this.executionId, action, ...more }, key);
  }

  /** Somebody else with every scope that a person may have. */
  newPerson(): Promise<string> {
    return this.app.makeKey({ tenant, kind: 'person' });
  }

  async status(): Promise<ExecutionStatus> {
    const status = await this.call('execution_status', { execution_id: this.executionId });
    return status as unknown as ExecutionStatus;
  }

  async task(id: string): Promise<ExecutionTask | undefined> {
    const { tasks } = await this.call('execution_tasks', { execution_id: this.executionId });
    return (tasks as ExecutionTask[]).find((task) => task.step_id === id);
  }

  async claim(key = this.key): Promise<Taken | null> {
    const input = { execution_id: this.executionId, wait_seconds: 0 };
    const claim = await this.call('work_claim', input, key);
    if (!claim.claimed) return null;
    const { token } = claim.lease as { token: string };
    return { token, step: claim.step as WorkStep };
  }

  async mustClaim(key = this.key): Promise<Taken> {
    const taken = await this.claim(key);
    if (!taken) throw new Error('there is no work');
    return taken;
  }

  /** An agent of its own, with its key. */
  async newAgent(name: string, role = ''): Promise<{ readonly id: string; readonly key: string }> {
    const made = await this.call('agent_register', { name, role });
    return { id: String(made.agent_id), key: String(made.key) };
  }

  async close(): Promise<void> {
    await this.app.close();
    await rm(this.app.config.dataDir, { recursive: true, force: true });
  }
}

interface Template {
  /** A data folder with the plan and the key. */
  readonly home: string;
  readonly key: string;
  readonly planId: string;
}

let template: Promise<Template> | undefined;

/** The plan is made once in a process, and every bakery starts from a copy. */
async function makeTemplate(): Promise<Template> {
  const home = await makeHome();
  process.once('exit', () => rmSync(home, { recursive: true, force: true }));
  const app = await openApp({ allowsLocal: false, home });
  const key = await app.makeKey({ tenant, principal: 'service_bakery00' });
  const made = new Bakery(app, key, '');
  const { plan_id } = await made.call('plan_create', { prompt: goal });
  await made.call('plan_wait', { plan_id, timeout_seconds: 50 });
  await app.close();
  return { home, key, planId: String(plan_id) };
}

export async function openBakery(env: Readonly<Record<string, string>> = {}): Promise<Bakery> {
  template ??= makeTemplate();
  const { home: made, key, planId } = await template;
  const home = await makeHome();
  await cp(made, home, { recursive: true });
  return new Bakery(await openApp({ allowsLocal: false, env, home }), key, planId);
}
