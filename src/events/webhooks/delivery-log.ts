// The log of attempts that a tenant can look at. It is bounded: the newest thousand of a webhook.
import type { Store } from '../../store/store.ts';
import type { Rows } from '../../store/tables.ts';

export const keptDeliveries = 1_000;
/** Looking for what is too old costs a read of all that is kept, so it is not done each time. */
const pruneEvery = 200;
const pageSize = 500;
/** Above every id. */
export const afterAllIds = '~';

type LogStore = Pick<Store, 'deliveries' | 'commit'>;

export async function removeDeliveries(
  store: LogStore,
  { tenant, id }: Pick<Rows['webhooks'], 'tenant' | 'id'>,
  before: string,
): Promise<void> {
  for (;;) {
    const page = await store.deliveries(tenant, id, before, pageSize);
    if (page.length === 0) return;
    const rows = page.map((row) => ({ table: 'deliveries', remove: { id: row.id } }) as const);
    await store.commit([{ rows }]);
  }
}

export class DeliveryPruner {
  readonly #store: LogStore;
  readonly #counts = new Map<string, number>();

  constructor(store: LogStore) {
    this.#store = store;
  }

  /** To be called after each attempt. */
  async count(hook: Rows['webhooks']): Promise<void> {
    const count = (this.#counts.get(hook.id) ?? 0) + 1;
    this.#counts.set(hook.id, count % pruneEvery);
    if (count < pruneEvery) return;
    const kept = await this.#store.deliveries(hook.tenant, hook.id, afterAllIds, keptDeliveries);
    const oldest = kept.length === keptDeliveries ? kept.at(-1) : undefined;
    if (oldest) await removeDeliveries(this.#store, hook, oldest.id);
  }

  forget(isKnown: (hook: string) => boolean): void {
    for (const hook of this.#counts.keys()) if (!isKnown(hook)) this.#counts.delete(hook);
  }
}
