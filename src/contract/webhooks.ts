// Webhooks: who is told of events as they happen, and what became of each attempt to tell.
import { z } from 'zod';
import {
  cursor,
  deliveryId,
  executionId,
  nextAction,
  pageLimit,
  time,
  webhookId,
} from './common.ts';

export const maxWebhooks = 20;

const eventType = z
  .string()
  .max(40)
  .regex(/^[a-z_]+\.[a-z_]+$/, 'must look like run.ended');

export const webhookRegisterInput = z.strictObject({
  url: z.string().min(1).max(2_000).describe('Where to send events: https://… (or http://…).'),
  types: z
    .array(eventType)
    .min(1)
    .max(50)
    .optional()
    .describe('Only events of these types, such as run.ended; all if left out.'),
});

const webhookFields = {
  webhook_id: webhookId,
  url: z.string().describe('Without its query, which may hold a secret.'),
  types: z.array(z.string()).nullable().describe('Null for all.'),
  created_at: time,
  disabled_at: time.nullable(),
  disabled_reason: z.string().nullable(),
};

export const webhook = z.object(webhookFields);

export const webhookRegisterOutput = z.object({
  ...webhookFields,
  secret: z.string().describe('Checks the signatures; shown this once.'),
  next_action: nextAction,
});

export const webhookRef = z.strictObject({ webhook_id: webhookId });

export const webhookListOutput = z.object({ webhooks: z.array(webhook) });

export const webhookDeleteOutput = z.object({ webhook_id: webhookId, deleted: z.literal(true) });

export const webhookRotateInput = z.strictObject({
  webhook_id: webhookId,
  keep_old: z
    .boolean()
    .default(true)
    .describe('Sign with the old secret too for 24 hours; false after a leak.'),
});

export const webhookRotateOutput = z.object({
  webhook_id: webhookId,
  secret: z.string().describe('The new secret, shown this once.'),
  old_secret_until: time.nullable(),
});

export const webhookDeliveriesInput = z.strictObject({
  webhook_id: webhookId,
  limit: pageLimit(20, 100),
  cursor: cursor.optional(),
});

export const webhookDeliveriesOutput = z.object({
  webhook_id: webhookId,
  deliveries: z.array(
    z.object({
      delivery_id: deliveryId,
      message_id: z.string().describe('The webhook-id header.'),
      run_id: z.string(),
      from_seq: z.int(),
      to_seq: z.int(),
      attempt: z.int(),
      at: time,
      status: z.int().nullable().describe('HTTP status of the answer; null without one.'),
      error: z.string().nullable(),
      took_ms: z.int(),
    }),
  ),
  next_cursor: z.string().nullable(),
});

export const webhookRedeliverInput = z.strictObject({
  webhook_id: webhookId,
  delivery_id: deliveryId.optional().describe('Send the events of this delivery again.'),
  execution_id: executionId.optional().describe('Or: send events of this execution again.'),
  from_seq: z.coerce
    .number()
    .int()
    .min(1)
    .max(1e12)
    .default(1)
    .describe('With execution_id: from this event to the newest.'),
});

export const webhookRedeliverOutput = z.object({
  webhook_id: webhookId,
  run_id: z.string(),
  from_seq: z.int(),
  to_seq: z.int(),
  next_action: nextAction,
});
