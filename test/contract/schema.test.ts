// The schema of a store: many starters at once, a kill half way, data of another build.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { failpointVariable } from '../../src/base/failpoints.ts';
import { createEmptyDatabase } from '../support/database.ts';
import { runTogether, startChild } from './child.ts';
import { type Harness, postgresHarness, sqliteHarness } from './harness.ts';
import { append } from './sample-rows.ts';

const tablesOn = {
  sqlite: `select name from sqlite_master where type in ('table', 'view') order by name`,
  postgres: `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
} as const;

const tablesOf = async (harness: Harness): Promise<unknown[]> =>
  (await harness.sql(tablesOn[harness.kind])).map(({ name }) => name);

const metaOf = (harness: Harness) => harness.sql('select key, value from meta order by key');

describe.each([
  ['SQLite', sqliteHarness],
  ['PostgreSQL', () => postgresHarness(createEmptyDatabase)],
])('the schema on %s', (_, makeHarness) => {
  let harness: Harness;
  beforeEach(async () => {
    harness = await makeHarness();
  });
  afterEach(() => harness.drop());

  it('[MG1] is made once when twenty processes start at once', async () => {
    const { kind, address } = harness;
    const children = Array.from({ length: 20 }, () => startChild({ kind, address }));
    const codes = await runTogether(children);
    expect(children.flatMap(({ lines }) => lines.filter((line) => line.error))).toEqual([]);
    expect(codes).toEqual(Array(20).fill(0));
    expect((await metaOf(harness)).map(({ key }) => key)).toEqual(['schema', 'secret']);
  });

  it('[MG1] stays as it is at the next start', async () => {
    await (await harness.open()).close();
    const before = await metaOf(harness);
    await (await harness.open()).close();
    expect(await metaOf(harness)).toEqual(before);
  });

  it.each(['schema-noted', 'schema-made'])(
    '[MG2] a start that is killed at %s leaves nothing, and the next one makes all',
    async (failpoint) => {
      const { kind, address } = harness;
      const child = startChild({ kind, address }, { [failpointVariable]: `${failpoint}=kill` });
      expect(await runTogether([child])).toEqual([null]);
      expect(await tablesOf(harness)).toEqual([]);
      const store = await harness.open();
      expect(await store.commit([append('exec_after')])).toEqual([{ ok: true }]);
    },
  );

  it('[MG2] a start that fails half way leaves nothing', async () => {
    await harness.sql('create table deliveries (x integer)');
    await expect(harness.open()).rejects.toThrow(/deliveries|42P07/);
    expect(await tablesOf(harness)).toEqual(['deliveries']);
    await harness.sql('drop table deliveries');
    const store = await harness.open();
    expect(await store.commit([append('exec_after')])).toEqual([{ ok: true }]);
  });

  it('[MG3] of another build is refused and left alone', async () => {
    await (await harness.open()).close();
    await harness.sql(`update meta set value = 'of-another-build' where key = 'schema'`);
    const before = [await tablesOf(harness), await metaOf(harness)];
    await expect(harness.open()).rejects.toMatchObject({
      code: 'schema_mismatch',
      facts: { found: 'of-another-build', expected: expect.stringMatching(/^[0-9a-f]{16}$/) },
    });
    expect([await tablesOf(harness), await metaOf(harness)]).toEqual(before);
  });

  it('[MG3] of a build before the first fingerprint is refused, with what to do', async () => {
    await harness.sql('create table meta (key text primary key, value text)');
    await harness.sql(`insert into meta (key, value) values ('secret', 'old')`);
    await expect(harness.open()).rejects.toMatchObject({
      code: 'schema_mismatch',
      message: expect.stringMatching(/PLANWRIGHT_HOME.*planwright export/),
      facts: { found: '' },
    });
    expect(await tablesOf(harness)).toEqual(['meta']);
  });
});
