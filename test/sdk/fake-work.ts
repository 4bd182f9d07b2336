// A small stand-in for the server's side of work: a queue of steps, leases with tokens, and the
// answers of the contract. It keeps no clock of its own; a test takes a lease away by name.
import type { ServerResponse } from 'node:http';
import type { WorkStep } from '../../src/contract/work.ts';
import { FakeHttp, type RecordedCall, sendJson } from './fake-http.ts';

export const fakeKey = 'pw_agent1_0123456789abcdef';

export function makeStep(id: string, overrides: Partial<WorkStep> = {}): WorkStep {
  return {
    execution_id: 'exec_00000001',
    plan_id: 'plan_00000001',
    step_id: id,
    attempt: 1,
    title: `Do ${id}`,
    description: '',
    action: 'search_web',
    params: { query: 'dog breeders', max_results: 10 },
    inputs: {},
    acceptance_criteria: [],
    risk_tier: 'T1',
    idempotency_key: `exec_00000001:${id}`,
    context: { goal: 'A goal', task_title: 'A task', last_error: null, answer: null },
    undoes: null,
    approved_proposal: null,
    rescues: null,
    judges: null,
    claimed_output: null,
    prompt: null,
    output_schema: null,
    ...overrides,
  };
}

export interface EndedStep {
  readonly step: string;
  readonly how: 'complete' | 'fail' | 'ask' | 'propose';
  readonly body: Record<string, unknown>;
}

export class FakeWork {
  readonly http = new FakeHttp((call, response) => this.#route(call, response));
  readonly ended: EndedStep[] = [];
  signal: 'continue' | 'pause' | 'cancel' = 'continue';
  /** Texts for whoever asks next. */
  messages: string[] = [];
  #ready: WorkStep[] = [];
  #held = new Map<string, string>();
  #waiting: ServerResponse[] = [];
  #tokens = 0;

  add(...steps: WorkStep[]): void {
    this.#ready.push(...steps);
    this.#handOut();
  }

  revokeAll(): void {
    this.#held.clear();
  }

  get held(): string[] {
    return [...this.#held.values()];
  }

  #route(call: RecordedCall, response: ServerResponse): void {
    if (call.path === '/api/agents/register') {
      this.#register(call, response);
      return;
    }
    if (call.headers.authorization !== `Bearer ${fakeKey}`) {
      this.#problem(response, 401, 'unauthorized', 'after_change');
    } else if (call.path === '/api/work/claim') this.#claim(response);
    else this.#heldCall(call, response);
  }

  /** The agent's own key updates it; removed agents' keys are no keys. */
  #register(call: RecordedCall, response: ServerResponse): void {
    const { authorization } = call.headers;
    if (authorization === 'Bearer pw_removed') {
      this.#problem(response, 401, 'unauthorized', 'after_change');
      return;
    }
    const key = authorization === `Bearer ${fakeKey}` ? null : fakeKey;
    sendJson(response, 201, { agent_id: 'agent_00000001', key, next_action: 'Claim.' });
  }

  #claim(response: ServerResponse): void {
    this.#waiting.push(response);
    response.on('close', () => {
      this.#waiting = this.#waiting.filter((other) => other !== response);
    });
    this.#handOut();
  }

  #handOut(): void {
    while (this.#ready.length > 0 && this.#waiting.length > 0) {
      const step = this.#ready.shift();
      const response = this.#waiting.shift();
      if (!step || !response) return;
      this.#tokens += 1;
      const token = `lease-token-${this.#tokens}`;
      this.#held.set(token, step.step_id);
      const lease = { token, expires_at: '2030-01-01T00:00:00.000Z', acknowledge_by: null };
      const messages = this.#takeMessages();
      const answer = { claimed: true, lease, step, messages, signal: 'continue', next_action: '' };
      sendJson(response, 200, answer);
    }
  }

  #heldCall(call: RecordedCall, response: ServerResponse): void {
    const token = String(call.body.lease_token);
    const step = this.#held.get(token);
    if (step === undefined) {
      this.#problem(response, 409, 'lease_lost', 'never');
    } else if (call.path === '/api/work/heartbeat') {
      const expires_at = '2030-01-01T00:00:00.000Z';
      const leases = this.#leasesOf(call.body.lease_tokens, expires_at);
      const messages = this.#takeMessages();
      sendJson(response, 200, { expires_at, leases, messages, signal: this.signal });
    } else {
      this.#held.delete(token);
      const how = call.path.slice('/api/work/'.length) as EndedStep['how'];
      this.ended.push({ step, how, body: call.body });
      const states = { task_state: 'COMPLETE', execution_state: 'RUNNING' };
      sendJson(response, 200, { step_id: step, ...states, signal: 'continue', next_action: '' });
    }
  }

  #leasesOf(tokens: unknown, expires_at: string): object[] {
    const asked = (tokens ?? []) as readonly string[];
    return asked.map((token) => {
      const step_id = this.#held.get(token) ?? null;
      if (step_id === null) return { step_id, state: 'lost', expires_at: null, signal: 'cancel' };
      return { step_id, state: 'held', expires_at, signal: this.signal };
    });
  }

  #takeMessages(): object[] {
    return this.messages.splice(0).map((text, index) => ({
      message_id: `message_${index}`,
      execution_id: 'exec_00000001',
      step_id: null,
      from: 'service_local',
      from_name: 'A local client',
      thread: '',
      text,
      sent_at: '2030-01-01T00:00:00.000Z',
    }));
  }

  #problem(response: ServerResponse, status: number, code: string, retry: string): void {
    const body = {
      type: 'about:blank',
      title: code,
      status,
      code,
      retry,
      detail: code,
      error_id: 'err_2',
    };
    sendJson(response, status, body);
  }
}
