// Agents: registered by name and by what they can do. One that makes no call for an hour lapses: it no
// longer counts for the limit, and any call with its key brings it back.
import type { z } from 'zod';
import { isoTime } from '../base/clock.ts';
import { PlanwrightError } from '../base/errors.ts';
import {
  agentListInput,
  agentListOutput,
  agentRef,
  agentRegisterInput,
  agentRegisterOutput,
  agentRemoveOutput,
} from '../contract/work.ts';
import { actionsOfAgent } from '../engine/agent-actions.ts';
import type { RowWrite, WriteSet } from '../store/store.ts';
import type { Rows } from '../store/tables.ts';
import { seenNow, whileAsRead } from './agent-state.ts';
import { actorOf, auditRow, changeBy, keyCreated, keyRevoked } from './audit-rows.ts';
import type { Context } from './context.ts';
import { jsonOperation } from './operation.ts';
import { expiryWithin, makeKey } from './principals.ts';

type Capability = z.output<typeof agentRegisterInput>['capabilities'][number];

const capabilityRow = (capability: Capability): { action: string; params: unknown } =>
  typeof capability === 'string'
    ? { action: capability, params: [] }
    : { action: capability.action, params: capability.params ?? [] };

/** What an agent's key may do, as far as the caller who registers it may do it too. */
const agentScopes = ['plan:read', 'work'] as const;

const maxCapabilityBytes = 16 * 1024;
export const agentLapseMs = 3_600_000;
/** Kept in all, lapsed ones included, for each that may be live. */
const keptPerLive = 10;
const removedAtOnce = 20;
/** Those that hold a lease stay, and may be the oldest. */
const lookedAtAtOnce = 200;
/** Other calls may change the same agent meanwhile. */
const triesMax = 5;

function declaredOf(capabilities: readonly Capability[]): string {
  const declared = JSON.stringify(capabilities.map(capabilityRow));
  if (Buffer.byteLength(declared) <= maxCapabilityBytes) return declared;
  const message = `capabilities: at most ${maxCapabilityBytes} bytes in all. Leave out the schemas.`;
  throw new PlanwrightError('limit_exceeded', message);
}

function capacityOf({ maxAgentLeases }: Context, capacity: number): number {
  if (capacity <= maxAgentLeases) return capacity;
  const message = `capacity: at most ${maxAgentLeases} on this server (PLANWRIGHT_MAX_AGENT_LEASES).`;
  throw new PlanwrightError('limit_exceeded', message, { max: maxAgentLeases });
}

async function checkRoom({ principal, reader, now, maxAgents }: Context): Promise<void> {
  const live = await reader.agentCount(principal.tenant, now() - agentLapseMs);
  if (live < maxAgents) return;
  const message = `This tenant has ${live} live agents; the limit is ${maxAgents} (PLANWRIGHT_MAX_AGENTS). Use the key of one of them again, remove one with agent_remove, or wait: an agent without a call for an hour no longer counts.`;
  throw new PlanwrightError('limit_exceeded', message, { max: maxAgents });
}

async function removalOf(context: Context, agent: Rows['agents'], why: string) {
  const { id: subject, tenant, name } = agent;
  const change = changeBy(context, context.principal);
  const keys = await context.reader.keysOf(tenant, subject);
  const entry = { tenant, action: 'agent.removed', subject, details: { name, why } } as const;
  const rows: RowWrite[] = [
    { table: 'agents', remove: { id: subject } },
    auditRow(change, entry),
    ...keys.flatMap((key) => keyRevoked(change, key)),
  ];
  return { require: [whileAsRead(agent, change.at)], rows };
}

const notFound = (): PlanwrightError =>
  new PlanwrightError('agent_not_found', 'There is no such agent. agent_list shows yours.');

/** As it is now: where another call was first, it is read again. One that is gone stays gone. */
async function change(
  { engine, reader, principal }: Context,
  known: Rows['agents'],
  setOf: (agent: Rows['agents']) => WriteSet | Promise<WriteSet>,
): Promise<void> {
  let agent: Rows['agents'] | null = known;
  for (let tried = 0; tried < triesMax; tried += 1) {
    const [result] = await engine.commit([await setOf(agent)]);
    if (result?.ok) return;
    agent = await reader.agent(principal.tenant, known.id);
    if (!agent) throw notFound();
  }
  throw new PlanwrightError(
    'conflict',
    'Other calls change this agent at the same time. Try again.',
  );
}

/** Those that lapsed first go, once there are far more than may be live. One with a lease stays. */
async function removeOldest(context: Context): Promise<void> {
  const { principal, reader, engine, now, maxAgents } = context;
  const { tenant } = principal;
  if ((await reader.agentCount(tenant, 0)) < keptPerLive * maxAgents) return;
  let left = removedAtOnce;
  for (const agent of await reader.unseenAgents(tenant, now() - agentLapseMs, lookedAtAtOnce)) {
    if ((await reader.heldSteps(tenant, agent.id)).length > 0) continue;
    await engine.commit([await removalOf(context, agent, 'lapsed')]);
    left -= 1;
    if (left === 0) return;
  }
}

