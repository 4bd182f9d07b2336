// Webhooks: registered, listed, turned on again, given a new secret and deleted by their tenant.
// Deliveries and redelivery are in webhook-deliveries.ts.
import { z } from 'zod';
import { isoTime, isoTimeOrNull } from '../base/clock.ts';
import { PlanwrightError } from '../base/errors.ts';
import {
  maxWebhooks,
  webhook,
  webhookDeleteOutput,
  webhookListOutput,
  webhookRef,
  webhookRegisterInput,
  webhookRegisterOutput,
  webhookRotateInput,
  webhookRotateOutput,
} from '../contract/webhooks.ts';
import { eventVersions } from '../engine/event-types.ts';
import { afterAllIds, removeDeliveries } from '../events/webhooks/delivery-log.ts';
import { checkedHookUrl, shownUrl } from '../events/webhooks/hook-url.ts';
import { dropAll } from '../events/webhooks/outbox-cleaning.ts';
import { oldSecretKey, oldSecretMs, webhookSecret } from '../events/webhooks/sign.ts';
import type { Rows } from '../store/tables.ts';
import type { Context } from './context.ts';
import { keepAnswer, keptAnswer } from './once.ts';
import { jsonOperation } from './operation.ts';

export async function findWebhook(context: Context, id: string): Promise<Rows['webhooks']> {
  const row = await context.reader.webhook(context.principal.tenant, id);
  if (row) return row;
  throw new PlanwrightError(
    'webhook_not_found',
    'There is no such webhook. webhook_list shows yours.',
  );
}

const toWebhook = (row: Rows['webhooks']): z.output<typeof webhook> => ({
  webhook_id: row.id,
  url: shownUrl(row.url),
  types: row.types === '' ? null : row.types.split(' '),
  created_at: isoTime(row.created_at),
  disabled_at: isoTimeOrNull(row.disabled_at),
  disabled_reason: row.disabled_at > 0 ? row.disabled_why : null,
});

function checkTypes(types: readonly string[]): void {
  const unknown = types.filter((type) => !Object.hasOwn(eventVersions, type));
  if (unknown.length === 0) return;
  const message = `types: there is no event ${unknown.join(', ')}. There are ${Object.keys(eventVersions).join(', ')}.`;
  throw new PlanwrightError('INVALID_ARGUMENTS', message);
}

async function checkCount({ reader, principal }: Context): Promise<void> {
  if ((await reader.webhooks(principal.tenant)).length < maxWebhooks) return;
  const message = `There are ${maxWebhooks} webhooks already, and no more are kept. Delete one first.`;
  throw new PlanwrightError('limit_exceeded', message, { max: maxWebhooks });
}

async function secretOf({ reader }: Context, row: Rows['webhooks']): Promise<string> {
  const secret = await reader.meta('secret');
  if (!secret) throw new PlanwrightError('storage_failed', 'The store has no secret.');
  return webhookSecret(secret, row.id, row.secret_version);
}

const storeWebhook = (context: Context, put: Rows['webhooks']) =>
  context.engine.commit([{ rows: [{ table: 'webhooks', put }] }]);

/** The same Idempotency-Key: the same webhook, and its secret is derived anew. */
async function registeredBefore(context: Context): Promise<Rows['webhooks'] | null> {
  const kept = await keptAnswer<{ id: string }>(context);
  return kept ? findWebhook(context, kept.id) : null;
}

async function register(
  context: Context,
  url: string,
  types: readonly string[],
): Promise<Rows['webhooks']> {
  const checked = checkedHookUrl(url, context.fetchAllow);
  await checkCount(context);
  const { tenant, id: by } = context.principal;
  const now = context.now();
  const put = {
    id: context.ids.next('hook', now),
    tenant,
    url: checked,
    types: [...new Set(types)].join(' '),
    created_by: by,
    created_at: now,
    disabled_at: 0,
    disabled_why: '',
    secret_version: 1,
  };
  const require = keepAnswer(context, { id: put.id });
  const rows = [{ table: 'webhooks', put }] as const;
  const [result] = await context.engine.commit([require.length > 0 ? { rows, require } : { rows }]);
  if (result?.ok) return put;
  const earlier = await registeredBefore(context);
  if (earlier) return earlier;
  throw new PlanwrightError('conflict', 'Somebody else used this Idempotency-Key. Try again.');
}

