// A database of its own for each test file that needs PostgreSQL, on the one server of the run.
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { ensureSchema } from '../../src/store/postgres/schema.ts';

export interface TestDatabase {
  readonly url: string;
  readonly drop: () => Promise<void>;
}

/** What every test database is a copy of: the schema is made once in a run. */
const templateName = 'schema_template';

/** Made by the global setup, after the server. */
export async function makeTemplateDatabase(serverUrl: string): Promise<void> {
  await runOnServer(serverUrl, `create database ${templateName}`);
  const client = new pg.Client({ connectionString: urlOf(serverUrl, templateName) });
  await client.connect();
  try {
    await ensureSchema(client);
  } finally {
    await client.end();
  }
}

/** With the schema. For vitest projects with the PostgreSQL global setup. */
export function createTestDatabase(): Promise<TestDatabase> {
  return copyDatabase(inject('postgresUrl'), templateName);
}

/** Without the schema, for tests of how it is made. */
export function createEmptyDatabase(): Promise<TestDatabase> {
  return createDatabase(inject('postgresUrl'));
}

/** For anything else that has a superuser's URL: benchmarks, the demo. */
export function createDatabase(serverUrl: string): Promise<TestDatabase> {
  return copyDatabase(serverUrl, 'template1');
}

function urlOf(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

async function copyDatabase(serverUrl: string, template: string): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await runOnServer(serverUrl, `create database ${name} template ${template}`);
  return {
    url: urlOf(serverUrl, name),
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
