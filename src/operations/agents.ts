// Agents: registered by name and by what they can do.
import { z } from 'zod';
import { isoTime } from '../base/clock.ts';
import { PlanwrightError } from '../base/errors.ts';
import { agentListOutput, agentRegisterInput, agentRegisterOutput } from '../contract/work.ts';
import { actionsOfAgent } from '../engine/agent-actions.ts';
import type { Context } from './context.ts';
import { jsonOperation } from './operation.ts';
import { makeKey } from './principals.ts';

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
  toolsets: ['worker'],
  rest: { method: 'POST', path: '/api/agents/register', status: 201 },
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
  rest: 'GET /api/agents',
  cli: 'agents',
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
