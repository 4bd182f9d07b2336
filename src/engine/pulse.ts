// The pulse of an in-process worker: one timer row for all that it holds. While the process lives the
// row is moved on; when it rings, the process is dead or frozen, and its steps go to others.
import type { DueRow, Store } from '../store/store.ts';
import { inProcessLeaseMs, inProcessRenewMs, pulseDueId } from './lease.ts';
import type { Runs } from './runs.ts';

const orphansAtOnce = 500;

export interface Pulse {
  stop(): Promise<void>;
}

const pulseRow = (store: Store, holder: string): DueRow => ({
  id: pulseDueId(holder),
  at: store.now() + inProcessLeaseMs,
  kind: 'pulse',
  tenant: '',
  run: '',
  step: holder,
  attempt: 0,
});

/** Resolves when the row is there: before that nothing may be taken. */
export async function startPulse(
  store: Store,
  holder: string,
  onLost: () => Promise<void>,
  onError: (error: unknown) => void,
): Promise<Pulse> {
  const id = pulseDueId(holder);
  const begin = () => store.commit([{ due: [{ set: pulseRow(store, holder) }] }]);
  const beat = async (): Promise<void> => {
    const set = { require: [{ due: id }], due: [{ set: pulseRow(store, holder) }] };
    const [result] = await store.commit([set]);
    if (result?.ok) return;
    // It rang while we were frozen: what was held is not ours any more.
    await onLost();
    await begin();
  };
  await begin();
  const timer = setInterval(() => {
    beat().catch(onError);
  }, inProcessRenewMs).unref();
  return {
    async stop() {
      clearInterval(timer);
      await store.commit([{ due: [{ clear: id }] }]);
    },
  };
}

/** Steps of workers without a pulse are lost by them. Refused where that is so already. */
export async function expireOrphans(store: Store, runs: Runs): Promise<void> {
  for (const { run, step, attempt } of await store.orphanedSteps(orphansAtOnce)) {
    await runs.get(run).submit({ commands: [{ type: 'expire', step, attempt }] });
  }
}
