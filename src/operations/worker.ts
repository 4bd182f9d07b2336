// Who works: an agent with what it declared, or a service or person that may take anything.
import { PlanwrightError } from '../base/errors.ts';
import { actionsOfAgent } from '../engine/agent-actions.ts';
import type { EngineApi } from '../engine/engine-api.ts';
import type { Rows } from '../store/tables.ts';
import { seenNow, whileAsRead } from './agent-state.ts';
import { usualCapacity } from './claim-room.ts';
import type { Context } from './context.ts';

export interface Worker {
  /** Null means any action. */
  readonly actions: readonly string[] | null;
  /** Empty without one. */
  readonly role: string;
  /** How many steps it may hold; null for any number. */
  readonly capacity: number | null;
}

/** Often enough to know who is there, and not a write for every call. */
const seenEveryMs = 20_000;
/** Agents remembered at once; beyond, some are read a little too often. */
const maxRemembered = 10_000;

async function noteSeen({ engine, now }: Context, agent: Rows['agents']): Promise<void> {
  const at = now();
  if (at - agent.seen_at < seenEveryMs) return;
  const put = { ...agent, seen_at: seenNow(agent, at) };
  // What changed it meanwhile says more than this.
  await engine.commit([{ require: [whileAsRead(agent, at)], rows: [{ table: 'agents', put }] }]);
}

/** When an agent of this process was last looked at, by performance.now(). */
const lookedAt = new WeakMap<EngineApi, Map<string, number>>();

function isDue(engine: EngineApi, agent: string): boolean {
  const nowMs = performance.now();
  const times = lookedAt.get(engine) ?? new Map<string, number>();
  lookedAt.set(engine, times);
  if (nowMs - (times.get(agent) ?? Number.NEGATIVE_INFINITY) < seenEveryMs) return false;
  if (times.size >= maxRemembered) times.clear();
  times.set(agent, nowMs);
  return true;
}

/** Any call keeps an agent live. After the call, and never in its way. */
export function noteCall(context: Context): void {
  const { principal, reader, engine, onError } = context;
  const { tenant, id, kind } = principal;
  if (kind !== 'agent' || !isDue(engine, `${tenant}/${id}`)) return;
  const note = async (): Promise<void> => {
    const agent = await reader.agent(tenant, id);
    if (agent) await noteSeen(context, agent);
  };
  note().catch((error: unknown) => onError?.(error));
}

/** Also notes that an agent was seen. */
export async function readWorker(context: Context): Promise<Worker> {
  const { principal, reader } = context;
  if (principal.kind !== 'agent') return { actions: null, role: '', capacity: null };
  const agent = await reader.agent(principal.tenant, principal.id);
  if (!agent)
    throw new PlanwrightError('agent_not_found', 'This agent is not registered any more.');
  await noteSeen(context, agent);
  const actions = actionsOfAgent(agent);
  const capacity = Math.min(agent.capacity || usualCapacity, context.maxAgentLeases);
  return { actions: actions.length === 0 ? null : actions, role: agent.role, capacity };
}
