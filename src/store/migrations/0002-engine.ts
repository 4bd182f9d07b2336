import { commitV2Postgres } from './0002-commit.postgres.ts';
import { enginePostgres } from './0002-engine.postgres.ts';
import { engineSqlite } from './0002-engine.sqlite.ts';
import type { Migration } from './migration.ts';

export const engine: Migration = {
  id: 2,
  name: 'engine',
  breaking: false,
  sqlite: engineSqlite,
  postgres: enginePostgres + commitV2Postgres,
};
