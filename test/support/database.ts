// A database of its own for each test file that needs PostgreSQL, on the one server of the run.
import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { inject } from 'vitest';
import { ensureSchema } from '../../src/store/postgres/schema.ts';

export interface TestDatabase {
  readonly url: string;
  /** Writes every row as a line of JSON, for a look after a failure; gives the path. */
  readonly keepRows: () => Promise<string>;
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
    keepRows: () => keepRows(urlOf(serverUrl, name), name),
    drop: () => runOnServer(serverUrl, `drop database if exists ${name} with (force)`),
  };
}

const rowsFolder = fileURLToPath(new URL('../../test-output/databases', import.meta.url));

async function keepRows(url: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const tables = await client.query<{ name: string }>(
      `select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`,
    );
    const lines: string[] = [];
    for (const table of tables.rows) {
      const sql = `select row_to_json(t)::text as line from ${table.name} t`;
      const { rows } = await client.query<{ line: string }>(sql);
      lines.push(
        ...rows.map(({ line }) => `{"table":${JSON.stringify(table.name)},"row":${line}}\n`),
      );
    }
    await mkdir(rowsFolder, { recursive: true });
    const file = path.join(rowsFolder, `${name}.jsonl`);
    await writeFile(file, lines.join(''));
    return file;
  } finally {
    await client.end();
  }
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
