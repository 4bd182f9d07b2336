// Opens the store and the engine in the thread it is called from, with the in-process worker: what
// the CLI and tests use directly, and the server inside its engine thread.
import { join } from 'node:path';
import type { Config } from './base/config.ts';
import { createIds, type Ids } from './base/ids.ts';
import { Engine } from './engine/engine.ts';
import { startInlineWorker } from './engine/inline-worker.ts';
import { slotLimitsOf } from './engine/slots.ts';
import { RunWatch } from './events/run-watch.ts';
import { type Deliveries, startDeliveries } from './events/webhooks/deliveries.ts';
import { HookList } from './events/webhooks/hook-list.ts';
import type { Services } from './operations/context.ts';
import { createStageHandler } from './plan/generation.ts';
import { serverInfo } from './server-info.ts';
import { openSqliteStore } from './store/sqlite/sqlite-store.ts';
import type { Store } from './store/store.ts';

export const databasePath = (config: Config): string => join(config.dataDir, 'planwright.db');

export async function openStore(config: Config): Promise<Store> {
  if (config.database === null) {
    return openSqliteStore({ path: databasePath(config), synchronous: config.sqliteSync });
  }
  // The driver is only loaded by those who use it.
  const { openPostgresStore } = await import('./store/postgres/postgres-store.ts');
  return openPostgresStore(config.database);
}

export interface Host {
  readonly engine: Engine;
  readonly store: Store;
  readonly ids: Ids;
  close(): Promise<void>;
}

/** What operations need, on an engine in this very thread. */
export function servicesOf(host: Host, config: Config): Services {
  const watch = new RunWatch();
  host.engine.onAdvance((advance) => watch.tell(advance));
  return {
    reader: host.store,
    engine: host.engine,
    watch,
    ids: host.ids,
    now: () => host.store.now(),
    server: serverInfo(config),
    dedupeWindowSeconds: config.dedupeWindowSeconds,
  };
}

export interface HostOptions {
  readonly withWorker?: boolean;
  /** Sends to webhooks; for processes that stay. What others write to the outbox waits for them. */
  readonly withDeliveries?: boolean;
}

export async function openHost(
  config: Config,
  onError: (error: unknown) => void,
  { withWorker = true, withDeliveries = false }: HostOptions = {},
): Promise<Host> {
  const store = await openStore(config);
  const ids = createIds({ now: () => store.now() });
  const hooks = new HookList(store, onError);
  const slots = slotLimitsOf(config.slots);
  const engine = new Engine({ store, ids, onError, outbox: hooks, slots });
  const allow = config.fetchAllow;
  let deliveries: Deliveries | null = null;
  try {
    await hooks.load();
    await engine.open();
    if (withDeliveries) {
      deliveries = await startDeliveries({ store, hooks, ids, engine, allow, onError });
    }
  } catch (error) {
    hooks.stop();
    await engine.close();
    throw error;
  }
  const worker = withWorker
    ? startInlineWorker(engine, {
        holder: ids.next('worker'),
        handle: createStageHandler(store),
        onError,
      })
    : null;
  return {
    engine,
    store,
    ids,
    async close() {
      await worker?.stop();
      await deliveries?.stop();
      hooks.stop();
      await engine.close();
    },
  };
}
