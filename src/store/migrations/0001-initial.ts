import { commitPostgres } from './0001-commit.postgres.ts';
import { initialPostgres } from './0001-initial.postgres.ts';
import { initialSqlite } from './0001-initial.sqlite.ts';
import type { Migration } from './migration.ts';

export const initial: Migration = {
  id: 1,
  name: 'initial',
  breaking: false,
  sqlite: initialSqlite,
  postgres: initialPostgres + commitPostgres,
};
