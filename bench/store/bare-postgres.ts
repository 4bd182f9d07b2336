// The yardstick on PostgreSQL: the same one statement, prepared, on one connection, in a plain loop.
import pg from 'pg';
import { commitText } from '../../src/store/postgres/send-sets.ts';
import { toMessage } from '../../src/store/postgres/waves.ts';
import type { WriteSet } from '../../src/store/store.ts';
import type { Slice } from '../lib/alternate.ts';
import { AppendChain } from './append-chain.ts';
import type { BareLoop } from './bare-sqlite.ts';
import { setsPerSlice } from './callers.ts';

async function append(client: pg.Client, set: WriteSet): Promise<void> {
  const { batch, blobs } = toMessage([set]);
  const { rows } = await client.query<{ conflicts: unknown[] }>({
    name: 'bare_commit',
    text: commitText,
    values: [JSON.stringify(batch), Date.now(), blobs],
  });
  if (rows[0]?.conflicts.length !== 0) throw new Error('not committed');
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
