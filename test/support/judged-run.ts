// An execution with steps that ask for approvals or have checks, through either face; and those who
// play in it: an agent that may lie, another one, two persons, a service.
import type { Approval } from '../../src/contract/approvals.ts';
import type { ExecutionStatus, ExecutionTask } from '../../src/contract/executions.ts';
import type { WorkStep } from '../../src/contract/work.ts';
import { type Answer, type FaceCall, mcpCall, restCall } from '../security/faces.ts';
import { openApp, type TestApp } from './app.ts';
import { chooseStore, type StoreName } from './stores.ts';

export const judgedTenant = 'tenant_judged';
const goal = 'Open a small bakery in Lyon with a budget of 60,000 EUR';

export const faces = [
  { face: 'REST', via: restCall },
  { face: 'MCP', via: mcpCall },
] as const;

export interface Held {
  readonly token: string;
  readonly step: WorkStep;
}

/** Root steps, so that nothing comes before them. */
export const mail = {
  step_id: 'extra_1',
  title: 'Mail the offer',
  action: 'send_email',
  params: { to: 'hot leads', count: 10 },
  risk_tier: 'T2',
  priority: 9,
} as const;

export const report = {
  step_id: 'extra_1',
  title: 'Count the stock',
  action: 'count_stock',
  priority: 9,
  checks: [{ key: 'look', performer: 'agent', description: 'Count again.', params: { shelf: 4 } }],
};

/** By their keys; and the plan that is carried out. */
export interface Players {
  readonly service: string;
  readonly agent: string;
  readonly critic: string;
  readonly person: string;
  readonly other: string;
  readonly planId: string;
}

export interface Cast extends Players {
  readonly app: TestApp;
  close(): Promise<void>;
}

export type Said = Pick<Answer, 'code' | 'body' | 'text'>;
export type Ask<A extends Said = Said> = (name: string, input: object, key: string) => Promise<A>;

/** Through a face of the app that the cast has. */
export const through =
  ({ app }: Cast, via: FaceCall): Ask<Answer> =>
  (name, input, key) =>
    via(app, name, input, key);

async function must<T>(answer: Promise<Said>): Promise<T> {
  const { code, body, text } = await answer;
  if (code !== null) throw new Error(text);
  return body as T;
}

export async function openCast(store: StoreName): Promise<Cast> {
  const choice = await chooseStore(store);
  const url = choice.databaseUrl === undefined ? {} : { databaseUrl: choice.databaseUrl };
  const app = await openApp({ allowsLocal: false, ...url });
  const service = await app.makeKey({ tenant: judgedTenant });
  const call = <T>(name: string, input: object) => must<T>(restCall(app, name, input, service));
  const { plan_id } = await call<{ plan_id: string }>('plan_create', { prompt: goal });
  await call('plan_wait', { plan_id, timeout_seconds: 50 });
  const agent = async (name: string) =>
    (await call<{ key: string }>('agent_register', { name })).key;
  return {
    ...{ app, service, planId: plan_id, agent: await agent('Ada'), critic: await agent('Cai') },
    person: await app.makeKey({ tenant: judgedTenant, kind: 'person' }),
    other: await app.makeKey({ tenant: judgedTenant, kind: 'person' }),
    async close() {
      await app.close();
      await choice.drop();
    },
  };
}

/** One execution of the cast's plan, seen through one face. */
export class JudgedRun<A extends Said = Answer> {
  readonly cast: Players;
  readonly #ask: Ask<A>;
  id = '';

  constructor(cast: Players, ask: Ask<A>) {
    this.cast = cast;
    this.#ask = ask;
  }

  ask(name: string, input: object, key: string): Promise<A> {
    return this.#ask(name, input, key);
  }

  must<T = unknown>(name: string, input: object, key = this.cast.service): Promise<T> {
    return must<T>(this.ask(name, input, key));
  }

  /** With these steps beside those of the plan. */
  async start(add: readonly object[], policy?: object, budget?: object): Promise<void> {
    const rules = { ...(policy ? { policy } : {}), ...(budget ? { budget } : {}) };
    const input = { plan_id: this.cast.planId, ...rules };
    const { execution_id } = await this.must<{ execution_id: string }>('execution_create', input);
    this.id = execution_id;
    if (add.length > 0) await this.must('execution_patch', this.#about({ base_rev: 1, add }));
  }

  patch(change: object, key = this.cast.service): Promise<A> {
    return this.status().then(({ rev }) =>
      this.ask('execution_patch', this.#about({ base_rev: rev, ...change }), key),
    );
  }

  control(action: string, more: object, key: string): Promise<A> {
    return this.ask('execution_control', this.#about({ action, ...more }), key);
  }

  async approvals(): Promise<readonly Approval[]> {
    return (await this.must<{ approvals: Approval[] }>('execution_approvals', this.#about({})))
      .approvals;
  }

  async asked(step = 'extra_1'): Promise<Approval> {
    const found = (await this.approvals()).find(({ step_id }) => step_id === step);
    if (!found) throw new Error(`${step} does not wait for an approval`);
    return found;
  }

  approve(digest: string, key: string, step = 'extra_1'): Promise<A> {
    return this.control('approve', { step_id: step, digest }, key);
  }

  status(): Promise<ExecutionStatus> {
    return this.must('execution_status', this.#about({}));
  }

  async task(step = 'extra_1'): Promise<ExecutionTask | undefined> {
    const { tasks } = await this.must<{ tasks: ExecutionTask[] }>(
      'execution_tasks',
      this.#about({}),
    );
    return tasks.find(({ step_id }) => step_id === step);
  }

  async claim(key: string): Promise<Held | null> {
    const claim = await this.must<{ lease: { token: string } | null; step: WorkStep | null }>(
      'work_claim',
      this.#about({}),
      key,
    );
    return claim.lease && claim.step ? { token: claim.lease.token, step: claim.step } : null;
  }

  /** The step with this id is the first to be handed out. */
  async take(key: string, step = 'extra_1'): Promise<Held> {
    const held = await this.claim(key);
    if (held?.step.step_id !== step) throw new Error(`${held?.step.step_id} came, not ${step}`);
    return held;
  }

  complete(held: Held, key: string, output: object, choice?: string): Promise<A> {
    const chosen = choice === undefined ? {} : { choice };
    return this.ask('work_complete', { lease_token: held.token, output, ...chosen }, key);
  }

  /** How often something of this type happened. */
  async countOf(type: string): Promise<number> {
    const { events } = await this.must<{ events: { type: string }[] }>(
      'execution_events',
      this.#about({ limit: 500 }),
    );
    return events.filter((event) => event.type === type).length;
  }

  #about(more: object): object {
    return { execution_id: this.id, ...more };
  }
}
