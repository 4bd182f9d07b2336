// Durable appends of one event, on both stores.
//   single_vs_bare     one caller through the store, as a share of the same statements in a bare loop
//   thread_vs_bare     the same through the engine thread
//   acks_per_sync_64   64 callers, each awaiting its own acknowledgement: how many share a disk sync
//   group_vs_single    their throughput over that of one caller
//   page_1m_vs_10k     a page of 100 events from a log of 1,000,000 over one from a log of 10,000
import type { BenchContext } from './context.ts';
import { measurePostgres } from './store/postgres.ts';
import { measureSqlite } from './store/sqlite.ts';

export async function run(context: BenchContext): Promise<object> {
  return { sqlite: await measureSqlite(context), postgres: await measurePostgres(context) };
}
