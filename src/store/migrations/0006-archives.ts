// Plans that are put away: lists leave them out. A row of its own beside the plan, so that a plan that
// is exported or made anew is the same row as before.
import { put } from './0002-commit.postgres.ts';
import { commitFunction } from './0003-commit.postgres.ts';
import { commitV5Parts } from './0005-commit.postgres.ts';
import type { Migration } from './migration.ts';

const archivesSqlite = `
create table archives (
  "plan" text not null primary key,
  tenant text not null,
  "by" text not null,
  at integer not null
) without rowid;
`;

const archivesPostgres = `
create table archives (
  plan text collate "C" not null primary key,
  tenant text collate "C" not null,
  by text collate "C" not null,
  at bigint not null
);
`;

/** For a later one, which may build on this. */
export const commitV6Parts = {
  ...commitV5Parts,
  writes: commitV5Parts.writes + put('archives', 'plan', 'tenant by #at'),
} as const;

const commitV6Postgres = commitFunction({ name: 'pw_commit_v6', ...commitV6Parts });

/** Frozen: later changes are later migrations. An older build shows what is put away, and no more. */
export const archives: Migration = {
  id: 6,
  name: 'archives',
  breaking: false,
  sqlite: archivesSqlite,
  postgres: archivesPostgres + commitV6Postgres,
};
