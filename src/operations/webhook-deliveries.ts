// What became of each attempt to deliver, and sending again.
import { isoTime } from '../base/clock.ts';
import { PlanwrightError } from '../base/errors.ts';
import {
  webhookDeliveriesInput,
  webhookDeliveriesOutput,
  webhookRedeliverInput,
  webhookRedeliverOutput,
} from '../contract/webhooks.ts';
import { afterAllIds } from '../events/webhooks/delivery-log.ts';
import { outboxId } from '../events/webhooks/hook-outbox.ts';
import { messageId } from '../events/webhooks/sign.ts';
import type { Rows } from '../store/tables.ts';
import type { Context } from './context.ts';
import { findExecution } from './execution-views.ts';
import { jsonOperation } from './operation.ts';
import { findWebhook } from './webhooks.ts';

const toDelivery = (row: Rows['deliveries']) => ({
  delivery_id: row.id,
  message_id: messageId(row.webhook, row.run, row.from_seq, row.to_seq),
  run_id: row.run,
  from_seq: row.from_seq,
  to_seq: row.to_seq,
  attempt: row.attempt,
  at: isoTime(row.at),
  status: row.status > 0 ? row.status : null,
  error: row.error === '' ? null : row.error,
  took_ms: row.took_ms,
});

export const webhookDeliveries = jsonOperation({
  name: 'webhook_deliveries',
  title: 'List the deliveries of a webhook',
  description: 'Lists the latest delivery attempts with the response of the endpoint.',
  input: webhookDeliveriesInput,
  output: webhookDeliveriesOutput,
  scope: 'run',
  rest: 'GET /api/webhooks/{webhook_id}/deliveries',
  async handler(context, { webhook_id: id, limit, cursor = afterAllIds }) {
    const { tenant } = await findWebhook(context, id);
    const rows = await context.reader.deliveries(tenant, id, cursor, limit + 1);
    const page = rows.slice(0, limit);
    return {
      webhook_id: id,
      deliveries: page.map(toDelivery),
      next_cursor: rows.length > limit ? (page.at(-1)?.id ?? null) : null,
    };
  },
});

interface Range {
  readonly run: string;
  readonly from: number;
  readonly to: number;
}

async function rangeOfDelivery(
  { reader }: Context,
  hook: Rows['webhooks'],
  id: string,
): Promise<Range> {
  // No id lies between this one and the same with a zero behind it.
  const [row] = await reader.deliveries(hook.tenant, hook.id, `${id}0`, 1);
  if (row?.id === id) return { run: row.run, from: row.from_seq, to: row.to_seq };
  const message =
    'There is no such delivery of this webhook. webhook_deliveries shows what is kept.';
  throw new PlanwrightError('delivery_not_found', message);
}

async function rangeOfExecution(context: Context, id: string, from: number): Promise<Range> {
  const run = await findExecution(context, id);
  if (from <= run.head_seq) return { run: run.id, from, to: run.head_seq };
  const message = `from_seq: the newest event of this execution is ${run.head_seq}.`;
  throw new PlanwrightError('INVALID_ARGUMENTS', message);
}

export const webhookRedeliver = jsonOperation({
  name: 'webhook_redeliver',
  title: 'Redeliver events',
  description:
    'Resends the events of one delivery, or the events of an execution from a given event on. Name one of the two.',
  input: webhookRedeliverInput,
  output: webhookRedeliverOutput,
  scope: 'run',
  rest: { method: 'POST', path: '/api/webhooks/{webhook_id}/redeliver', status: 202 },
  async handler(context, { webhook_id, delivery_id, execution_id, from_seq }) {
    const hook = await findWebhook(context, webhook_id);
    if ((delivery_id === undefined) === (execution_id === undefined)) {
      throw new PlanwrightError('INVALID_ARGUMENTS', 'Name delivery_id or execution_id.');
    }
    if (hook.disabled_at > 0) {
      const message = 'This webhook is disabled. Turn it on first with webhook_enable.';
      throw new PlanwrightError('not_allowed_now', message);
    }
    const { run, from, to } =
      delivery_id === undefined
        ? await rangeOfExecution(context, execution_id ?? '', from_seq)
        : await rangeOfDelivery(context, hook, delivery_id);
    const id = `${outboxId(hook.id, run)}/${from}-${to}`;
    const row = { id, tenant: hook.tenant, run, seq: to, topic: hook.id, sent: from - 1 };
    await context.engine.commit([{ outbox: [row] }]);
    return {
      ...{ webhook_id, run_id: run, from_seq: from, to_seq: to },
      next_action: 'It is on its way. webhook_deliveries shows what the endpoint answered.',
    };
  },
});
