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

export interface InboxOptions extends CallOptions {
  readonly limit?: number;
  readonly cursor?: string;
}

/** A long poll may take its wait and then as long as any other call. */
const longPollSlackMs = 15_000;
const defaultWaitSeconds = 25;

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

  /** Keeps the content of a plan.json as a plan that can be run. */
  importPlan(plan: object, options?: CallOptions): Promise<wire.PlanImported> {
    return this.#post('/api/plans/import', { plan }, options);
  }

  planStatus(planId: string, options?: CallOptions): Promise<wire.PlanStatus> {
    return this.#get(`${planPath(planId)}/status`, options);
  }

  /** The status when the plan has ended or the time is up, whichever comes first. */
  waitForPlan(planId: string, options: WaitOptions = {}): Promise<wire.PlanStatus> {
    return this.#wait(`${planPath(planId)}/wait`, options);
  }

  /** Nothing more is done for it until it is resumed or retried. */
  stopPlan(planId: string, options?: CallOptions): Promise<wire.PlanStopped> {
    return this.#post(`${planPath(planId)}/stop`, {}, options);
  }

  resumePlan(planId: string, options?: CallOptions): Promise<wire.PlanResumed> {
    return this.#post(`${planPath(planId)}/resume`, {}, options);
  }

  retryPlan(planId: string, options?: CallOptions): Promise<wire.PlanRetried> {
    return this.#post(`${planPath(planId)}/retry`, {}, options);
  }

  /** A part of a finished plan, such as its tasks, page by page: pass next_cursor on. */
  readPlan(
    planId: string,
    wish: Omit<wire.PlanReadInput, 'plan_id'> = {},
    options?: CallOptions,
  ): Promise<wire.PlanRead> {
    const { part, path, cursor } = wish;
    return this.#get(`${planPath(planId)}/read`, options, { part, path, cursor });
  }

  /** Where a file of it can be downloaded, or a zip of all there is. */
  planFileInfo(
    planId: string,
    artifact?: string,
    options?: CallOptions,
  ): Promise<wire.PlanFileInfo> {
    return this.#get(`${planPath(planId)}/file-info`, options, { artifact });
  }

  /** Out of the lists; `unarchivePlan` brings it back. */
  archivePlan(planId: string, options?: CallOptions): Promise<wire.PlanArchived> {
    return this.#post(`${planPath(planId)}/archive`, {}, options);
  }

  unarchivePlan(planId: string, options?: CallOptions): Promise<wire.PlanArchived> {
    return this.#post(`${planPath(planId)}/unarchive`, {}, options);
  }

  /** For good: goal, texts and files of it and of its executions. */
  deletePlan(planId: string, options?: CallOptions): Promise<wire.PlanDeleted> {
    return this.#write('DELETE', planPath(planId), {}, options);
  }

  examplePlans(options?: CallOptions): Promise<wire.ExamplePlans> {
    return this.#get('/api/examples/plans', options);
  }

  examplePrompts(options?: CallOptions): Promise<wire.ExamplePrompts> {
    return this.#get('/api/examples/prompts', options);
  }

  createExecution(
    input: wire.ExecutionCreateInput,
    options?: CallOptions,
  ): Promise<wire.ExecutionStatus> {
    return this.#post('/api/executions', input, options);
  }

  executionStatus(executionId: string, options?: CallOptions): Promise<wire.ExecutionStatus> {
    return this.#get(`${executionPath(executionId)}/status`, options);
  }

  /** The status when it has ended or the time is up, whichever comes first. */
  waitForExecution(executionId: string, options: WaitOptions = {}): Promise<wire.ExecutionStatus> {
    return this.#wait(`${executionPath(executionId)}/wait`, options);
  }

  /** Pause, resume, cancel, kill, help a step on; with a person's key approve or reject. */
  controlExecution(
    executionId: string,
    control: wire.ExecutionControl,
    options?: CallOptions,
  ): Promise<wire.ExecutionControlled> {
    return this.#write('PATCH', executionPath(executionId), control, options);
  }

  /** A budget for several plans and executions: name its id where they are made. */
  createPurse(input: wire.PurseCreateInput, options?: CallOptions): Promise<wire.Purse> {
    return this.#post('/api/purses', input, options);
  }

  purse(purseId: string, options?: CallOptions): Promise<wire.Purse> {
    return this.#get(`/api/purses/${encodeURIComponent(purseId)}`, options);
  }

  /** With a person's key: another budget in place of the one before. */
  fundPurse(purseId: string, budget: wire.PurseBudget, options?: CallOptions): Promise<wire.Purse> {
    return this.#post(`/api/purses/${encodeURIComponent(purseId)}/budget`, { budget }, options);
  }

  /** Exactly what waits for an approval, each with the digest that approving it needs. */
  executionApprovals(executionId: string, options?: CallOptions): Promise<wire.ExecutionApprovals> {
    return this.#get(`${executionPath(executionId)}/approvals`, options);
  }

  /** What waits for a person, over all executions. */
  inbox(options: InboxOptions = {}): Promise<wire.Inbox> {
    const { limit, cursor, ...rest } = options;
    return this.#get('/api/inbox', rest, { limit, cursor });
  }

  patchExecution(
    executionId: string,
    patch: wire.ExecutionPatch,
    options?: CallOptions,
  ): Promise<wire.ExecutionPatched> {
    return this.#post(`${executionPath(executionId)}/patches`, patch, options);
  }

  /** Asks for a change; shows what it does to steps, dates and money, and whether a person is asked. */
  changeExecution(
    executionId: string,
    wish: wire.ExecutionChangeWish,
    options?: CallOptions,
  ): Promise<wire.ExecutionChangeAsked> {
    return this.#post(`${executionPath(executionId)}/changes`, wish, options);
  }

  executionChanges(executionId: string, options?: CallOptions): Promise<wire.ExecutionChanges> {
    return this.#get(`${executionPath(executionId)}/changes`, options);
  }

  executionFiles(executionId: string, options?: CallOptions): Promise<wire.ExecutionFiles> {
    return this.#get(`${executionPath(executionId)}/files`, options);
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

  /** `key` of the answer is null when the client's own key is an agent's: it updates that agent. */
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

  reportWork(input: wire.WorkReportInput, options?: CallOptions): Promise<wire.WorkReported> {
    return this.#post('/api/work/report', input, options);
  }

  /** Hands the step back until a person has answered. */
  askPerson(input: wire.WorkAskInput, options?: CallOptions): Promise<wire.WorkAsked> {
    return this.#post('/api/work/ask', input, options);
  }

  /** Hands the step back until a person has approved exactly this. */
  proposeWork(input: wire.WorkProposeInput, options?: CallOptions): Promise<wire.WorkProposed> {
    return this.#post('/api/work/propose', input, options);
  }

  putFile(input: wire.WorkFileInput, options?: CallOptions): Promise<wire.WorkFile> {
    return this.#post('/api/work/file', input, options);
  }

  sendMessage(input: wire.WorkMessageInput, options?: CallOptions): Promise<wire.WorkMessaged> {
    return this.#post('/api/work/message', input, options);
  }

  #wait<T>(path: string, options: WaitOptions): Promise<T> {
    const { timeoutSeconds = defaultWaitSeconds, ...rest } = options;
    const timeoutMs = timeoutSeconds * 1000 + longPollSlackMs;
    return this.#get(path, { timeoutMs, ...rest }, { timeout_seconds: timeoutSeconds });
  }

  async #get<T>(
    path: string,
    options: CallOptions = {},
    query: Readonly<Record<string, string | number | undefined>> = {},
  ): Promise<T> {
    return (await this.#transport.send({ ...options, method: 'GET', path, query })) as T;
  }

  #post<T>(path: string, body: unknown, options?: CallOptions): Promise<T> {
    return this.#write('POST', path, body, options);
  }

  async #write<T>(
    method: 'POST' | 'PATCH' | 'DELETE',
    path: string,
    body: unknown,
    options: CallOptions = {},
  ): Promise<T> {
    return (await this.#transport.send({ ...options, method, path, body })) as T;
  }
}

const planPath = (planId: string): string => `/api/plans/${encodeURIComponent(planId)}`;

const executionPath = (executionId: string): string =>
  `/api/executions/${encodeURIComponent(executionId)}`;
