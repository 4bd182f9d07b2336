// Reads of what goes out: the outbox, webhooks and their deliveries, messages; and of the switches.

/**
 * Up to the head of the run: a row that was pending before is not moved by every event. Rows that are
 * not "webhook/run" ask for a part of a run again, and end where they say.
 */
const pending = `select o.id, o.tenant, o.run,
  case when r.head_seq > o.seq then r.head_seq else o.seq end as seq,
  o.topic, o.sent, o.next_at, o.tries
  from outbox o left join runs r on r.id = o.run and o.id = o.topic || '/' || o.run
  where o.seq > o.sent`;

export const deliverySql = {
  switches: `select * from switches order by scope`,
  webhook: `select * from webhooks where tenant = $1 and id = $2`,
  webhooks: `select * from webhooks where tenant = $1 order by id`,
  allWebhooks: `select * from webhooks where disabled_at = 0 order by id`,
  deliveries: `select * from deliveries where tenant = $1 and webhook = $2 and id < $3
    order by id desc limit $4`,
  outboxPending: `${pending} and o.next_at <= $1 order by o.next_at, o.id limit $2`,
  outboxOf: `${pending} and o.id > $1 and o.id < $2 and o.next_at <= $3 order by o.id limit $4`,
  nextOutboxAt: `select min(next_at) as at from outbox where seq > sent`,
  messagesFor: `select * from messages where delivered_at = 0 and tenant = $1
    and recipient in ($2, $3, $4, $5, $6, $7, $8, $9) order by sent_at, id limit $10`,
} as const;
