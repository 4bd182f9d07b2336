// For each operation of the table an input that works on things that exist, and one more for each value
// that needs a scope of its own. It follows from the descriptor: its first example, with the ids that the
// input requires taken from the world. Only what this does not fit has an entry here.

import type { Scope } from '../../src/contract/common.ts';
import type { Operation } from '../../src/operations/operation.ts';
import { localTenant } from '../../src/operations/principals.ts';
import { operations } from '../../src/operations/table.ts';
import { operationNamed, restCall } from './faces.ts';
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
const agentGone = { status: 404, code: 'agent_not_found' } as const;
const keyGone = { status: 404, code: 'key_not_found' } as const;
const purseGone = { status: 404, code: 'purse_not_found' } as const;
const leaseGone = { status: 409, code: 'lease_lost' } as const;

interface Named {
  readonly of: (world: World) => Promise<string> | string;
  readonly gone: NonNullable<Fixture['strangerSees']>;
}

/** What the required ids of an input are taken from. */
const things: Readonly<Record<string, Named>> = {
  plan_id: { of: ({ planId }) => planId, gone: planGone },
  execution_id: { of: ({ executionId }) => executionId, gone: executionGone },
  webhook_id: { of: ({ webhookId }) => webhookId, gone: webhookGone },
  agent_id: { of: ({ agentId }) => agentId, gone: agentGone },
  key_id: { of: ({ keyId }) => keyId, gone: keyGone },
  purse_id: { of: async (world) => (await newPurse(world)).purse_id, gone: purseGone },
  lease_token: { of: async (world) => (await world.newLease()).token, gone: leaseGone },
};

function derivedFixture({ input, examples: [example = {}] }: Operation): Fixture {
  const named = Object.entries(input.shape).flatMap(([field, schema]) => {
    const thing = schema.safeParse(undefined).success ? undefined : things[field];
    return thing ? [{ field, ...thing }] : [];
  });
  return {
    async input(world) {
      const ids = await Promise.all(named.map(async ({ field, of }) => [field, await of(world)]));
      return { ...example, ...Object.fromEntries(ids) };
    },
    ...(named[0] ? { strangerSees: named[0].gone } : {}),
  };
}

export interface Variant {
  readonly name: string;
  /** Of the fixture: the name, with the value that needs a scope of its own. */
  readonly what: string;
  readonly scope: Scope;
}

const variantsOf = ({ name, scope, scopeBy }: Operation): Variant[] => [
  { name, what: name, scope },
  ...Object.entries(scopeBy?.scopes ?? {}).map(([value, other]) => {
    return { name, what: `${name} ${value}`, scope: other };
  }),
];

export const variants = operations.flatMap(variantsOf);

/** A value with a scope of its own needs an entry: no example says what goes with it. */
export function fixtureOf({ name, what }: Pick<Variant, 'name' | 'what'>): Fixture {
  const own = ownFixtures[what];
  if (own) return own;
  if (what !== name) throw new Error(`${what} has no fixture`);
  return derivedFixture(operationNamed(name));
}

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

export const ownFixtures: Readonly<Record<string, Fixture>> = {
  plan_import: ofNothing({
    plan: { title: 'Moss', phases: [{ phase_id: 'phase_1', name: 'All', tasks: [mossTask] }] },
  }),
  plan_read: ofPlan({ part: 'tasks' }),
  'plan_read reasoning': ofPlan({ part: 'reasoning' }),
  plan_file: ofPlan({ path: 'plan.json' }),
  plan_export: ofPlan({ format: 'csv' }),
  plan_export_file: ofPlan({ format: 'zip' }),
  plan_resume: ofStoppedPlan,
  plan_retry: ofStoppedPlan,
  plan_invalidate: ofPlan({ stage: 'facts', dry_run: true }),
  plan_revise: ofPlan({
    ...{ stage: 'screen', dry_run: true },
    output: { verdict: 'usable', reason: 'It is fine.', what_to_add: [] },
  }),
  plan_archive: ofStoppedPlan,
  plan_delete: ofStoppedPlan,
  example_file: ofNothing({ name: 'bakery', path: 'report.html' }),
  example_zip: ofNothing({ name: 'bakery' }),
  execution_report: {
    async input(world) {
      const { executionId, token } = await world.newLease();
      const report = { event_type: 'task_complete', output: { done: true } };
      return { execution_id: executionId, lease_token: token, ...report };
    },
    strangerSees: executionGone,
  },
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
  execution_file: ofExecution({ path: 'drafts/menu.md' }),
  agent_remove: {
    input: async (world) => ({ agent_id: await world.newAgent() }),
    strangerSees: agentGone,
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
    strangerSees: agentGone,
  },
  work_heartbeat: ofLease({ progress: 50, note: 'Half way.' }),
  work_complete: ofLease({ output: { summary: 'Done.' } }),
  work_fail: ofLease({ message: 'It rained.' }),
  work_report: ofLease({ note: 'Found three ovens.' }),
  work_file: ofLease({ path: 'drafts/menu.md', content: 'Rye.' }),
  work_ask: ofLease({ question: 'Which street?' }),
  work_propose: ofLease({ proposal: { mails: 3 } }),
  work_message: ofExecution({ text: 'The oven is here.' }),
  admin_kill: {
    input: ({ agentId }) => ({ scope: `agent:${agentId}`, on: false }),
    strangerSees: agentGone,
  },
  tenant_create: ofServer(() => {
    tenantsMade += 1;
    return { name: `Bakery ${tenantsMade}` };
  }),
  tenant_list: ofServer(() => ({})),
  webhook_delete: {
    input: async (world) => ({ webhook_id: await world.spareWebhook() }),
    strangerSees: webhookGone,
  },
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
