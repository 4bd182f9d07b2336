import { commitV3Postgres } from './0003-commit.postgres.ts';
import { logOrderSqlite } from './0003-log-order.sqlite.ts';
import type { Migration } from './migration.ts';

/** On SQLite an older build would put events where nobody looks for them. */
export const logOrder: Migration = {
  id: 3,
  name: 'log-order',
  breaking: 'sqlite',
  sqlite: logOrderSqlite,
  postgres: commitV3Postgres,
};
