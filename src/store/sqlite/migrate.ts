// Each migration runs in one BEGIN IMMEDIATE transaction that first looks again at what is done, so
// twenty processes may start at once, and a kill half way leaves the schema as it was.
import type { DatabaseSync } from 'node:sqlite';
import { failpoint } from '../../base/failpoints.ts';
import { type AppliedMigration, isBreaking, type Migration } from '../migrations/migration.ts';
import { missingMigrations } from '../migrations/plan-migrations.ts';
import { sqliteError } from './sqlite-error.ts';

const ledger = `create table if not exists migrations (
  id integer not null primary key, name text not null, breaking integer not null, applied_at integer not null)`;

const applied = (db: DatabaseSync): AppliedMigration[] =>
  db.prepare('select id, name, breaking from migrations order by id').all() as never;

function hasLedger(db: DatabaseSync): boolean {
  const sql = `select 1 from sqlite_master where type = 'table' and name = 'migrations'`;
  return db.prepare(sql).get() !== undefined;
}

function runMigrations(db: DatabaseSync, known: readonly Migration[], now: number): void {
  db.exec(ledger);
  for (const migration of missingMigrations(known, applied(db))) {
    db.prepare('insert into migrations (id, name, breaking, applied_at) values (?, ?, ?, ?)').run(
      migration.id,
      migration.name,
      isBreaking(migration, 'sqlite') ? 1 : 0,
      now,
    );
    failpoint('migration-noted');
    db.exec(migration.sqlite);
    failpoint('migration-changed');
  }
}

export function migrateSqlite(db: DatabaseSync, known: readonly Migration[], now: number): void {
  try {
    if (hasLedger(db) && missingMigrations(known, applied(db)).length === 0) return;
    db.exec('begin immediate');
    try {
      runMigrations(db, known, now);
      db.exec('commit');
    } catch (error) {
      if (db.isTransaction) db.exec('rollback');
      throw error;
    }
  } catch (error) {
    throw sqliteError(error);
  }
}
