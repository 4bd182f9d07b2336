// Any call of an agent is a sign of life: it renews its leases, since a caller cannot beat while its
// model thinks. Not more than once in a few seconds, and never in the way of the call itself.
import type { EngineApi } from '../engine/engine-api.ts';
import type { Context } from './context.ts';

const renewEveryMs = 5_000;
/** Agents remembered at once; beyond, some are renewed a little too often. */
const maxRemembered = 10_000;

const renewedAt = new WeakMap<EngineApi, Map<string, number>>();

function isDue(engine: EngineApi, agent: string, nowMs: number): boolean {
  const times = renewedAt.get(engine) ?? new Map<string, number>();
  renewedAt.set(engine, times);
  const last = times.get(agent);
  if (last !== undefined && nowMs - last < renewEveryMs) return false;
  if (times.size >= maxRemembered) times.clear();
  times.set(agent, nowMs);
  return true;
}

export function renewLeases({ principal, engine, onError }: Context): void {
  if (principal.kind !== 'agent') return;
  const { tenant, id } = principal;
  if (!isDue(engine, `${tenant}/${id}`, performance.now())) return;
  engine.renew(tenant, id).catch((error: unknown) => onError?.(error));
}
