// A database of its own for each test file that needs PostgreSQL, on the one server of the run.
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

export interface TestDatabase {
  readonly url: string;
  readonly drop: () => Promise<void>;
}

/** For vitest projects with the PostgreSQL global setup. */
export function createTestDatabase(): Promise<TestDatabase> {
  return createDatabase(inject('postgresUrl'));
}

/** For anything else that has a superuser's URL: benchmarks, the demo. */
export async function createDatabase(serverUrl: string): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await runOnServer(serverUrl, `create database ${name}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    drop: () => runOnServer(serverUrl, `drop database if exists ${name} with (force)`),
  };
}

async function runOnServer(serverUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
