// Many workers as loops over HTTP, each with a key of its own, spread over the servers there are: they
// take steps and finish them until the executions have ended. What is not answered is asked again,
// of the next server, with the same Idempotency-Key.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Ask, SteadyClient } from './steady-client.ts';

export interface CrowdOptions {
  /** Servers that are up now. */
  readonly urls: readonly string[];
  readonly home: string;
  readonly agents: number;
  readonly people: number;
  /** After so long without an answer the next server is asked. */
  readonly timeoutMs?: number;
}

interface Claimed {
  readonly lease: { readonly token: string } | null;
  readonly step: { readonly execution_id: string; readonly step_id: string } | null;
}

interface Status {
  readonly state: string;
  readonly rev: number;
}

const isOver = (state: string): boolean => ['COMPLETED', 'FAILED', 'CANCELLED'].includes(state);

/** Beside what the plan has: steps that are all ready at once, so that everybody runs for them. */
const extraSteps = (count: number): object[] =>
  Array.from({ length: count }, (_, index) => ({
    step_id: `extra_${index}`,
    title: `Extra ${index}`,
    action: 'do_extra',
  }));

export class Crowd {
  readonly #options: CrowdOptions;
  readonly #clients: SteadyClient[] = [];
  readonly #client: SteadyClient;
  /** "run step" of every completion that was acknowledged. */
  readonly acked: string[] = [];
  readonly executions: string[] = [];
  #turn = 0;
  #isOver = false;
  #planId = '';

  constructor(options: CrowdOptions) {
    this.#options = options;
    this.#client = this.#newClient();
  }

  get differences(): readonly string[] {
    return this.#clients.flatMap((client) => client.differences);
  }

  get repeats(): number {
    return this.#clients.reduce((sum, client) => sum + client.repeats, 0);
  }

  get isAtWork(): boolean {
    return !this.#isOver;
  }

  /** Executions of one plan, each with so many steps more. */
  async prepare(executions: number, extra: number): Promise<void> {
    const goal = { path: '/api/plans/generate', body: { prompt: 'Open a bakery in Aarhus' } };
    this.#planId = (await this.#client.must<{ plan_id: string }>(goal)).plan_id;
    const wait: Ask = { method: 'GET', path: `/api/plans/${this.#planId}/wait` };
    const { state } = await this.#client.must<{ state: string }>(wait);
    if (state !== 'completed') throw new Error(`the plan is ${state}`);
    for (let index = 0; index < executions; index += 1) await this.addExecution(extra);
  }

  async addExecution(extra: number): Promise<string> {
    const number = this.executions.length;
    const body = { plan_id: this.#planId, policy: { pre_approved: ['T2'] } };
    const create = { path: '/api/executions', body, once: `crowd-execution-${number}` };
    const { execution_id: run, rev } = await this.#client.must<{ execution_id: string } & Status>(
      create,
    );
    const path = `/api/executions/${run}/patches`;
    const patch = { base_rev: rev, add: extraSteps(extra) };
    await this.#client.must({ path, body: patch, once: `crowd-patch-${number}` });
    this.executions.push(run);
    return run;
  }

  /** Ends when all executions have ended; `stop` ends it before. */
  async work(): Promise<void> {
    const person = (await readFile(join(this.#options.home, 'person-token'), 'utf8')).trim();
    const agents = Array.from({ length: this.#options.agents }, (_, index) => this.#agent(index));
    const people = Array.from({ length: this.#options.people }, (_, index) =>
      this.#takeAll(`person-${index}`, person),
    );
    const ended = this.executions.map((run) => this.#whenEnded(run));
    await Promise.all(ended);
    this.stop();
    await Promise.all([...agents, ...people]);
  }

  stop(): void {
    this.#isOver = true;
  }

  #newClient(): SteadyClient {
    const client = new SteadyClient(async () => {
      const { urls } = this.#options;
      this.#turn += 1;
      return urls[this.#turn % urls.length] ?? '';
    }, this.#options.timeoutMs);
    this.#clients.push(client);
    return client;
  }

  async #agent(index: number): Promise<void> {
    const body = { name: `Agent ${index}` };
    const ask = { path: '/api/agents/register', body };
    const { key } = await this.#client.must<{ key: string }>(ask);
    await this.#takeAll(`agent-${index}`, key);
  }

  async #takeAll(name: string, key: string): Promise<void> {
    const client = this.#newClient();
    for (let turn = 0; !this.#isOver; turn += 1) {
      const body = { wait_seconds: 1, lease_seconds: 900 };
      const claim = { path: '/api/work/claim', body, key, isAskedAgain: false };
      const ask = { ...claim, once: `${name}-claim-${turn}` };
      const { lease, step } = await client.must<Claimed>(ask);
      if (!lease || !step) continue;
      const done = { lease_token: lease.token, output: { summary: name } };
      const complete = { path: '/api/work/complete', body: done, key };
      await client.must({ ...complete, once: `${name}-complete-${turn}` });
      this.acked.push(`${step.execution_id} ${step.step_id}`);
    }
  }

  async #whenEnded(run: string): Promise<void> {
    const path = `/api/executions/${run}/wait?timeout_seconds=5`;
    while (!this.#isOver) {
      const { state } = await this.#client.must<Status>({ method: 'GET', path });
      if (isOver(state)) return;
    }
  }
}
