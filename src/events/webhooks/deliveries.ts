// Starts the deliverer beside an engine: where its secret, its connections and its wake-ups come from.
import { PlanwrightError } from '../../base/errors.ts';
import type { Ids } from '../../base/ids.ts';
import { createSafePost } from '../../base/safe-fetch-post.ts';
import type { Advance } from '../../engine/engine-api.ts';
import type { Store } from '../../store/store.ts';
import { Deliverer } from './deliverer.ts';
import type { HookList } from './hook-list.ts';

export interface DeliveriesOptions {
  readonly store: Store;
  readonly hooks: HookList;
  readonly ids: Ids;
  readonly engine: { onAdvance(listener: (advance: Advance) => void): () => void };
  /** Private host:port pairs that may be called. */
  readonly allow: readonly string[];
  readonly onError: (error: unknown) => void;
}

export interface Deliveries {
  stop(): Promise<void>;
}

export async function startDeliveries(options: DeliveriesOptions): Promise<Deliveries> {
  const { store, hooks, ids, onError } = options;
  const secret = (await store.meta('secret')) ?? '';
  if (secret === '') throw new PlanwrightError('storage_failed', 'The store has no secret.');
  const post = createSafePost({ allow: options.allow });
  const deliverer = new Deliverer({ store, hooks, ids, secret, post, onError });
  const stopListening = options.engine.onAdvance(({ run, isTelemetry }) => {
    // Commits of others are heard of through the list of webhooks.
    if (run !== '' && !isTelemetry) deliverer.advanced();
  });
  return {
    async stop() {
      stopListening();
      await deliverer.stop();
      await post.close();
    },
  };
}