type Registration = Pick<z.output<typeof agentRegisterInput>, 'name' | 'role'> & {
  readonly declared: string;
  readonly capacity: number;
};

async function registerNew(context: Context, { name, role, declared, capacity }: Registration) {
  const { ids, engine, principal } = context;
  const { tenant } = principal;
  await checkRoom(context);
  await removeOldest(context);
  const now = context.now();
  const id = ids.next('agent', now);
  const key = makeKey(ids, now, {
    tenant,
    principal: id,
    kind: 'agent',
    label: name,
    scopes: agentScopes.filter((scope) => principal.scopes.includes(scope)),
    expiresAt: expiryWithin(principal, 0),
    createdBy: actorOf(principal),
  });
  const times = { created_at: now, seen_at: now };
  const put = { id, tenant, name, role, capabilities: declared, capacity, ...times };
  const rows: RowWrite[] = [
    { table: 'agents', put },
    ...keyCreated(changeBy(context, principal), key.row),
  ];
  await engine.commit([{ rows }]);
  const action =
    'Keep the key and call work_claim with it (Authorization: Bearer …). Register again with it after a restart.';
  return { agent_id: id, key: key.text, next_action: action };
}

/** An agent's key is good for its own agent only, whatever name it gives. */
async function registerAgain(context: Context, { name, role, declared, capacity }: Registration) {
  const { engine, principal, reader } = context;
  const { tenant, id } = principal;
  const now = context.now();
  const about = { id, tenant, name, role, capabilities: declared, capacity };
  const known = await reader.agent(tenant, id);
  if (known)
    await change(context, known, (agent) => ({
      require: [whileAsRead(agent, now)],
      rows: [{ table: 'agents', put: { ...agent, ...about, seen_at: seenNow(agent, now) } }],
    }));
  else {
    await checkRoom(context);
    const put = { ...about, created_at: now, seen_at: now };
    await engine.commit([{ rows: [{ table: 'agents', put }] }]);
  }
  return { agent_id: id, key: null, next_action: 'Call work_claim with the key that you have.' };
}

export const agentRegister = jsonOperation({
  name: 'agent_register',
  title: 'Register an agent',
  description:
    'Registers an agent with its name and the actions it can do, and returns a key for it, shown once. Called with the key of an agent, it updates that agent.',
  input: agentRegisterInput,
  output: agentRegisterOutput,
  scope: 'work',
  toolsets: ['worker'],
  rest: { method: 'POST', path: '/api/agents/register', status: 201 },
  examples: [{ name: 'Ada', role: 'Researcher', capabilities: ['search_web', 'draft_document'] }],
  handler(context, { name, role, capabilities, capacity = 0 }) {
    const declared = declaredOf(capabilities);
    const registration = { name, role, declared, capacity: capacityOf(context, capacity) };
    return context.principal.kind === 'agent'
      ? registerAgain(context, registration)
      : registerNew(context, registration);
  },
});

export const agentList = jsonOperation({
  name: 'agent_list',
  title: 'List agents',
  description: 'Lists registered agents with their actions, newest first.',
  input: agentListInput,
  output: agentListOutput,
  scope: 'plan:read',
  rest: 'GET /api/agents',
  cli: 'agents',
  examples: [{}],
  async handler({ reader, principal, now }, { limit, cursor }) {
    const filter = { limit, ...(cursor === undefined ? {} : { before: cursor }) };
    const rows = await reader.agents(principal.tenant, filter);
    const liveAfter = now() - agentLapseMs;
    const agents = rows.map((row) => ({
      agent_id: row.id,
      name: row.name,
      role: row.role,
      capabilities: actionsOfAgent(row),
      registered_at: isoTime(row.created_at),
      last_seen_at: isoTime(row.seen_at),
      is_live: row.seen_at >= liveAfter,
    }));
    return { agents, next_cursor: rows.length < limit ? null : (rows.at(-1)?.id ?? null) };
  },
});

export const agentRemove = jsonOperation({
  name: 'agent_remove',
  title: 'Remove an agent',
  description:
    'Revokes the keys of the agent, releases its work for other agents, and removes it from the list.',
  input: agentRef,
  output: agentRemoveOutput,
  scope: 'admin',
  isIdempotent: false,
  rest: 'DELETE /api/agents/{agent_id}',
  cli: { command: 'remove-agent', asPerson: true },
  async handler(context, { agent_id: id }) {
    const { engine, reader, principal } = context;
    const { tenant } = principal;
    const agent = await reader.agent(tenant, id);
    if (!agent) throw notFound();
    await change(context, agent, (one) => removalOf(context, one, 'asked'));
    await engine.cancelClaim(id);
    await engine.releaseAll(tenant, id);
    return { agent_id: id, removed: true as const };
  },
});
