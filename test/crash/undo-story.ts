// One execution from its plan to its undoing, told call by call: patches, a failure, a pause, a
// cancel while somebody works, and undo by an agent. Every call is repeated until it is answered, so
// whatever happens to the server meanwhile, the log must tell the same story in the end.
import { Ledger } from './ledger.ts';
import type { SteadyClient } from './steady-client.ts';

export interface StoryOptions {
  /** Tells the calls of this story from those of others. */
  readonly name: string;
  /** So many notes in a row, to make the log long. */
  readonly notes?: number;
  /** A plan that is there already; one of its own without. */
  readonly plan?: string;
}

export interface StoryEnd {
  readonly run: string;
  readonly plan: string;
  readonly ledger: Ledger;
  readonly state: string;
  readonly uncompensated: readonly string[];
  /** What went otherwise than the story goes. */
  readonly surprises: readonly string[];
}

interface Claimed {
  readonly lease: { readonly token: string } | null;
  readonly step: {
    readonly step_id: string;
    readonly attempt: number;
    readonly idempotency_key: string;
  } | null;
}

interface Status {
  readonly state: string;
  readonly rev: number;
  readonly uncompensated: readonly string[];
}

const noteClients = 8;

const effect = (number: number, more: object = {}) => ({
  step_id: `effect_${number}`,
  title: `Effect ${number}`,
  action: 'change_world',
  needs: number === 0 ? [] : [`effect_${number - 1}`],
  // Before everything that the plan itself has ready.
  priority: 9,
  reversibility: 'compensable',
  undo: { performer: 'agent', action: 'change_back' },
  ...more,
});

class Story {
  readonly #client: SteadyClient;
  readonly #name: string;
  readonly #ledger = new Ledger();
  readonly #surprises: string[] = [];
  #calls = 0;
  #agentKey = '';
  #plan = '';
  #run = '';

  constructor(client: SteadyClient, { name, plan = '' }: StoryOptions) {
    this.#client = client;
    this.#name = name;
    this.#plan = plan;
  }

  async tell(notes: number): Promise<StoryEnd> {
    await this.#begin();
    await this.#patch(effect(0, { reversibility: 'irreversible', undo: undefined }), effect(1));
    await this.#do('effect_0 1');
    await this.#patch(effect(2), effect(3), effect(4));
    await this.#do('effect_1 1');
    await this.#failOnce('effect_2');
    await this.#note(notes);
    await this.#workThroughPause();
    await this.#patch(effect(5));
    await this.#cancelWhileWorking();
    await this.#undo();
    return this.#end();
  }

