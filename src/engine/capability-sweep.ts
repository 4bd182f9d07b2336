// A step that was ready for long while nobody was there who could do it waits for a capability, so
// that it shows as blocked with what is missing. Whoever can do it and claims, wakes it.
import type { Store } from '../store/store.ts';
import { actionsOfAgent } from './agent-actions.ts';
import type { Runs } from './runs.ts';

const idleMs = 30 * 60_000;
export const capabilitySweepMs = 60_000;
const batch = 2_000;
/** A waiting agent asks again within 50 s; one that was not heard of for longer is away. */
export const agentAwayMs = 60_000;

/** Can somebody who was heard of lately do this? */
export async function findPresent(
  store: Pick<Store, 'agents' | 'now'>,
  tenant: string,
): Promise<(action: string) => boolean> {
  const seenAfter = store.now() - agentAwayMs;
  const agents = await store.agents(tenant, { seenAfter });
  const actions = agents.map(actionsOfAgent);
  return (action) => actions.some((known) => known.length === 0 || known.includes(action));
}

export async function parkIdleSteps(store: Store, runs: Runs): Promise<void> {
  const present = new Map<string, (action: string) => boolean>();
  for (const row of await store.idleSteps(store.now() - idleMs, batch)) {
    const { tenant, run, step, action } = row;
    const canDo = present.get(tenant) ?? (await findPresent(store, tenant));
    present.set(tenant, canDo);
    // Refused if it was taken in the meantime, which is as good.
    if (!canDo(action))
      await runs.get(run).submit({ commands: [{ type: 'park', step, for: 'capability' }] });
  }
}
