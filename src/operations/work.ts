// Operations of those who do the work.

import { z } from 'zod';
import { isoTime, isoTimeOrNull } from '../base/clock.ts';
import { PlanwrightError } from '../base/errors.ts';
import {
  agentListOutput,
  agentRegisterInput,
  agentRegisterOutput,
  type WorkStep,
  workClaimInput,
  workClaimOutput,
  workCompleteInput,
  workCompleteOutput,
  workFailInput,
  workFailOutput,
  workHeartbeatInput,
  workHeartbeatOutput,
} from '../contract/work.ts';
import type { ClaimedStep, ClaimRequest, HolderCall, StepAnswer } from '../engine/engine-api.ts';
import type { RunStatus, StepStateName } from '../engine/state.ts';
import { readExcerpt, taskStateOf } from '../events/public-event.ts';
import { actionsOfAgent } from './agent-actions.ts';
import type { Context } from './context.ts';
import { readSpec } from './execution-views.ts';
import { jsonOperation } from './operation.ts';
import { makeKey } from './principals.ts';

const goOn = 'continue' as const;

type Capability = z.output<typeof agentRegisterInput>['capabilities'][number];

const capabilityRow = (capability: Capability): { action: string; params: unknown } =>
  typeof capability === 'string'
    ? { action: capability, params: [] }
    : { action: capability.action, params: capability.params ?? [] };

/** What an agent's key may do, as far as whoever registers it may do it too. */
const agentScopes = ['plan:read', 'work'] as const;

const maxCapabilityBytes = 16 * 1024;
const maxAgents = 1_000;

async function checkRoom(context: Context, declared: string): Promise<void> {
  const { principal, reader } = context;
  if (Buffer.byteLength(declared) > maxCapabilityBytes) {
    const message = `capabilities: at most ${maxCapabilityBytes} bytes in all. Leave out the schemas.`;
    throw new PlanwrightError('limit_exceeded', message);
  }
  if ((await reader.agents(principal.tenant)).length >= maxAgents) {
    const message = `There are ${maxAgents} agents already. Use the key of one of them again.`;
    throw new PlanwrightError('limit_exceeded', message);
  }
}

export const agentRegister = jsonOperation({
  name: 'agent_register',
  title: 'Register an agent',
  description:
    'Makes an agent known by name and by the actions it can do, and gives it a key of its own, shown once.',
  input: agentRegisterInput,
  output: agentRegisterOutput,
  scope: 'work',
  toolsets: ['worker', 'all'],
  effect: 'write',
  isIdempotent: false,
  rest: { method: 'POST', path: '/api/agents/register', status: 201, tag: 'Agents' },
  examples: [{ name: 'Ada', role: 'Researcher', capabilities: ['search_web', 'draft_document'] }],
  async handler(context, { name, role, capabilities }) {
    const { ids, engine, principal } = context;
    const now = context.now();
    const id = ids.next('agent');
    const declared = JSON.stringify(capabilities.map(capabilityRow));
    await checkRoom(context, declared);
    const agent = {
      id,
      tenant: principal.tenant,
      name,
      role,
      capabilities: declared,
      created_at: now,
      seen_at: now,
    };
    const key = makeKey(ids, now, {
      tenant: principal.tenant,
      principal: id,
      kind: 'agent',
      label: name,
      scopes: agentScopes.filter((scope) => principal.scopes.includes(scope)),
      expiresAt: 0,
    });
    const rows = [
      { table: 'agents', put: agent },
      { table: 'keys', put: key.row },
    ] as const;
    await engine.commit([{ rows }]);
    const action = 'Call work_claim with this key (Authorization: Bearer …).';
    return { agent_id: id, key: key.text, next_action: action };
  },
});

