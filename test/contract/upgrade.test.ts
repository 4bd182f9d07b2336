// A database that the first build made, with its data: it opens and is brought up to date, and a
// server of the first build that still runs on it goes on writing without harm.
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { initial } from '../../src/store/migrations/0001-initial.ts';
import { withClient } from '../../src/store/postgres/connection.ts';
import { migratePostgres } from '../../src/store/postgres/migrate.ts';
import { migrateSqlite } from '../../src/store/sqlite/migrate.ts';
import type { Rows } from '../../src/store/tables.ts';
import { type Harness, postgresHarness, sqliteHarness } from './harness.ts';
import { sampleRows } from './sample-rows.ts';
import { targetOf } from './target.ts';

type Row = Readonly<Record<string, string | number>>;

/** What the first build knows of a row. */
function oldRow(row: object, ...added: string[]): Row {
  const known = Object.entries(row).filter(([column]) => !added.includes(column));
  return Object.fromEntries(known) as Row;
}

const oldRun = (change: Partial<Rows['runs']> = {}): Row =>
  oldRow({ ...sampleRows.runs, ...change }, 'held_at', 'held_by', 'ending', 'rev', 'progress');

const stepAdded = ['urgency', 'turn_at', 'failures', 'slot', 'wait_key', 'choice', 'undoes'];
const oldStep = (change: Partial<Rows['steps']> = {}): Row =>
  oldRow({ ...sampleRows.steps, ...change }, ...stepAdded);

interface OldBuild {
  migrate(): Promise<void>;
  put(table: string, key: string, row: Row): Promise<void>;
}

function oldSqlite({ address }: Harness): OldBuild {
  const withDb = async (use: (db: DatabaseSync) => void): Promise<void> => {
    const db = new DatabaseSync(address);
    use(db);
    db.close();
  };
  return {
    migrate: () => withDb((db) => migrateSqlite(db, [initial], 1)),
    put: (table, key, row) =>
      withDb((db) => {
        const columns = Object.keys(row);
        const updates = columns.map((column) => `${column} = excluded.${column}`);
        const text = `insert into ${table} (${columns.join(', ')})
          values (${columns.map(() => '?').join(', ')})
          on conflict (${key}) do update set ${updates.join(', ')}`;
        db.prepare(text).run(...Object.values(row));
      }),
  };
}

function oldPostgres({ address, sql }: Harness): OldBuild {
  return {
    migrate: () =>
      withClient(targetOf(address), 'test', (client) => migratePostgres(client, [initial])),
    put: async (table, _, row) => {
      const sets = JSON.stringify([{ rows: [{ table, put: row }] }]);
      const [answer] = await sql('select pw_commit_v1(?::jsonb, 1) as results', sets);
      expect(answer?.results).toEqual([{ ok: true }]);
    },
  };
}

describe.each([
  ['SQLite', sqliteHarness, oldSqlite],
  ['PostgreSQL', postgresHarness, oldPostgres],
])('data of the first build on %s', (_, makeHarness, oldBuildOn) => {
  let harness: Harness;
  let old: OldBuild;
  beforeEach(async () => {
    harness = await makeHarness();
    old = oldBuildOn(harness);
    await old.migrate();
    await old.put('runs', 'id', oldRun());
    await old.put('steps', 'run, step', oldStep());
    await harness.sql(`insert into uniques (key, value, until) values ('old', 'exec_1', 99)`);
    await harness.sql(`insert into outbox (id, tenant, run, seq, topic)
      values ('out_1', 'tenant_a', 'exec_1', 4, 'run')`);
  });
  afterEach(() => harness.drop());

  it('[MG4] is brought up to date, and every old field stays', async () => {
    const store = await harness.open();
    const run = { ...oldRun(), held_at: 0, held_by: '', ending: '', rev: 1, progress: 0 };
    expect(await store.run(sampleRows.runs.id)).toEqual(run);
    const turn = { urgency: 5, turn_at: sampleRows.steps.changed_at, failures: 0 };
    const step = { ...oldStep(), ...turn, slot: '', wait_key: '', choice: '', undoes: '' };
    expect(await store.steps(sampleRows.runs.id)).toEqual([step]);
    const filter = { tenant: 'tenant_a', performer: 'agent', limit: 5 };
    expect(await store.readySteps(filter)).toEqual([step]);
    expect(await store.outboxPending(0, 5)).toMatchObject([{ id: 'out_1', seq: 4, sent: 0 }]);
    await store.commit([{ erase: { owners: ['exec_1'], at: 1 } }]);
    expect(await store.taken('old')).toBeNull();
  });

  it('[MG4] is written on by an old server, which leaves alone what it does not know', async () => {
    const store = await harness.open();
    await store.commit([
      {
        rows: [
          { table: 'runs', put: sampleRows.runs },
          { table: 'steps', put: sampleRows.steps },
        ],
      },
    ]);
    await old.put('runs', 'id', oldRun({ head_seq: 2 }));
    await old.put('steps', 'run, step', oldStep({ state: 'LEASED' }));
    await old.put('steps', 'run, step', oldStep({ step: 'task_2' }));
    expect(await store.run(sampleRows.runs.id)).toEqual({ ...sampleRows.runs, head_seq: 2 });
    const steps = await store.steps(sampleRows.runs.id);
    expect(steps).toContainEqual({ ...sampleRows.steps, state: 'LEASED' });
    expect(steps).toContainEqual(expect.objectContaining({ step: 'task_2', urgency: 5 }));
    expect(await store.heldSteps('tenant_a', sampleRows.steps.holder)).toHaveLength(1);
  });
});
