// Messages, webhooks and their deliveries.
import { integer, table, text } from './table.ts';

export const deliveryTables = {
  messages: table({
    key: { id: text },
    rest: {
      tenant: text,
      run: text,
      step: text,
      sender: text,
      recipient: text,
      thread: text,
      /** The id of its content. */
      content: text,
      sent_at: integer,
      /** 0 until it is. */
      delivered_at: integer,
    },
    indexes: {
      messages_waiting: '(tenant, recipient, sent_at, id) where delivered_at = 0',
      messages_run: '(run)',
    },
  }),
  webhooks: table({
    key: { id: text },
    rest: {
      tenant: text,
      url: text,
      /** Event types, space-separated; '' for all. */
      types: text,
      created_by: text,
      created_at: integer,
      disabled_at: integer,
      disabled_why: text,
      secret_version: integer,
    },
    indexes: { webhooks_tenant: '(tenant, id)' },
  }),
  deliveries: table({
    key: { id: text },
    rest: {
      tenant: text,
      webhook: text,
      run: text,
      from_seq: integer,
      to_seq: integer,
      attempt: integer,
      at: integer,
      /** Of the answer over HTTP; 0 without one. */
      status: integer,
      error: text,
      took_ms: integer,
    },
    indexes: { deliveries_webhook: '(webhook, id)' },
  }),
} as const;