  #once(): string {
    this.#calls += 1;
    return `${this.#name}-${this.#calls}`;
  }

  async #begin(): Promise<void> {
    const agent = { path: '/api/agents/register', body: { name: 'Ada' } };
    this.#agentKey = (await this.#client.must<{ key: string }>(agent)).key;
    if (this.#plan === '') await this.#makePlan();
    const { execution_id } = await this.#client.must<{ execution_id: string }>({
      path: '/api/executions',
      body: { plan_id: this.#plan, policy: { pre_approved: ['T2'] } },
      once: this.#once(),
    });
    this.#run = execution_id;
  }

  async #makePlan(): Promise<void> {
    const goal = { prompt: `Open a coffee shop in Copenhagen, story ${this.#name}` };
    // The same goal twice is one plan.
    const ask = { path: '/api/plans/generate', body: goal };
    this.#plan = (await this.#client.must<{ plan_id: string }>(ask)).plan_id;
    const path = `/api/plans/${this.#plan}/wait`;
    for (;;) {
      const { state } = await this.#client.must<{ state: string }>({ method: 'GET', path });
      if (state === 'completed') return;
      if (state !== 'pending' && state !== 'processing') throw new Error(`the plan is ${state}`);
    }
  }

  #status(): Promise<Status> {
    const path = `/api/executions/${this.#run}/status`;
    return this.#client.must<Status>({ method: 'GET', path });
  }

  async #patch(...add: readonly object[]): Promise<void> {
    const { rev } = await this.#status();
    const path = `/api/executions/${this.#run}/patches`;
    const body = { base_rev: rev, add };
    await this.#client.must({ path, body, once: this.#once() });
  }

  async #control(body: object): Promise<void> {
    const path = `/api/executions/${this.#run}`;
    await this.#client.must({ method: 'PATCH', path, body, once: this.#once() });
  }

  #claim(): Promise<Claimed> {
    const body = { execution_id: this.#run, lease_seconds: 900 };
    const ask = { path: '/api/work/claim', body, key: this.#agentKey, once: this.#once() };
    return this.#client.must<Claimed>(ask);
  }

  /** Takes the step that must come next, and changes the world. */
  async #take(expected: string): Promise<string> {
    const { step, lease } = await this.#claim();
    const got = step ? `${step.step_id} ${step.attempt}` : 'nothing';
    if (got !== expected) this.#surprises.push(`handed out was ${got} instead of ${expected}`);
    if (!step || !lease) throw new Error(this.#surprises.join('; '));
    this.#ledger.perform(step.idempotency_key);
    return lease.token;
  }

  async #nothingIsHandedOut(): Promise<void> {
    const { step } = await this.#claim();
    if (step) this.#surprises.push(`${step.step_id} was handed out`);
  }

  async #complete(token: string, expected = 200): Promise<void> {
    const body = { lease_token: token, output: { summary: 'done' } };
    const ask = { path: '/api/work/complete', body, key: this.#agentKey, once: this.#once() };
    const { status } = await this.#client.call(ask);
    if (status !== expected) this.#surprises.push(`a completion was answered with ${status}`);
  }

  async #do(step: string): Promise<void> {
    await this.#complete(await this.#take(step));
  }

  async #failOnce(step: string): Promise<void> {
    const body = {
      lease_token: await this.#take(`${step} 1`),
      class: 'logic',
      message: 'it broke',
    };
    const ask = { path: '/api/work/fail', body, key: this.#agentKey, once: this.#once() };
    await this.#client.must(ask);
    await this.#do(`${step} 2`);
  }

  async #note(count: number): Promise<void> {
    const path = `/api/executions/${this.#run}/events`;
    const texts = Array.from({ length: count }, (_, index) => `${this.#name} note ${index}`);
    const write = async (): Promise<void> => {
      for (let notes = texts.shift(); notes !== undefined; notes = texts.shift()) {
        const body = { event_type: 'task_progress', notes };
        await this.#client.must({ path, body, once: this.#once(), isAskedAgain: false });
      }
    };
    await Promise.all(Array.from({ length: noteClients }, write));
  }

  async #workThroughPause(): Promise<void> {
    const token = await this.#take('effect_3 1');
    await this.#control({ action: 'pause' });
    await this.#nothingIsHandedOut();
    await this.#complete(token);
    await this.#nothingIsHandedOut();
    await this.#control({ action: 'resume' });
  }

  async #cancelWhileWorking(): Promise<void> {
    const token = await this.#take('effect_4 1');
    await this.#control({ action: 'cancel', drain_seconds: 0 });
    await this.#complete(token, 409);
  }

  async #undo(): Promise<void> {
    await this.#do('undo_effect_4 1');
    await this.#do('undo_effect_3 1');
    await this.#failOnce('undo_effect_2');
    await this.#do('undo_effect_1 1');
    await this.#nothingIsHandedOut();
  }

  async #end(): Promise<StoryEnd> {
    const { state, uncompensated } = await this.#status();
    return {
      run: this.#run,
      plan: this.#plan,
      ledger: this.#ledger,
      state,
      uncompensated,
      surprises: [...this.#surprises, ...this.#client.differences],
    };
  }
}

export const tellStory = (client: SteadyClient, options: StoryOptions): Promise<StoryEnd> =>
  new Story(client, options).tell(options.notes ?? 0);
