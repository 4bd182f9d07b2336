// One webhook that subscribes to every event of the benchmark's tenant, and the proof that all of
// them arrived.
import { setTimeout as pause } from 'node:timers/promises';
import type { Ids } from '../../src/base/ids.ts';
import { type DeliveryConfig, startDeliveries } from '../../src/delivery-link.ts';
import type { Engine } from '../../src/engine/engine.ts';
import { HookOutbox } from '../../src/events/webhooks/hook-outbox.ts';
import type { StoreShare } from '../../src/open-store.ts';
import type { Store } from '../../src/store/store.ts';

export interface HookPlace {
  readonly dir: string;
  readonly databaseUrl: string | null;
  readonly hookUrl?: string;
  readonly share: StoreShare;
}

export interface Hooks {
  /** Goes to the engine, which writes to the outbox what it says. */
  readonly outbox: HookOutbox;
  start(engine: Engine, ids: Ids): Promise<void>;
  stop(): Promise<void>;
}

const pollMs = 4;
const patienceMs = 20_000;

async function register(store: Store, tenant: string, url: string): Promise<void> {
  const put = {
    id: 'hook_bench',
    tenant,
    url,
    types: '',
    created_by: 'person_bench',
    created_at: store.now(),
    disabled_at: 0,
    disabled_why: '',
    secret_version: 1,
  };
  await store.commit([{ rows: [{ table: 'webhooks', put }] }]);
}

async function configOf({ dir, databaseUrl }: HookPlace, url: string): Promise<DeliveryConfig> {
  const fetchAllow = [new URL(url).host];
  if (databaseUrl === null) return { database: null, dataDir: dir, fetchAllow };
  const { dataConfig } = await import('../lib/data-config.ts');
  return { ...dataConfig({ home: dir, databaseUrl }), fetchAllow };
}

export async function openHooks(
  store: Store,
  tenant: string,
  place: HookPlace,
  onError: (error: unknown) => void,
): Promise<Hooks> {
  const url = place.hookUrl;
  const outbox = new HookOutbox(store, onError);
  if (url !== undefined) await register(store, tenant, url);
  await outbox.load();
  let stopDeliveries: (() => Promise<void>) | null = null;
  return {
    outbox,
    async start(engine, ids) {
      if (url === undefined) return;
      const config = await configOf(place, url);
      const started = await startDeliveries({
        ...{ config, share: place.share, engine, hooks: outbox, ids, onError },
      });
      stopDeliveries = () => started.stop();
    },
    async stop() {
      await stopDeliveries?.();
      await outbox.stop();
    },
  };
}

/** Until the receiver has got so many events. */
export async function allReceived(url: string, events: number): Promise<void> {
  const givesUpMs = performance.now() + patienceMs;
  for (let got = 0; got < events; ) {
    ({ events: got } = (await (await fetch(url)).json()) as { events: number });
    if (got >= events) return;
    if (performance.now() > givesUpMs) {
      throw new Error(`only ${got} of ${events} events reached the webhook`);
    }
    await pause(pollMs);
  }
}
