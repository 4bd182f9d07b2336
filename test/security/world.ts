// Two tenants for the authorization matrix: one that owns things of every kind, one that wants them.
import type { Scope } from '../../src/contract/common.ts';
import { type KeyWish, openApp, type TestApp } from '../support/app.ts';
import { chooseStore, type StoreName } from '../support/stores.ts';
import { restCall } from './faces.ts';

export interface World {
  readonly app: TestApp;
  /** All scopes, in the tenant that owns everything. */
  readonly ownerKey: string;
  readonly strangerKey: string;
  readonly planId: string;
  readonly executionId: string;
  readonly agentId: string;
  readonly keyId: string;
  readonly webhookId: string;
  /** Held by the owner; refused calls must leave it as it is. */
  readonly leaseToken: string;
  keyOf(wish: Omit<KeyWish, 'tenant' | 'principal'>): Promise<string>;
  /** A lease of its own, in an execution of its own. */
  newLease(): Promise<{ readonly executionId: string; readonly token: string }>;
  /** A step that waits for an approval, in an execution of its own. */
  newApproval(): Promise<AskedStep>;
  /** What was handed in and waits for its check. */
  newClaim(): Promise<Omit<AskedStep, 'digest'>>;
  /** A plan whose making is stopped. */
  newStoppedPlan(): Promise<string>;
  newAgent(): Promise<string>;
  /** One that may go; there is a limit to how many there are. */
  spareWebhook(): Promise<string>;
  close(): Promise<void>;
}

export interface AskedStep {
  readonly executionId: string;
  readonly stepId: string;
  readonly digest: string;
}

export const owner = { tenant: 'tenant_owner', principal: 'service_owner000' } as const;
export const stranger = { tenant: 'tenant_stranger', principal: 'service_stranger' } as const;

const goal = 'Open a small bakery in Lyon with a budget of 60,000 EUR';

type Json = Readonly<Record<string, unknown>>;

async function mustCall(app: TestApp, key: string, name: string, input: object): Promise<Json> {
  const answer = await restCall(app, name, input, key);
  if (answer.status >= 300) throw new Error(`${name}: ${JSON.stringify(answer.body)}`);
  return answer.body as Json;
}

async function finishedPlan(app: TestApp, key: string): Promise<string> {
  const created = await mustCall(app, key, 'plan_create', { prompt: goal });
  const input = { plan_id: created.plan_id, timeout_seconds: 50 };
  const status = await mustCall(app, key, 'plan_wait', input);
  if (status.state !== 'completed') throw new Error(`the plan is ${String(status.state)}`);
  return String(created.plan_id);
}

async function leaseIn(app: TestApp, key: string, planId: string) {
  const run = await mustCall(app, key, 'execution_create', {
    plan_id: planId,
    policy: { pre_approved: ['T2'] },
  });
  const executionId = String(run.execution_id);
  const claim = await mustCall(app, key, 'work_claim', { execution_id: executionId });
  const { token } = claim.lease as { token: string };
  return { executionId, token };
}

const extra = { step_id: 'extra_1', title: 'Mail the offer', action: 'send_email', priority: 9 };

async function withExtra(app: TestApp, key: string, planId: string, more: object) {
  const run = await mustCall(app, key, 'execution_create', { plan_id: planId });
  const execution_id = String(run.execution_id);
  const patch = { execution_id, base_rev: 1, add: [{ ...extra, ...more }] };
  await mustCall(app, key, 'execution_patch', patch);
  return execution_id;
}

async function askedStep(app: TestApp, key: string, planId: string): Promise<AskedStep> {
  const executionId = await withExtra(app, key, planId, { risk_tier: 'T2' });
  const input = { execution_id: executionId };
  const { approvals } = await mustCall(app, key, 'execution_approvals', input);
  const [asked] = approvals as { step_id: string; digest: string }[];
  return { executionId, stepId: asked?.step_id ?? '', digest: asked?.digest ?? '' };
}

async function claimedStep(app: TestApp, key: string, planId: string) {
  const executionId = await withExtra(app, key, planId, { checks: [{ key: 'look' }] });
  const claim = await mustCall(app, key, 'work_claim', { execution_id: executionId });
  const { token } = claim.lease as { token: string };
  await mustCall(app, key, 'work_complete', { lease_token: token, output: { sent: 3 } });
  return { executionId, stepId: (claim.step as { step_id: string }).step_id };
}

