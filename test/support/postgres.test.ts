// The PostgreSQL of a test run is real, durable by default, and never outlives the run.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { expect, it } from 'vitest';
import { waitFor } from '../../scripts/lib/wait-for.ts';
import { startPostgres } from './postgres.ts';
import { watchdogMs } from './watchdog.ts';

interface Facts {
  readonly pid: number;
  readonly folder: string;
  readonly fsync: string;
}

async function factsOf(url: string): Promise<Facts> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const answer = await client.query<Facts>(
      `select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int as pid,
              current_setting('data_directory') as folder,
              current_setting('fsync') as fsync`,
    );
    const [facts] = answer.rows;
    if (facts === undefined) throw new Error('no answer');
    return facts;
  } finally {
    await client.end();
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

it('starts a durable server, and takes server and files away when stopped', async () => {
  const server = await startPostgres();
  const facts = await factsOf(server.url);
  expect(facts.fsync).toBe('on');
  await server.stop();
  expect(isAlive(facts.pid)).toBe(false);
  expect(existsSync(facts.folder)).toBe(false);
});

it('leaves no server and no files when the process that started it is killed', async () => {
  const code = `
    import { startPostgres } from ${JSON.stringify(new URL('./postgres.ts', import.meta.url).href)};
    const server = await startPostgres();
    console.log(server.url);
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const url = String((await lines.next()).value);
  const facts = await factsOf(url);
  expect(isAlive(facts.pid)).toBe(true);
  child.kill('SIGKILL');
  await waitFor(async () => !isAlive(facts.pid) && !existsSync(facts.folder), {
    what: 'the server and its folder are gone',
    timeoutMs: watchdogMs,
  });
  expect(isAlive(facts.pid)).toBe(false);
});

it('says why a server does not start', async () => {
  const starting = startPostgres({ settings: { wal_level: 'nonsense' } });
  await expect(starting).rejects.toThrow(/wal_level/);
});
