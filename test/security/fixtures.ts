// For each operation of the table an input that works on things that exist, and one more for each
// value that needs a scope of its own. A new operation needs a line here before the matrix passes.

import type { Scope } from '../../src/contract/common.ts';
import { localTenant } from '../../src/operations/principals.ts';
import { restCall } from './faces.ts';
import { owner, type World } from './world.ts';

export interface Fixture {
  /** An input that succeeds for the owner. */
  input(world: World): Promise<object> | object;
  /** Whose key it takes, where the owner's will not do. */
  key?(world: World, scope: Scope): Promise<string>;
  /** What a stranger is told who names the same things; nothing, where no thing is named. */
  readonly strangerSees?: { readonly status: number; readonly code: string | null };
}

const planGone = { status: 404, code: 'PLAN_NOT_FOUND' } as const;
const executionGone = { status: 404, code: 'execution_not_found' } as const;
const webhookGone = { status: 404, code: 'webhook_not_found' } as const;
const leaseGone = { status: 409, code: 'lease_lost' } as const;

const ofPlan = (more: object = {}): Fixture => ({
  input: ({ planId }) => ({ plan_id: planId, ...more }),
  strangerSees: planGone,
});

const ofExecution = (more: object = {}): Fixture => ({
  input: ({ executionId }) => ({ execution_id: executionId, ...more }),
  strangerSees: executionGone,
});

const ofLease = (more: object = {}): Fixture => ({
  input: async (world) => ({ lease_token: (await world.newLease()).token, ...more }),
  strangerSees: leaseGone,
});

const ofWebhook = (more: object = {}): Fixture => ({
  input: ({ webhookId }) => ({ webhook_id: webhookId, ...more }),
  strangerSees: webhookGone,
});

const ofNothing = (input: object = {}): Fixture => ({ input: () => input });

/** What only a person may say, whatever the scopes of other keys. */
const ofPerson = (input: (world: World) => Promise<object>): Fixture => ({
  input,
  key: ({ app }, scope) => app.makeKey({ tenant: owner.tenant, kind: 'person', scopes: [scope] }),
  strangerSees: { status: 403, code: 'forbidden' },
});

async function newPurse(world: World): Promise<{ purse_id: string }> {
  const input = { label: 'Summer', budget: { usd: 5 } };
  const { body } = await restCall(world.app, 'purse_create', input, world.ownerKey);
  return { purse_id: (body as { purse_id: string }).purse_id };
}

const ofApproval = (action: string, more: object = {}): Fixture =>
  ofPerson(async (world) => {
    const { executionId, stepId, digest } = await world.newApproval();
    return { execution_id: executionId, action, step_id: stepId, digest, ...more };
  });

/** One that is stopped, each time anew: the first of two faces goes on with it. */
const ofStoppedPlan: Fixture = {
  input: async (world) => ({ plan_id: await world.newStoppedPlan() }),
  strangerSees: planGone,
};

const extraStep = { step_id: 'extra_1', title: 'Taste the bread', action: 'taste_bread' };

const taker = { tenant: owner.tenant, principal: 'person_taker000', kind: 'person' } as const;

/** Nobody has it, in an execution of its own. */
async function freeStep(world: World): Promise<string> {
  const { executionId } = await world.newLease();
  const input = { execution_id: executionId, base_rev: 1, add: [extraStep] };
  await restCall(world.app, 'execution_patch', input, world.ownerKey);
  return executionId;
}

/** For a person who administers the first tenant; others of whatever tenant are refused. */
const ofServer = (input: () => object): Fixture => ({
  input,
  key: ({ app }, scope) => app.makeKey({ tenant: localTenant, kind: 'person', scopes: [scope] }),
  strangerSees: { status: 403, code: 'forbidden' },
});

let tenantsMade = 0;

const mossTask = { task_id: 'task_1', title: 'Look at moss' };

