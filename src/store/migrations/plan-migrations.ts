// Decides what to run, for both stores: which migrations are missing, and whether this build may
// use a schema that a newer one has moved on.
import { PlanwrightError } from '../../base/errors.ts';
import type { AppliedMigration, Migration } from './migration.ts';

export function missingMigrations(
  known: readonly Migration[],
  applied: readonly AppliedMigration[],
): Migration[] {
  const knownIds = new Set(known.map((migration) => migration.id));
  const tooNew = applied.filter((row) => !knownIds.has(row.id) && row.breaking !== 0);
  if (tooNew.length > 0) {
    const names = tooNew.map((row) => `${row.id} ${row.name}`);
    throw new PlanwrightError(
      'schema_newer',
      `The data was changed by a newer Planwright (${names.join(', ')}). Start that version, or restore a backup made before it.`,
      { migrations: names },
    );
  }
  const done = new Set(applied.map((row) => row.id));
  return known.filter((migration) => !done.has(migration.id));
}