async function stoppedPlan(app: TestApp, key: string): Promise<string> {
  const { plan_id } = await mustCall(app, key, 'plan_create', { prompt: goal });
  const { state } = await mustCall(app, key, 'plan_stop', { plan_id });
  if (state !== 'stopped') throw new Error(`the plan is ${String(state)}`);
  return String(plan_id);
}

async function newWebhook(app: TestApp, key: string, url: string): Promise<string> {
  return String((await mustCall(app, key, 'webhook_register', { url })).webhook_id);
}

async function spareWebhook(app: TestApp, key: string): Promise<string> {
  const url = 'https://hooks.example/spare';
  const rows = await app.services.reader.webhooks(owner.tenant);
  return rows.find((row) => row.url === url)?.id ?? newWebhook(app, key, url);
}

export async function openWorld(store: StoreName): Promise<World> {
  const choice = await chooseStore(store);
  const url = choice.databaseUrl === undefined ? {} : { databaseUrl: choice.databaseUrl };
  const app = await openApp({ allowsLocal: false, ...url });
  const ownerKey = await app.makeKey(owner);
  const planId = await finishedPlan(app, ownerKey);
  const lease = await leaseIn(app, ownerKey, planId);
  const file = { lease_token: lease.token, path: 'drafts/menu.md', content: 'Rye.' };
  await mustCall(app, ownerKey, 'work_file', file);
  const agent = await mustCall(app, ownerKey, 'agent_register', { name: 'Ada' });
  const scopes: Scope[] = ['plan:read'];
  const key = await mustCall(app, ownerKey, 'key_create', { label: 'Spare', scopes });
  return {
    ...{ app, ownerKey, planId, executionId: lease.executionId, leaseToken: lease.token },
    strangerKey: await app.makeKey(stranger),
    agentId: String(agent.agent_id),
    keyId: String(key.key_id),
    webhookId: await newWebhook(app, ownerKey, 'https://hooks.example/owner'),
    newAgent: async () =>
      String((await mustCall(app, ownerKey, 'agent_register', { name: 'Bo' })).agent_id),
    spareWebhook: () => spareWebhook(app, ownerKey),
    keyOf: (wish) => app.makeKey({ ...wish, ...owner }),
    newLease: () => leaseIn(app, ownerKey, planId),
    newApproval: () => askedStep(app, ownerKey, planId),
    newClaim: () => claimedStep(app, ownerKey, planId),
    newStoppedPlan: () => stoppedPlan(app, ownerKey),
    async close() {
      await app.close();
      await choice.drop();
    },
  };
}

/** Everything that a refused call could have changed. */
/** Taken twice, until nothing moves by itself: forks are played by the engine. */
export async function fingerprint(world: World): Promise<string> {
  for (let before = await fingerprintNow(world); ; ) {
    const now = await fingerprintNow(world);
    if (now === before) return now;
    before = now;
  }
}

async function fingerprintNow({ app, executionId }: World): Promise<string> {
  const { reader } = app.services;
  const { tenant } = owner;
  const page = { before: '~', limit: 200 };
  const run = await reader.run(executionId);
  const plans = await reader.plans(tenant, { ...page, before: 'plan_~' });
  const runs = await reader.runsOfKind(tenant, 'execution', { ...page, before: 'exec_~' });
  const keys = await reader.keys(tenant);
  const agents = await reader.agents(tenant);
  const audit = await reader.audit(tenant, page);
  const webhooks = await reader.webhooks(tenant);
  const steps = (await reader.steps(executionId)).map(({ state, holder }) => [state, holder]);
  return JSON.stringify([
    run?.head_hash,
    steps,
    plans.map((plan) => plan.id),
    runs.map((row) => row.head_hash),
    keys.map((key) => [key.id, key.revoked_at]),
    agents.map((agent) => agent.id),
    audit.map((entry) => entry.id),
    (await reader.tenants(200)).map((row) => row.id),
    webhooks,
    await reader.telemetry(executionId),
  ]);
}
