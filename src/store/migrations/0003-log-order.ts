import { commitV3Postgres } from './0003-commit.postgres.ts';
import { logOrderSqlite } from './0003-log-order.sqlite.ts';
import type { Migration } from './migration.ts';

/**
 * PostgreSQL tries to make large values smaller, at 10 µs for each KB: more than all else that a commit
 * does with them. They are kept as they are, as on SQLite.
 */
const plainContents = `alter table content alter column bytes set storage external;
`;

/** On SQLite an older build would put events where nobody looks for them. */
export const logOrder: Migration = {
  id: 3,
  name: 'log-order',
  breaking: 'sqlite',
  sqlite: logOrderSqlite,
  postgres: plainContents + commitV3Postgres,
};
