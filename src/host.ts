// Opens the store and the engine in the thread it is called from, with the in-process worker: what
// the CLI and tests use directly, and the server inside its engine thread.
import type { Config } from './base/config.ts';
import { createIds, type Ids } from './base/ids.ts';
import { openProbe } from './base/process-identity.ts';
import { startDeliveries } from './delivery-link.ts';
import { Engine } from './engine/engine.ts';
import { startInlineWorker } from './engine/inline-worker.ts';
import type { ProcessRole } from './engine/pulse.ts';
import { slotLimitsOf } from './engine/slots.ts';
import type { StoredLimits } from './engine/stored.ts';
import type { Telemetry } from './events/telemetry/telemetry.ts';
import type { Deliveries } from './events/webhooks/deliveries.ts';
import { HookOutbox } from './events/webhooks/hook-outbox.ts';
import { newStoreShare, openStore, type StoreShare } from './open-store.ts';
import type { Store } from './store/store.ts';
import { linkWork } from './work-link.ts';

export interface Host {
  readonly engine: Engine;
  readonly store: Store;
  readonly ids: Ids;
  /** Lets go of what is in memory only to be quick. */
  rest(): void;
  /** Null for a process that does not deliver. */
  readonly deliveries: Deliveries | null;
  /** What is under way may end first, for so long. */
  close(graceMs?: number): Promise<void>;
}

export interface HostOptions {
  readonly withWorker?: boolean;
  readonly role?: ProcessRole;
  /** Sends to webhooks; for processes that stay. What others write to the outbox waits for them. */
  readonly withDeliveries?: boolean;
  /** Of those who read beside it in other threads. */
  readonly share?: StoreShare;
  /** Told of what the engine does. */
  readonly telemetry?: Telemetry;
}

const storedLimitsOf = (config: Config): StoredLimits => ({
  notesPerStep: config.maxStepNotes,
  filesPerStep: config.maxStepFiles,
  bytesPerStep: config.maxStepBytes,
  bytesPerRun: config.maxRunBytes,
  bytesPerTenant: config.maxTenantBytes,
});

export async function openHost(
  config: Config,
  onError: (error: unknown) => void,
  {
    withWorker = true,
    role = 'command',
    withDeliveries = false,
    share = newStoreShare(),
    telemetry,
  }: HostOptions = {},
): Promise<Host> {
  const store = await openStore(config, share);
  const ids = createIds({ now: () => store.now() });
  const hooks = new HookOutbox(store, onError);
  const slots = slotLimitsOf(config.slots);
  const process = withWorker ? { process: { role, ...(await openProbe()) } } : {};
  const engine = new Engine({
    store,
    ids,
    onError,
    outbox: hooks,
    slots,
    limits: storedLimitsOf(config),
    ...process,
  });
  if (telemetry) {
    telemetry.readsFrom(store);
    engine.observer = telemetry.observer;
  }
  let deliveries: Deliveries | null = null;
  try {
    await hooks.load();
    await engine.open();
    if (withDeliveries) {
      deliveries = await startDeliveries({
        ...{ config, share, engine, hooks, ids, onError },
        onCounted: (samples) => telemetry?.adopt('deliveries', samples),
      });
    }
  } catch (error) {
    await hooks.stop();
    await engine.close();
    throw error;
  }
  const holder = ids.next('worker');
  const parts = { config, store, engine, ids, holder, ...(telemetry ? { telemetry } : {}) };
  const work = withWorker ? linkWork(parts, onError) : null;
  const worker = work && startInlineWorker(engine, { holder, handle: work.handle, onError });
  return {
    engine,
    store,
    ids,
    deliveries,
    rest() {
      engine.forgetRuns();
      store.rest();
    },
    async close(graceMs) {
      await worker?.stop(graceMs);
      await work?.close();
      await deliveries?.stop();
      await hooks.stop();
      await engine.close();
    },
  };
}
