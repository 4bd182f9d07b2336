// What somebody gave to an agent. The assignment does not run out while the agent is busy or away; when
// it asks for work it gets that first, and from then on it is a lease like any other.
import type { Store } from '../store/store.ts';
import type { Rows } from '../store/tables.ts';
import { type Grant, grantOf } from './claimed-step.ts';
import type { ClaimRequest } from './engine-api.ts';
import type { Runs } from './runs.ts';
import type { RunState } from './state.ts';

const isAgent = (holder: string): boolean => holder.startsWith('agent_');

const leaseMsOf =
  ({ step, attempt, holder }: Rows['steps']) =>
  (state: RunState): number | null => {
    const lease = state.steps.get(step)?.lease;
    return lease?.holder === holder && lease.attempt === attempt ? lease.leaseMs : null;
  };

async function isAssignment(runs: Runs, row: Rows['steps']): Promise<boolean> {
  const run = runs.get(row.run);
  // The length of a lease never changes, so that memory is as good as the store.
  const known = run.peek(leaseMsOf(row)) ?? null;
  return (known ?? (await run.read(leaseMsOf(row)))) === 0;
}

export async function takeAssigned(
  store: Store,
  runs: Runs,
  request: ClaimRequest,
): Promise<Grant | null> {
  const { tenant, holder, leaseMs, ackMs = 0, once } = request;
  if (!isAgent(holder)) return null;
  const rows = await store.heldSteps(tenant, holder);
  for (const row of rows.filter(({ run }) => request.run === null || run === request.run)) {
    if (!(await isAssignment(runs, row))) continue;
    const { run, step, attempt } = row;
    const submission = {
      commands: [
        { type: 'release', step, attempt, holder } as const,
        { type: 'lease', step, holder, leaseMs, ackMs } as const,
      ],
      ...(once ? { once } : {}),
    };
    const outcome = await runs
      .get(run)
      .submit(submission, (state) => grantOf(state, step, state.at + leaseMs));
    if (outcome.ok && outcome.value) return outcome.value;
  }
  return null;
}