export const webhookRegister = jsonOperation({
  name: 'webhook_register',
  title: 'Register a webhook',
  description:
    'Sends the events of all runs of this tenant to an address, signed and in order for each run. The secret is shown once.',
  input: webhookRegisterInput,
  output: webhookRegisterOutput,
  scope: 'run',
  rest: { method: 'POST', path: '/api/webhooks/register', status: 201 },
  examples: [{ url: 'https://example.org/hooks', types: ['run.ended'] }],
  async handler(context, { url, types = [] }) {
    checkTypes(types);
    const row = (await registeredBefore(context)) ?? (await register(context, url, types));
    return {
      ...toWebhook(row),
      secret: await secretOf(context, row),
      next_action:
        'Keep the secret and check each message with it. webhook_deliveries shows what was sent.',
    };
  },
});

export const webhookList = jsonOperation({
  name: 'webhook_list',
  title: 'List webhooks',
  description: 'Lists the webhooks of this tenant without their secrets.',
  input: z.strictObject({}),
  output: webhookListOutput,
  scope: 'run',
  rest: 'GET /api/webhooks',
  cli: 'webhooks',
  async handler({ reader, principal }) {
    return { webhooks: (await reader.webhooks(principal.tenant)).map(toWebhook) };
  },
});

export const webhookDelete = jsonOperation({
  name: 'webhook_delete',
  title: 'Delete a webhook',
  description: 'Stops deliveries and removes the delivery history.',
  input: webhookRef,
  output: webhookDeleteOutput,
  scope: 'run',
  isIdempotent: false,
  rest: 'DELETE /api/webhooks/{webhook_id}',
  async handler(context, { webhook_id: id }) {
    const row = await findWebhook(context, id);
    const { engine, reader } = context;
    await engine.commit([{ rows: [{ table: 'webhooks', remove: { id } }] }]);
    const store = {
      commit: engine.commit.bind(engine),
      outboxOf: reader.outboxOf.bind(reader),
      deliveries: reader.deliveries.bind(reader),
    };
    await dropAll(store, id);
    await removeDeliveries(store, row, afterAllIds);
    return { webhook_id: id, deleted: true as const };
  },
});

export const webhookEnable = jsonOperation({
  name: 'webhook_enable',
  title: 'Enable a webhook',
  description: 'Enables a disabled webhook for new events. webhook_redeliver sends earlier ones.',
  input: webhookRef,
  output: webhook,
  scope: 'run',
  isIdempotent: true,
  rest: 'POST /api/webhooks/{webhook_id}/enable',
  async handler(context, { webhook_id: id }) {
    const row = { ...(await findWebhook(context, id)), disabled_at: 0, disabled_why: '' };
    await storeWebhook(context, row);
    return toWebhook(row);
  },
});

export const webhookRotate = jsonOperation({
  name: 'webhook_rotate',
  title: 'Rotate the secret of a webhook',
  description: 'Issues a new secret. For 24 hours, messages also carry a signature of the old one.',
  input: webhookRotateInput,
  output: webhookRotateOutput,
  scope: 'run',
  rest: 'POST /api/webhooks/{webhook_id}/rotate',
  async handler(context, { webhook_id: id, keep_old }) {
    const old = await findWebhook(context, id);
    const row = { ...old, secret_version: old.secret_version + 1 };
    const now = context.now();
    const until = keep_old ? now + oldSecretMs : now;
    const require = [{ unique: oldSecretKey(row), value: String(old.secret_version), until }];
    const write = { require, rows: [{ table: 'webhooks', put: row } as const] };
    const [result] = await context.engine.commit([write]);
    if (!result?.ok) throw new PlanwrightError('conflict', 'It got a new secret just now.');
    return {
      webhook_id: id,
      secret: await secretOf(context, row),
      old_secret_until: keep_old ? isoTime(until) : null,
    };
  },
});