export const agentList = jsonOperation({
  name: 'agent_list',
  title: 'List agents',
  description: 'The registered agents and what they can do.',
  input: z.strictObject({}),
  output: agentListOutput,
  scope: 'plan:read',
  toolsets: ['all'],
  effect: 'read',
  isIdempotent: true,
  rest: { method: 'GET', path: '/api/agents', status: 200, tag: 'Agents' },
  cli: { command: 'agents', positional: [] },
  examples: [{}],
  async handler(context) {
    const rows = await context.reader.agents(context.principal.tenant);
    const agents = rows.map((row) => ({
      agent_id: row.id,
      name: row.name,
      role: row.role,
      capabilities: actionsOfAgent(row),
      registered_at: isoTime(row.created_at),
      last_seen_at: isoTime(row.seen_at),
    }));
    return { agents };
  },
});

/** Often enough to know who is there, and not a write for every claim. */
const seenEveryMs = 20_000;

/** What an agent declared; null means any action. Also notes that it was seen. */
async function declaredActions(context: Context): Promise<readonly string[] | null> {
  const { principal, reader, engine } = context;
  if (principal.kind !== 'agent') return null;
  const agent = await reader.agent(principal.tenant, principal.id);
  if (!agent)
    throw new PlanwrightError('agent_not_found', 'This agent is not registered any more.');
  const now = context.now();
  if (now - agent.seen_at >= seenEveryMs) {
    await engine.commit([{ rows: [{ table: 'agents', put: { ...agent, seen_at: now } }] }]);
  }
  const actions = actionsOfAgent(agent);
  return actions.length === 0 ? null : actions;
}

/** A person's work is for persons only; agents and services take the agents'. */
function performersFor(context: Context, kinds: readonly string[] | undefined): string[] {
  const { kind } = context.principal;
  const own = kind === 'person' ? ['human'] : ['agent'];
  const asked = kinds ?? own;
  if (asked.includes('human') && kind !== 'person') {
    const message = 'Only a person may take human work. Use the key of a person.';
    throw new PlanwrightError('forbidden', message);
  }
  return [...asked];
}

async function workStepOf(context: Context, claimed: ClaimedStep): Promise<WorkStep> {
  const spec = await readSpec(context, claimed.spec);
  const plan = await context.reader.plan(context.principal.tenant, claimed.plan);
  return {
    execution_id: claimed.run,
    step_id: claimed.step,
    attempt: claimed.attempt,
    title: spec.title,
    description: spec.description,
    action: claimed.action,
    params: spec.params,
    acceptance_criteria: [...spec.acceptance_criteria],
    risk_tier: `T${claimed.tier}` as WorkStep['risk_tier'],
    idempotency_key: `${claimed.run}:${claimed.step}`,
    context: {
      goal: plan?.goal ?? '',
      task_title: spec.task_title,
      last_error: await readExcerpt(context.reader, claimed.lastError),
    },
  };
}

const ticketChars = 16;

/** Asked anew after a wait, when it may have changed. */
const isAborted = (signal: AbortSignal): boolean => signal.aborted;

