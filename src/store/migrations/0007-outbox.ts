// The outbox on PostgreSQL: its rows are written in place, and go when all is sent.
import { commitFunction } from './0003-commit.postgres.ts';
import { commitV6Parts } from './0006-archives.ts';
import type { Migration } from './migration.ts';

/**
 * Every commit of a run with a webhook moves its row. An index that asks how far the row has come made
 * each of these a new entry in every index of the table.
 */
const index = `drop index outbox_next;
create index outbox_next2 on outbox (next_at, id);
`;

/**
 * A webhook that wants some types only is sent up to the head of the run, beyond the last event that it
 * wanted: its row stayed for ever.
 */
const leftovers = `delete from outbox where seq <= sent;
`;

/** For a later one, which may build on this. */
export const commitV7Parts = {
  ...commitV6Parts,
  writes: commitV6Parts.writes.replace('and t.seq = t.sent;', 'and t.seq <= t.sent;'),
} as const;

const commitV7Postgres = commitFunction({ name: 'pw_commit_v7', ...commitV7Parts });

/** Frozen: later changes are later migrations. An older build reads and writes as before. */
export const outbox: Migration = {
  id: 7,
  name: 'outbox',
  breaking: false,
  sqlite: leftovers,
  postgres: leftovers + index + commitV7Postgres,
};
