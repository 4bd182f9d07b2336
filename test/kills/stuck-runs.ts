// A watchdog over children that should come to an end: says what the rows are when they do not.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';

interface Place {
  readonly home: string;
  readonly databaseUrl: string | null;
}

/** Far more than it takes on a loaded machine. */
const limitMs = 300_000;
const maxRows = 40;

const queries = [
  `select * from runs where ended_at = 0 limit ${maxRows}`,
  `select * from steps where state in ('READY', 'LEASED', 'WAITING', 'DONE') limit ${maxRows}`,
  `select * from due order by at limit ${maxRows}`,
];

async function rowsOf({ home, databaseUrl }: Place): Promise<unknown[]> {
  if (databaseUrl !== null) {
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    try {
      const rows: unknown[] = [];
      for (const query of queries) rows.push(...(await client.query(query)).rows);
      return rows;
    } finally {
      await client.end();
    }
  }
  const path = join(home, 'planwright.db');
  if (!existsSync(path)) return [];
  const db = new DatabaseSync(path, { timeout: 5_000, readOnly: true });
  try {
    return queries.flatMap((query) => db.prepare(query).all());
  } finally {
    db.close();
  }
}

async function describeRows(place: Place): Promise<string> {
  const rows = await rowsOf(place).catch((error: unknown) => [String(error)]);
  return rows.map((row) => JSON.stringify(row)).join('\n');
}

/** The same promise, or an error with what is not over yet. */
export async function unlessStuck<T>(what: string, place: Place, ending: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const isLate = new Promise<true>((resolve) => {
    timer = setTimeout(() => resolve(true), limitMs);
  });
  try {
    const first = await Promise.race([ending.then((value) => ({ value })), isLate]);
    if (first !== true) return first.value;
    throw new Error(`${what}: no end after ${limitMs / 1_000} s\n${await describeRows(place)}`);
  } finally {
    clearTimeout(timer);
  }
}
