// Rows of webhooks that are gone or off: nobody will send them, and the log has the events anyway.
import type { PendingOutbox, Store } from '../../store/store.ts';

const pageSize = 500;

const dropping = (rows: readonly PendingOutbox[]) => ({
  outboxSent: rows.map(({ id, seq }) => ({ id, sent: seq, nextAt: 0, tries: 0 })),
  outboxRemove: rows.map(({ id }) => id),
});

type CleanedStore = Pick<Store, 'commit' | 'outboxOf' | 'outboxPending' | 'webhook'>;

export async function dropAll(
  store: Pick<CleanedStore, 'commit' | 'outboxOf'>,
  webhook: string,
): Promise<void> {
  for (;;) {
    const page = await store.outboxOf(webhook, '', Number.MAX_SAFE_INTEGER, pageSize);
    if (page.length > 0) await store.commit([dropping(page)]);
    if (page.length < pageSize) return;
  }
}

/** A server that had not heard yet may have written a row after the webhook went. */
export async function dropOrphans(
  store: CleanedStore,
  known: { has(webhook: string): boolean },
): Promise<void> {
  const page = await store.outboxPending(Number.MAX_SAFE_INTEGER, pageSize);
  const strange = new Map(
    page.filter((row) => !known.has(row.topic)).map((row) => [row.topic, row]),
  );
  for (const { tenant, topic } of strange.values()) {
    // It may be so new that this server has not heard of it.
    const row = await store.webhook(tenant, topic);
    if (row?.disabled_at !== 0) await dropAll(store, topic);
  }
}