export const fixtures: Readonly<Record<string, Fixture>> = {
  plan_create: ofNothing({ prompt: 'Write a short field guide to the mosses of Bavaria' }),
  prompt_check: ofNothing({ prompt: 'Write a short field guide to the mosses of Bavaria' }),
  plan_import: ofNothing({
    plan: { title: 'Moss', phases: [{ phase_id: 'phase_1', name: 'All', tasks: [mossTask] }] },
  }),
  plan_status: ofPlan(),
  plan_wait: ofPlan({ timeout_seconds: 0 }),
  plan_list: ofNothing(),
  plan_get: ofPlan(),
  plan_read: ofPlan({ part: 'tasks' }),
  'plan_read reasoning': ofPlan({ part: 'reasoning' }),
  plan_tasks: ofPlan(),
  plan_gates: ofPlan(),
  plan_files: ofPlan(),
  plan_file: ofPlan({ path: 'plan.json' }),
  plan_file_info: ofPlan({ artifact: 'zip' }),
  plan_zip: ofPlan(),
  plan_export: ofPlan({ format: 'csv' }),
  plan_export_file: ofPlan({ format: 'zip' }),
  plan_usage: ofPlan(),
  plan_usage_calls: ofPlan(),
  plan_stream: ofPlan(),
  plan_stop: ofPlan(),
  plan_resume: ofStoppedPlan,
  plan_retry: ofStoppedPlan,
  plan_record: ofPlan(),
  plan_invalidate: ofPlan({ stage: 'facts', dry_run: true }),
  plan_revise: ofPlan({
    ...{ stage: 'screen', dry_run: true },
    output: { verdict: 'usable', reason: 'It is fine.', what_to_add: [] },
  }),
  plan_archive: ofStoppedPlan,
  plan_unarchive: ofPlan(),
  plan_delete: ofStoppedPlan,
  example_plans: ofNothing(),
  example_prompts: ofNothing(),
  example_file: ofNothing({ name: 'bakery', path: 'report.html' }),
  example_zip: ofNothing({ name: 'bakery' }),
  execution_create: ofPlan(),
  execution_list: ofNothing(),
  execution_get: ofExecution(),
  execution_status: ofExecution(),
  execution_tasks: ofExecution(),
  execution_approvals: ofExecution(),
  execution_forecast: ofExecution(),
  execution_events: ofExecution(),
  execution_report: {
    async input(world) {
      const { executionId, token } = await world.newLease();
      const report = { event_type: 'task_complete', output: { done: true } };
      return { execution_id: executionId, lease_token: token, ...report };
    },
    strangerSees: executionGone,
  },
  execution_stream: ofExecution(),
  execution_wait: ofExecution({ timeout_seconds: 0 }),
  execution_control: {
    async input(world) {
      const { executionId } = await world.newLease();
      return { execution_id: executionId, action: 'pause' };
    },
    strangerSees: executionGone,
  },
  'execution_control approve': ofApproval('approve'),
  'execution_control reject': ofApproval('reject', { reason: 'Too dear.' }),
  'execution_control approve_alternative': ofApproval('approve_alternative', {
    alternative: { mails: 3 },
  }),
  'execution_control take_over': ofPerson(async (world) => {
    const execution_id = await freeStep(world);
    return { execution_id, action: 'take_over', step_id: extraStep.step_id };
  }),
  'execution_control give_back': {
    async input(world) {
      const about = { execution_id: await freeStep(world), step_id: extraStep.step_id };
      const key = await world.app.makeKey({ ...taker, scopes: ['approve'] });
      await restCall(world.app, 'execution_control', { ...about, action: 'take_over' }, key);
      return { ...about, action: 'give_back' };
    },
    key: ({ app }, scope) => app.makeKey({ ...taker, scopes: [scope] }),
    strangerSees: { status: 403, code: 'forbidden' },
  },
  'execution_control accept_with_shortfall': ofPerson(async (world) => {
    const { executionId, stepId } = await world.newClaim();
    const say = { action: 'accept_with_shortfall', reason: 'Good enough.' };
    return { execution_id: executionId, step_id: stepId, ...say };
  }),
  execution_fund: ofPerson(async (world) => {
    const { executionId } = await world.newLease();
    return { execution_id: executionId, budget: { usd: 5 } };
  }),
  plan_fund: ofPerson(async (world) => ({
    plan_id: await world.newStoppedPlan(),
    budget: { usd: 5 },
  })),
  purse_create: ofNothing({ label: 'Summer', budget: { usd: 5 } }),
  purse_list: ofNothing(),
  purse_get: { input: newPurse, strangerSees: { status: 404, code: 'purse_not_found' } },
  purse_fund: ofPerson(async (world) => ({ ...(await newPurse(world)), budget: { usd: 9 } })),
  execution_fork: {
    async input(world) {
      const { executionId } = await world.newLease();
      // Nothing is left of it to be played, so that nothing moves after the call.
      const kill = { execution_id: executionId, action: 'kill' };
      await restCall(world.app, 'execution_control', kill, world.ownerKey);
      return { execution_id: executionId, add: [extraStep] };
    },
    strangerSees: executionGone,
  },
  execution_promote: ofPerson(async (world) => {
    const { executionId } = await world.newLease();
    const input = { execution_id: executionId, add: [extraStep] };
    const { body } = await restCall(world.app, 'execution_fork', input, world.ownerKey);
    const { execution_id } = body as { execution_id: string };
    const wait = { execution_id, timeout_seconds: 30 };
    await restCall(world.app, 'execution_wait', wait, world.ownerKey);
    return { execution_id };
  }),
  execution_patch: {
    async input(world) {
      const { executionId } = await world.newLease();
      return { execution_id: executionId, base_rev: 1, add: [extraStep] };
    },
    strangerSees: executionGone,
  },
  execution_change: {
    async input(world) {
      const { executionId } = await world.newLease();
      const patch = { add: [extraStep] };
      return { execution_id: executionId, kind: 'edit', reason: 'It tastes better.', patch };
    },
    strangerSees: executionGone,
  },
  execution_changes: ofExecution(),
  execution_files: ofExecution(),
  execution_file: ofExecution({ path: 'drafts/menu.md' }),
  agent_register: ofNothing({ name: 'Grace', capabilities: ['search_web'] }),
  agent_list: ofNothing(),
  agent_remove: {
    input: async (world) => ({ agent_id: await world.newAgent() }),
    strangerSees: { status: 404, code: 'agent_not_found' },
  },
  work_claim: {
    async input(world) {
      const { executionId } = await world.newLease();
      return { execution_id: executionId, wait_seconds: 0 };
    },
    // No work, as in an execution that is not there.
    strangerSees: { status: 200, code: null },
  },
  agent_work: {
    input: ({ agentId }) => ({ agent_id: agentId, wait: 0 }),
    key: ({ app, agentId }, scope) =>
      app.makeKey({ tenant: owner.tenant, principal: agentId, kind: 'agent', scopes: [scope] }),
    strangerSees: { status: 404, code: 'agent_not_found' },
  },
  work_heartbeat: ofLease({ progress: 50, note: 'Half way.' }),
  work_complete: ofLease({ output: { summary: 'Done.' } }),
  work_fail: ofLease({ message: 'It rained.' }),
  work_report: ofLease({ note: 'Found three ovens.' }),
  work_file: ofLease({ path: 'drafts/menu.md', content: 'Rye.' }),
  work_ask: ofLease({ question: 'Which street?' }),
  work_propose: ofLease({ proposal: { mails: 3 } }),
  work_message: ofExecution({ text: 'The oven is here.' }),
  inbox_list: ofNothing(),
  usage_list: ofNothing({ days: 7 }),
  model_profiles: ofNothing(),
  admin_kill: {
    input: ({ agentId }) => ({ scope: `agent:${agentId}`, on: false }),
    strangerSees: { status: 404, code: 'agent_not_found' },
  },
  key_create: ofNothing({ label: 'Reports', scopes: ['plan:read'] }),
  key_list: ofNothing(),
  key_audit: ofNothing(),
  tenant_create: ofServer(() => {
    tenantsMade += 1;
    return { name: `Bakery ${tenantsMade}` };
  }),
  tenant_list: ofServer(() => ({})),
  key_revoke: {
    input: ({ keyId }) => ({ key_id: keyId }),
    strangerSees: { status: 404, code: 'key_not_found' },
  },
  webhook_register: ofNothing({ url: 'https://hooks.example/in', types: ['run.ended'] }),
  webhook_list: ofNothing(),
  webhook_delete: {
    input: async (world) => ({ webhook_id: await world.spareWebhook() }),
    strangerSees: webhookGone,
  },
  webhook_enable: ofWebhook(),
  webhook_rotate: ofWebhook(),
  webhook_deliveries: ofWebhook(),
  webhook_redeliver: {
    input: ({ webhookId, executionId }) => ({ webhook_id: webhookId, execution_id: executionId }),
    strangerSees: webhookGone,
  },
};

/** The same input with every id replaced by one that was never given out. */
export function ghostOf(input: object): object {
  const ghost = (name: string, value: unknown): unknown => {
    if (name === 'lease_token') return 'lt_exec_00000000.task_1.1.00';
    if (!name.endsWith('_id') || typeof value !== 'string') return value;
    return `${value.slice(0, value.indexOf('_'))}_0000000000ghost`;
  };
  return Object.fromEntries(
    Object.entries(input).map(([name, value]) => [name, ghost(name, value)]),
  );
}
