import type { Migration } from './migration.ts';

/**
 * On PostgreSQL every commit of a run with a webhook moves its row of the outbox. An index that asks how
 * far it has come made each of these a new entry in every index of the table; now the row is written in
 * place. What was sent whole is removed, so the index has no more to pass over.
 */
const postgres = `drop index outbox_next;
create index outbox_next2 on outbox (next_at, id);
`;

/** Frozen: later changes are later migrations. An older build reads and writes as before. */
export const outboxIndex: Migration = {
  id: 7,
  name: 'outbox-index',
  breaking: false,
  sqlite: '',
  postgres,
};
