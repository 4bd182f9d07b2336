// One webhook that subscribes to every event of the benchmark's tenant, and the proof that all of
// them arrived.
import { setTimeout as pause } from 'node:timers/promises';
import type { Ids } from '../../src/base/ids.ts';
import type { Engine } from '../../src/engine/engine.ts';
import { startDeliveries } from '../../src/events/webhooks/deliveries.ts';
import { HookList } from '../../src/events/webhooks/hook-list.ts';
import type { Store } from '../../src/store/store.ts';

export interface Hooks {
  /** Goes to the engine, which writes to the outbox what it says. */
  readonly outbox: HookList;
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

export async function openHooks(
  store: Store,
  tenant: string,
  url: string | undefined,
  onError: (error: unknown) => void,
): Promise<Hooks> {
  const outbox = new HookList(store, onError);
  if (url !== undefined) await register(store, tenant, url);
  await outbox.load();
  let stopDeliveries: (() => Promise<void>) | null = null;
  return {
    outbox,
    async start(engine, ids) {
      if (url === undefined) return;
      const allow = [new URL(url).host];
      const started = await startDeliveries({ store, hooks: outbox, ids, engine, allow, onError });
      stopDeliveries = () => started.stop();
    },
    async stop() {
      await stopDeliveries?.();
      outbox.stop();
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
