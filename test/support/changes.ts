// Changes of one execution, asked for and approved through REST; its plan begins far from now.
import { vi } from 'vitest';
import {
  type ExecutionChange,
  executionChangeOutput,
  executionChangesOutput,
} from '../../src/contract/execution-change.ts';
import type { EventData } from '../../src/engine/event-types.ts';
import { decodeEvent } from '../../src/engine/log-header.ts';
import type { Answer } from '../security/faces.ts';
import { openApp } from './app.ts';
import { Bakery, tenant } from './execution.ts';

/** A Monday that is far away: now is before the plan begins. */
const planStart = '2035-01-01';

export const late = {
  kind: 'delay',
  affects: ['task_2_1'],
  until: '2035-03-01',
  reason: 'The oven is late',
};

export const extra = {
  step_id: 'extra_1',
  title: 'Taste the bread',
  action: 'taste_bread',
  priority: 9,
};

function mustWork({ status, text }: Answer): void {
  if (status !== 200) throw new Error(`${status}: ${text}`);
}

export class Changes {
  readonly bakery: Bakery;
  readonly person: string;

  constructor(bakery: Bakery, person: string) {
    this.bakery = bakery;
    this.person = person;
  }

  get #execution(): { readonly execution_id: string } {
    return { execution_id: this.bakery.executionId };
  }

  /** Whatever comes back, refusals included. */
  askFor(more: object, key?: string): Promise<Answer> {
    const input = { ...this.#execution, reason: 'Why', ...more };
    return this.bakery.ask('execution_change', input, key);
  }

  async change(more: object, key?: string): Promise<ExecutionChange> {
    const answer = await this.askFor(more, key);
    mustWork(answer);
    return executionChangeOutput.parse(answer.body);
  }

  async list(): Promise<ExecutionChange[]> {
    const answer = await this.bakery.call('execution_changes', this.#execution);
    return executionChangesOutput.parse(answer).changes;
  }

  say(action: string, { change_id, digest }: ExecutionChange, more: object = {}): Promise<Answer> {
    return this.bakery.control(action, { step_id: change_id, digest, ...more }, this.person);
  }

  async approve(one: ExecutionChange): Promise<void> {
    mustWork(await this.say('approve', one));
  }

  async settled(id: string | null, state: string): Promise<void> {
    const look = async (): Promise<void> => {
      const now = (await this.bakery.task(id ?? ''))?.engine_state;
      if (now !== state) throw new Error(`${id} is ${now}`);
    };
    await vi.waitFor(look, { timeout: 60_000, interval: 20 });
  }

  async patch(more: object, base_rev: number): Promise<void> {
    await this.bakery.call('execution_patch', { ...this.#execution, base_rev, ...more });
  }

  async finish(): Promise<string> {
    const answer = await this.bakery.call('execution_forecast', this.#execution);
    return (answer.forecast as { finish: string }).finish;
  }

  /** The graph as it was made, and every change of it. */
  async patches(): Promise<EventData['graph.patched'][]> {
    const { reader } = this.bakery.app.services;
    const stored = await reader.events(this.bakery.executionId, 0, 500);
    return stored.flatMap(({ header }) => {
      const event = decodeEvent(header);
      return event.type === 'graph.patched' ? [event.data] : [];
    });
  }
}

export async function openChanges(): Promise<Changes> {
  const app = await openApp({ allowsLocal: false });
  const key = await app.makeKey({ tenant, principal: 'service_bakery00' });
  const made = new Bakery(app, key, '');
  const prompt = 'Open a small bakery in Lyon with a budget of 60,000 EUR';
  const { plan_id } = await made.call('plan_create', { prompt, start_date: planStart });
  await made.call('plan_wait', { plan_id, timeout_seconds: 50 });
  const bakery = new Bakery(app, key, String(plan_id));
  return new Changes(bakery, await bakery.newPerson());
}
