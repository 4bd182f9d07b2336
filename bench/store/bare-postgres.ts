// The yardstick on PostgreSQL: the same one statement, prepared, on one connection, in a plain loop.
import pg from 'pg';
import type { WriteSet } from '../../src/store/store.ts';
import type { Slice } from '../lib/alternate.ts';
import { AppendChain } from './append-chain.ts';
import type { BareLoop } from './bare-sqlite.ts';
import { setsPerSlice } from './callers.ts';

const text = 'select pw_commit_v1($1::jsonb, $2::bigint) as results';

async function append(client: pg.Client, set: WriteSet): Promise<void> {
  const values = [JSON.stringify([set]), Date.now()];
  const { rows } = await client.query<{ results: { ok: boolean }[] }>({
    name: 'bare_commit',
    text,
    values,
  });
  if (rows[0]?.results[0]?.ok !== true) throw new Error('not committed');
}

/** The schema must be there already. */
export async function openBarePostgres(url: string): Promise<BareLoop> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const chain = new AppendChain('exec_bare');
  const slice = (): Slice => {
    const sets = chain.take(setsPerSlice);
    const run = async (): Promise<void> => {
      for (const set of sets) await append(client, set);
    };
    return { count: sets.length, run };
  };
  return { slice, close: () => client.end() };
}
