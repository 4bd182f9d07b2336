// The reads of what goes out, from the statements of delivery.ts.
import type { DeliveryReader } from '../store.ts';
import { deliverySql } from './delivery.ts';
import { filled, type RowSource } from './row-source.ts';

const recipientsMax = 8;

export function deliveryReads({ all, one }: RowSource): DeliveryReader {
  return {
    switches: () => all(deliverySql.switches),
    webhook: (tenant, id) => one(deliverySql.webhook, tenant, id),
    webhooks: (tenant) => all(deliverySql.webhooks, tenant),
    allWebhooks: () => all(deliverySql.allWebhooks),
    deliveries: (tenant, webhook, before, limit) =>
      all(deliverySql.deliveries, tenant, webhook, before, limit),
    outboxPending: (now, limit) => all(deliverySql.outboxPending, now, limit),
    // Ids begin with the webhook and a slash; "0" is the character after it.
    outboxOf: (webhook, after, now, limit) =>
      all(deliverySql.outboxOf, after || `${webhook}/`, `${webhook}0`, now, limit),
    nextOutboxAt: async () =>
      (await one<{ at: number | null }>(deliverySql.nextOutboxAt))?.at ?? null,
    messagesFor: async (tenant, recipients, limit) => {
      if (recipients.length === 0) return [];
      return all(deliverySql.messagesFor, tenant, ...filled(recipients, recipientsMax), limit);
    },
  };
}
