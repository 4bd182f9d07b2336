// Reads of what goes out: the outbox, webhooks and their deliveries, messages; and of the switches.

export const deliverySql = {
  switches: `select * from switches order by scope`,
  webhook: `select * from webhooks where tenant = $1 and id = $2`,
  webhooks: `select * from webhooks where tenant = $1 order by id`,
  allWebhooks: `select * from webhooks where disabled_at = 0 order by id`,
  deliveries: `select * from deliveries where tenant = $1 and webhook = $2 and id < $3
    order by id desc limit $4`,
  outboxPending: `select id, tenant, run, seq, topic, sent, next_at, tries from outbox
    where seq > sent and next_at <= $1 order by next_at, id limit $2`,
  outboxOf: `select id, tenant, run, seq, topic, sent, next_at, tries from outbox
    where id > $1 and id < $2 and seq > sent and next_at <= $3 order by id limit $4`,
  nextOutboxAt: `select min(next_at) as at from outbox where seq > sent`,
  messagesFor: `select * from messages where delivered_at = 0 and tenant = $1
    and recipient in ($2, $3, $4, $5, $6, $7, $8, $9) order by sent_at, id limit $10`,
} as const;
