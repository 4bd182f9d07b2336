// Migrations under stress: many starters at once, a kill half way, old builds on new schemas.
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { migrations } from '../../src/store/migrations/index.ts';
import type { Migration } from '../../src/store/migrations/migration.ts';
import { runTogether, startChild } from './child.ts';
import { type Harness, postgresHarness, sqliteHarness } from './harness.ts';
import { append } from './sample-rows.ts';

const addedBy = (text: string, change: Partial<Migration> = {}): Migration => ({
  id: migrations.length + 1,
  name: 'next',
  breaking: false,
  sqlite: text,
  postgres: text,
  ...change,
});

const once = addedBy('create table half (x integer); insert into half values (1);');

/** Makes a table, then takes far longer than any test. */
const slow = addedBy('', {
  sqlite: `create table half (x integer);
    insert into half with recursive count (n) as (select 1 union all select n + 1 from count
      where n < 20000000000) select max(n) from count;`,
  postgres: 'create table half (x integer); select pg_sleep(600);',
});

const ledger = (harness: Harness) =>
  harness.sql('select cast(id as integer) as id, name from migrations order by id');

const names = (known: readonly Migration[]) => known.map(({ id, name }) => ({ id, name }));

/** Whether the child is inside its migration: it holds the lock that writing needs. */
async function isMigrating(harness: Harness): Promise<boolean> {
  if (harness.kind === 'postgres') {
    const text = `select 1 as x from pg_stat_activity where query like '%pg_sleep(600)%'
      and state = 'active' and pid <> pg_backend_pid() and datname = current_database()`;
    return (await harness.sql(text)).length > 0;
  }
  const db = new DatabaseSync(harness.address, { timeout: 0 });
  try {
    db.exec('begin immediate; rollback');
    return false;
  } catch {
    return true;
  } finally {
    db.close();
  }
}

describe.each([
  ['SQLite', sqliteHarness],
  ['PostgreSQL', postgresHarness],
])('migrations on %s', (_, makeHarness) => {
  let harness: Harness;
  beforeEach(async () => {
    harness = await makeHarness();
  });
  afterEach(() => harness.drop());

  it('[MG1] run once when twenty processes start at once', async () => {
    const known = [...migrations, once];
    const { kind, address } = harness;
    const children = Array.from({ length: 20 }, () =>
      startChild({ kind, address, migrations: known }),
    );
    const codes = await runTogether(children);
    expect(children.flatMap(({ lines }) => lines.filter((line) => line.error))).toEqual([]);
    expect(codes).toEqual(Array(20).fill(0));
    expect(await ledger(harness)).toEqual(names(known));
    expect(await harness.sql('select x from half')).toEqual([{ x: 1 }]);
    expect(await harness.sql(`select key from meta`)).toEqual([{ key: 'secret' }]);
  });

  it('[MG2] killed half way leave the schema as it was, and run again', async () => {
    await (await harness.open({ migrations })).close();
    const { kind, address } = harness;
    const child = startChild({ kind, address, migrations: [...migrations, slow] });
    await child.loaded;
    child.go();
    await vi.waitUntil(() => isMigrating(harness), { timeout: 60_000, interval: 20 });
    child.kill();
    expect(await child.exited).toBeNull();
    const old = await harness.open({ migrations });
    expect(await old.commit([append('exec_between')])).toEqual([{ ok: true }]);
    const again = await harness.open({ migrations: [...migrations, once] });
    expect(await again.runIds('', 5)).toEqual(['exec_between']);
    expect(await ledger(harness)).toEqual(names([...migrations, once]));
    expect(await harness.sql('select x from half')).toEqual([{ x: 1 }]);
  });

  it('[MG2] that fail leave nothing of themselves', async () => {
    const broken = addedBy('create table half (x integer); insert into nowhere values (1);');
    await expect(harness.open({ migrations: [...migrations, broken] })).rejects.toThrow(
      /nowhere|42P01/,
    );
    const store = await harness.open({ migrations: [...migrations, once] });
    expect(await store.commit([append('exec_after')])).toEqual([{ ok: true }]);
    expect(await harness.sql('select x from half')).toEqual([{ x: 1 }]);
  });

  it('[MG3] let an older build go on after a change that is not breaking', async () => {
    const grown = addedBy(`alter table runs add column extra text not null default 'none';`);
    await harness.open({ migrations: [...migrations, grown] });
    const old = await harness.open({ migrations });
    expect(await old.commit([append('exec_old')])).toEqual([{ ok: true }]);
    expect(await old.run('exec_old')).toMatchObject({ head_seq: 1 });
    expect(await ledger(harness)).toEqual(names([...migrations, grown]));
  });

  it('[MG3] let an older build that runs go on reading while a newer one changes tables', async () => {
    const old = await harness.open({ migrations });
    await old.commit([append('exec_old')]);
    const reads = () => Promise.all(Array.from({ length: 8 }, () => old.run('exec_old')));
    const before = await reads();
    const grown = addedBy(`alter table runs add column extra text not null default 'none';`);
    await harness.open({ migrations: [...migrations, grown] });
    for (const row of await reads()) expect(row).toMatchObject(before[0] ?? {});
    expect(await old.commit([append('exec_more')])).toEqual([{ ok: true }]);
  });

  it('[MG3] stop an older build after a breaking one, and name it', async () => {
    const breaking = addedBy('create table half (x integer);', { name: 'renamed', breaking: true });
    await harness.open({ migrations: [...migrations, breaking] });
    await expect(harness.open({ migrations })).rejects.toMatchObject({
      code: 'schema_newer',
      message: expect.stringContaining(`${breaking.id} renamed`),
    });
  });
});
