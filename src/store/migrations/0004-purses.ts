import { pursesPostgres } from './0004-purses.postgres.ts';
import { pursesSqlite } from './0004-purses.sqlite.ts';
import type { Migration } from './migration.ts';

/** An older build would hand out the work of a run beside its purse. */
export const purses: Migration = {
  id: 4,
  name: 'purses',
  breaking: true,
  sqlite: pursesSqlite,
  postgres: pursesPostgres,
};
