// The calls this page makes. Types come from the contract and vanish in the build.
import type { executionApprovalsOutput, inboxListOutput } from '../../../src/contract/approvals.ts';
import type {
  executionControlInput,
  executionControlOutput,
} from '../../../src/contract/execution-control.ts';
import type {
  ExecutionStatus,
  executionEventsOutput,
  executionListOutput,
  executionTasksOutput,
} from '../../../src/contract/executions.ts';
import type { Health } from '../../../src/contract/health.ts';
import type { modelProfilesOutput } from '../../../src/contract/model-profiles.ts';
import type { Plan } from '../../../src/contract/plan.ts';
import type { ExportFormat } from '../../../src/contract/plan-export.ts';
import type { ExamplePlan, examplePlansOutput } from '../../../src/contract/plan-read.ts';
import type {
  PlanStatus,
  planCreateInput,
  planCreateOutput,
  planFilesOutput,
  planListOutput,
} from '../../../src/contract/plans.ts';
import type { PromptCheck } from '../../../src/contract/prompt-check.ts';
import type { Imported } from '../model/import-file.ts';
import { getJson, getText, patchJson, postFile, postJson } from './request.ts';

/** What a zod schema of the contract parses to, without importing zod. */
type Parsed<Schema extends { _zod: { output: unknown } }> = Schema['_zod']['output'];

export type PlanList = Parsed<typeof planListOutput>;
export type PlanCreated = Parsed<typeof planCreateOutput>;
export type Models = Parsed<typeof modelProfilesOutput>;
export type PlanFile = Parsed<typeof planFilesOutput>['files'][number];
type PlanWish = Parsed<typeof planCreateInput>;
/** What is left out is the server's to choose. */
export type NewPlan = Required<Pick<PlanWish, 'prompt'>> & Partial<PlanWish>;
export type ExecutionList = Parsed<typeof executionListOutput>;
export type ExecutionRow = ExecutionList['executions'][number];
export type TaskSnapshot = Parsed<typeof executionTasksOutput>;
export type EventPage = Parsed<typeof executionEventsOutput>;

type Control = Parsed<typeof executionControlInput>;
/** What is left out is the server's to choose. */
export type ControlRequest = Pick<Control, 'action'> & Partial<Omit<Control, 'execution_id'>>;
export type Approvals = Parsed<typeof executionApprovalsOutput>;
export type Inbox = Parsed<typeof inboxListOutput>;
export type Controlled = Parsed<typeof executionControlOutput>;

const segment = encodeURIComponent;

export const getHealth = (signal: AbortSignal) => getJson<Health>('/health', signal);

export function listPlans(cursor: string | null, signal?: AbortSignal): Promise<PlanList> {
  const more = cursor === null ? '' : `&cursor=${segment(cursor)}`;
  return getJson<PlanList>(`/api/plans?limit=20${more}`, signal);
}

export const createPlan = (wish: NewPlan) => postJson<PlanCreated>('/api/plans/generate', wish);

export const listExamples = async (signal?: AbortSignal): Promise<readonly ExamplePlan[]> =>
  (await getJson<Parsed<typeof examplePlansOutput>>('/api/examples/plans', signal)).plans;

/** The plan.json of an example becomes a plan of one's own, which can be run. */
export async function takeExample(name: string): Promise<{ readonly plan_id: string }> {
  const plan = await getJson<object>(`/api/examples/${segment(name)}/files/plan.json`);
  return postJson('/api/plans/import', { plan });
}

/** A file of any kind that can be taken in, as it is: its content tells what it is. */
export const importFile = (file: File) =>
  postFile<Imported>(`/api/plans/import?name=${segment(file.name.slice(-200))}`, file);

/** What the rules think of a goal; nothing is made or stored. */
export const checkPrompt = (prompt: string, signal: AbortSignal) =>
  postJson<PromptCheck>('/api/plans/check', { prompt }, '', signal);

export const getModels = (signal?: AbortSignal) => getJson<Models>('/api/models', signal);

export const getPlan = (id: string, signal?: AbortSignal) =>
  getJson<Plan>(`/api/plans/${segment(id)}`, signal);

export const getPlanStatus = (id: string, signal?: AbortSignal) =>
  getJson<PlanStatus>(`/api/plans/${segment(id)}/status`, signal);

export const stopPlan = (id: string) => postJson<object>(`/api/plans/${segment(id)}/stop`, {});

export const resumePlan = (id: string) => postJson<object>(`/api/plans/${segment(id)}/resume`, {});

export const retryPlan = (id: string) => postJson<object>(`/api/plans/${segment(id)}/retry`, {});

export const getPlanFiles = async (id: string, signal?: AbortSignal): Promise<PlanFile[]> =>
  (await getJson<{ files: PlanFile[] }>(`/api/plans/${segment(id)}/files`, signal)).files;

export const planFileUrl = (id: string, file: string) =>
  `/api/plans/${segment(id)}/files/${file.split('/').map(segment).join('/')}`;

export const planExportUrl = (id: string, format: ExportFormat) =>
  `/api/plans/${segment(id)}/export?format=${format}`;

export const getPlanFile = (id: string, file: string, signal?: AbortSignal) =>
  getText(planFileUrl(id, file), signal);

export const planStreamUrl = (id: string) => `/api/plans/${segment(id)}/stream`;

export const createExecution = (planId: string) =>
  postJson<ExecutionStatus>('/api/executions', { plan_id: planId });

export const controlExecution = (id: string, request: ControlRequest, key = '') =>
  patchJson<Controlled>(`/api/executions/${segment(id)}`, request, key);

export const getApprovals = (id: string) =>
  getJson<Approvals>(`/api/executions/${segment(id)}/approvals`);

export function getInbox(only: string, signal?: AbortSignal): Promise<Inbox> {
  const filter = only === '' ? '' : `&only=${segment(only)}`;
  return getJson<Inbox>(`/api/inbox?limit=200${filter}`, signal);
}

export const fundExecution = (id: string, usd: number, key = '') =>
  postJson<Controlled>(`/api/executions/${segment(id)}/budget`, { budget: { usd } }, key);

export const completeWork = (token: string, message: string, choice: string, key = '') =>
  postJson<object>(
    '/api/work/complete',
    { lease_token: token, output: { message }, ...(choice === '' ? {} : { choice }) },
    key,
  );

export const listExecutions = (signal?: AbortSignal) =>
  getJson<ExecutionList>('/api/executions?limit=50', signal);

export const getExecution = (id: string, signal?: AbortSignal) =>
  getJson<ExecutionStatus>(`/api/executions/${segment(id)}/status`, signal);

export const getTasks = (id: string, signal?: AbortSignal) =>
  getJson<TaskSnapshot>(`/api/executions/${segment(id)}/tasks`, signal);

export const getEvents = (id: string, after: number, limit: number, signal?: AbortSignal) =>
  getJson<EventPage>(`/api/executions/${segment(id)}/events?after=${after}&limit=${limit}`, signal);

export const executionStreamUrl = (id: string) => `/api/executions/${segment(id)}/stream`;
