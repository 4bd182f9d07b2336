// Work to report on, made through the public API only: a plan, executions of it, an agent with a key
// of its own, and one claimed step in each execution.
import { waitFor } from '../../scripts/lib/wait-for.ts';

export interface Target {
  readonly path: string;
  readonly body: string;
}

export interface Targets {
  readonly key: string;
  readonly targets: readonly Target[];
}

const goal = 'Open a coffee shop in Copenhagen';
const executions = 16;

export async function callApi<Answer>(url: string, body?: object, key?: string): Promise<Answer> {
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  if (key !== undefined) headers.authorization = `Bearer ${key}`;
  const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  const response = await fetch(url, { ...init, headers });
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Answer;
}

export async function makePlan(origin: string): Promise<string> {
  const made = await callApi<{ plan_id: string }>(`${origin}/api/plans/generate`, { prompt: goal });
  const statusUrl = `${origin}/api/plans/${made.plan_id}/status`;
  const isCompleted = async (): Promise<boolean> =>
    (await callApi<{ state: string }>(statusUrl)).state === 'completed';
  await waitFor(isCompleted, { what: 'the plan', timeoutMs: 30_000 });
  return made.plan_id;
}

async function claimIn(origin: string, key: string, executionId: string): Promise<Target> {
  interface Claim {
    readonly lease: { readonly token: string } | null;
    readonly step: { readonly step_id: string } | null;
  }
  const asked = { execution_id: executionId };
  const { lease, step } = await callApi<Claim>(`${origin}/api/work/claim`, asked, key);
  if (lease === null || step === null) throw new Error(`no work in ${executionId}`);
  const report = { event_type: 'task_started', task_id: step.step_id, lease_token: lease.token };
  return { path: `/api/executions/${executionId}/events`, body: JSON.stringify(report) };
}

export async function prepareTargets(origin: string): Promise<Targets> {
  const planId = await makePlan(origin);
  const agent = { name: 'Bench', capabilities: [] };
  const { key } = await callApi<{ key: string }>(`${origin}/api/agents/register`, agent);
  const targets: Target[] = [];
  for (let number = 0; number < executions; number += 1) {
    const asked = { plan_id: planId };
    const made = await callApi<{ execution_id: string }>(`${origin}/api/executions`, asked);
    targets.push(await claimIn(origin, key, made.execution_id));
  }
  return { key, targets };
}
