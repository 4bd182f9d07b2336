// The operations an agent or its owner needs, typed by the contract. Paths are built here only.
import { type StreamOptions, streamEvents } from './stream-events.ts';
import { type CallOptions, type ConnectionOptions, Transport } from './transport.ts';
import type * as wire from './wire.ts';

export interface WaitOptions extends CallOptions {
  readonly timeoutSeconds?: number;
}

export interface EventPageOptions extends CallOptions {
  readonly after?: number;
  readonly limit?: number;
}

/** A long poll may take its wait and then as long as any other call. */
const longPollSlackMs = 15_000;
const defaultPlanWaitSeconds = 25;

export class PlanwrightClient {
  readonly #transport: Transport;

  constructor(options: ConnectionOptions) {
    this.#transport = new Transport(options);
  }

  get url(): string {
    return this.#transport.baseUrl;
  }

  health(options?: CallOptions): Promise<wire.Health> {
    return this.#get('/health', options);
  }

  createPlan(input: wire.PlanCreateInput, options?: CallOptions): Promise<wire.PlanCreated> {
    return this.#post('/api/plans/generate', input, options);
  }

  planStatus(planId: string, options?: CallOptions): Promise<wire.PlanStatus> {
    return this.#get(`/api/plans/${encodeURIComponent(planId)}/status`, options);
  }

  /** The status when the plan has ended or the time is up, whichever comes first. */
  waitForPlan(planId: string, options: WaitOptions = {}): Promise<wire.PlanStatus> {
    const { timeoutSeconds = defaultPlanWaitSeconds, ...rest } = options;
    const timeoutMs = timeoutSeconds * 1000 + longPollSlackMs;
    const query = { timeout_seconds: timeoutSeconds };
    const path = `/api/plans/${encodeURIComponent(planId)}/wait`;
    return this.#get(path, { timeoutMs, ...rest }, query);
  }

  createExecution(
    input: wire.ExecutionCreateInput,
    options?: CallOptions,
  ): Promise<wire.ExecutionStatus> {
    // Two executions of one plan are legal, so a lost answer is the caller's to look into.
    return this.#post('/api/executions', input, { retryUnanswered: false, ...options });
  }

  executionStatus(executionId: string, options?: CallOptions): Promise<wire.ExecutionStatus> {
    return this.#get(`${executionPath(executionId)}/status`, options);
  }

  executionTasks(executionId: string, options?: CallOptions): Promise<wire.ExecutionTasks> {
    return this.#get(`${executionPath(executionId)}/tasks`, options);
  }

  executionEvents(
    executionId: string,
    options: EventPageOptions = {},
  ): Promise<wire.ExecutionEvents> {
    const { after, limit, ...rest } = options;
    return this.#get(`${executionPath(executionId)}/events`, rest, { after, limit });
  }

  /** Live events of an execution, from `after` on, over any number of connections. */
  streamExecution(
    executionId: string,
    options: Omit<StreamOptions, 'key'> = {},
  ): AsyncGenerator<wire.PublicEvent, void, void> {
    const { key } = this.#transport;
    const url = `${this.url}${executionPath(executionId)}/stream`;
    return streamEvents(url, key === undefined ? options : { ...options, key });
  }

  registerAgent(
    input: wire.AgentRegisterInput,
    options?: CallOptions,
  ): Promise<wire.AgentRegistered> {
    return this.#post('/api/agents/register', input, options);
  }

  claimWork(input: wire.WorkClaimInput, options?: CallOptions): Promise<wire.WorkClaimed> {
    const timeoutMs = (input.wait_seconds ?? 0) * 1000 + longPollSlackMs;
    return this.#post('/api/work/claim', input, { timeoutMs, ...options });
  }

  heartbeat(input: wire.WorkHeartbeatInput, options?: CallOptions): Promise<wire.WorkHeartbeat> {
    return this.#post('/api/work/heartbeat', input, options);
  }

  completeWork(input: wire.WorkCompleteInput, options?: CallOptions): Promise<wire.WorkCompleted> {
    return this.#post('/api/work/complete', input, options);
  }

  failWork(input: wire.WorkFailInput, options?: CallOptions): Promise<wire.WorkFailed> {
    return this.#post('/api/work/fail', input, options);
  }

  async #get<T>(
    path: string,
    options: CallOptions = {},
    query: Readonly<Record<string, string | number | undefined>> = {},
  ): Promise<T> {
    return (await this.#transport.send({ ...options, method: 'GET', path, query })) as T;
  }

  async #post<T>(path: string, body: unknown, options: CallOptions = {}): Promise<T> {
    return (await this.#transport.send({ ...options, method: 'POST', path, body })) as T;
  }
}

const executionPath = (executionId: string): string =>
  `/api/executions/${encodeURIComponent(executionId)}`;
