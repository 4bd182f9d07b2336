// A word that is written everywhere a text can go, and where it can be found.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { call, type Server } from './http.ts';

export const canary = 'zyqucanary';

interface Claimed {
  readonly lease: { readonly token: string };
}

export interface Planted {
  readonly planId: string;
  readonly executionId: string;
}

async function must<Answer>(
  server: Server,
  path: string,
  body: unknown,
  key?: string,
): Promise<Answer> {
  const answer = await call<Answer>(server, body ? 'POST' : 'GET', path, body, key);
  if (answer === null) throw new Error(`no answer to ${path}`);
  return answer;
}

/** In the goal, an error, a heartbeat, an output, notes and a report. */
export async function plantCanary(server: Server): Promise<Planted> {
  const prompt = `Open a coffee shop called ${canary} in Copenhagen`;
  const { plan_id: planId } = await must<{ plan_id: string }>(server, '/api/plans/generate', {
    prompt,
  });
  await must(server, `/api/plans/${planId}/wait`, undefined);
  const { execution_id: executionId } = await must<{ execution_id: string }>(
    server,
    '/api/executions',
    { plan_id: planId, policy: { pre_approved: ['T2'] } },
  );
  const { key } = await must<{ key: string }>(server, '/api/agents/register', { name: 'Ada' });
  const claim = () => must<Claimed>(server, '/api/work/claim', {}, key);
  const first = (await claim()).lease.token;
  const message = `it broke near ${canary}`;
  await must(server, '/api/work/fail', { lease_token: first, class: 'logic', message }, key);
  const token = (await claim()).lease.token;
  const beat = { lease_token: token, progress: 50, note: `half of ${canary}` };
  await must(server, '/api/work/heartbeat', beat, key);
  const output = { [canary]: `made ${canary}` };
  const done = { lease_token: token, output, notes: `all of ${canary}` };
  await must(server, '/api/work/complete', done, key);
  const report = { event_type: 'task_progress', notes: `more of ${canary}`, agent_id: canary };
  await must(server, `/api/executions/${executionId}/events`, report);
  return { planId, executionId };
}

/** Files of the folder that hold the word in any case, as bytes. */
export function filesWithCanary(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => readFileSync(file).toString('latin1').toLowerCase().includes(canary));
}

/** Tables that hold the word in any column, texts and bytes. */
export async function tablesWithCanary(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const tables = await client.query<{ tablename: string }>(
      `select tablename from pg_tables where schemaname = 'public'`,
    );
    const found: string[] = [];
    for (const { tablename } of tables.rows) {
      const { rows } = await client.query<Record<string, unknown>>(`select * from ${tablename}`);
      const values = rows.flatMap((row) => Object.values(row));
      if (values.some((value) => textOf(value).includes(canary))) found.push(tablename);
    }
    return found;
  } finally {
    await client.end();
  }
}

const textOf = (value: unknown): string =>
  (Buffer.isBuffer(value) ? value.toString('latin1') : JSON.stringify(value ?? '')).toLowerCase();
