import { commitV5Postgres } from './0005-commit.postgres.ts';
import { usagePostgres } from './0005-usage.postgres.ts';
import { usageSqlite } from './0005-usage.sqlite.ts';
import type { Migration } from './migration.ts';

export const usage: Migration = {
  id: 5,
  name: 'usage',
  breaking: false,
  sqlite: usageSqlite,
  postgres: usagePostgres + commitV5Postgres,
};