/** A caller that goes away while it waits must not be given work that nobody would do. */
async function claimUnlessGone(
  context: Context,
  request: ClaimRequest,
): Promise<ClaimedStep | null> {
  const { engine, signal } = context;
  // A signal that has fired already tells nobody any more.
  if (signal.aborted) return null;
  // One principal may wait in several places: only this call is given up.
  const ticket = context.ids.secret(ticketChars);
  const giveUp = (): void => void engine.cancelClaim(request.holder, ticket).catch(() => undefined);
  signal.addEventListener('abort', giveUp);
  try {
    const claimed = await engine.claim({ ...request, ticket });
    if (!claimed || !isAborted(signal)) return claimed;
    // It was found in the very moment that the caller left: nobody would do it.
    await engine.release({ ...holderCall(context, claimed.token) });
    return null;
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}

export const workClaim = jsonOperation({
  name: 'work_claim',
  title: 'Take work',
  description:
    'Takes the next ready task that fits you, with a lease. Keep it with work_heartbeat, end it with work_complete or work_fail. Waits up to wait_seconds when there is none.',
  input: workClaimInput,
  output: workClaimOutput,
  scope: 'work',
  toolsets: ['default', 'worker', 'all'],
  effect: 'write',
  isIdempotent: false,
  waits: true,
  rest: { method: 'POST', path: '/api/work/claim', status: 200, tag: 'Work' },
  examples: [{ wait_seconds: 0, lease_seconds: 900 }],
  async handler(context, input) {
    const request = {
      tenant: context.principal.tenant,
      holder: context.principal.id,
      performers: performersFor(context, input.kinds),
      actions: await declaredActions(context),
      run: input.execution_id ?? null,
      leaseMs: input.lease_seconds * 1_000,
      waitMs: Math.round(input.wait_seconds * 1_000),
    };
    const claimed = await claimUnlessGone(context, request);
    if (!claimed) {
      const action = 'No work for you now. Claim again, with wait_seconds to wait for it.';
      return { claimed: false, lease: null, step: null, signal: goOn, next_action: action };
    }
    return {
      claimed: true,
      lease: { token: claimed.token, expires_at: isoTime(claimed.expiresAt) },
      step: await workStepOf(context, claimed),
      signal: goOn,
      next_action: 'Do it, then call work_complete with the lease_token and an output object.',
    };
  },
});

export const holderCall = (context: Context, token: string): HolderCall => ({
  tenant: context.principal.tenant,
  holder: context.principal.id,
  token,
});

export const workHeartbeat = jsonOperation({
  name: 'work_heartbeat',
  title: 'Still working',
  description: 'Keeps the lease and tells how far the work is.',
  input: workHeartbeatInput,
  output: workHeartbeatOutput,
  scope: 'work',
  toolsets: ['worker', 'all'],
  effect: 'write',
  isIdempotent: true,
  rest: { method: 'POST', path: '/api/work/heartbeat', status: 200, tag: 'Work' },
  examples: [],
  async handler(context, { lease_token, progress, note }) {
    const call = holderCall(context, lease_token);
    const request = { ...call, progress: progress ?? null, note: note ?? null };
    const { expiresAt } = await context.engine.heartbeat(request);
    return { expires_at: isoTime(expiresAt), signal: goOn };
  },
});

function endOf(answer: StepAnswer) {
  const isOver = answer.runStatus !== 'RUNNING' && answer.runStatus !== 'QUEUED';
  return {
    step_id: answer.step,
    task_state: taskStateOf(answer.stepState as StepStateName, answer.waitUntil > 0 ? 'time' : ''),
    execution_state: answer.runStatus as RunStatus,
    signal: goOn,
    next_action: isOver
      ? `The execution is ${answer.runStatus}. Claim again for other work.`
      : 'Call work_claim for the next task.',
  };
}

export const workComplete = jsonOperation({
  name: 'work_complete',
  title: 'Finish work',
  description:
    'Hands in the output of a task you hold. Counted once; a lost lease changes nothing.',
  input: workCompleteInput,
  output: workCompleteOutput,
  scope: 'work',
  toolsets: ['default', 'worker', 'all'],
  effect: 'write',
  isIdempotent: false,
  rest: { method: 'POST', path: '/api/work/complete', status: 200, tag: 'Work' },
  examples: [],
  async handler(context, { lease_token, output, notes }) {
    const call = holderCall(context, lease_token);
    const value = notes === undefined ? output : { ...output, notes };
    return endOf(await context.engine.complete({ ...call, output: value }));
  },
});

export const workFail = jsonOperation({
  name: 'work_fail',
  title: 'Give up on work',
  description:
    'Says that a task you hold did not work out and why; it is tried again where that makes sense.',
  input: workFailInput,
  output: workFailOutput,
  scope: 'work',
  toolsets: ['worker', 'all'],
  effect: 'write',
  isIdempotent: false,
  rest: { method: 'POST', path: '/api/work/fail', status: 200, tag: 'Work' },
  examples: [],
  async handler(context, { lease_token, class: failure, message }) {
    const call = holderCall(context, lease_token);
    const answer = await context.engine.fail({ ...call, class: failure, message });
    const retryAt = isoTimeOrNull(answer.waitUntil);
    return { ...endOf(answer), retry_at: retryAt };
  },
});
