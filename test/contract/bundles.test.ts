// Runs travel between stores: what was exported from one comes into the other, is valid there, and
// goes out again the same to the byte.
import { createReadStream, readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { exportRun } from '../../src/engine/export.ts';
import { importRun } from '../../src/engine/import.ts';
import { replayDecide, replayFold } from '../../src/engine/replay.ts';
import { verifyRun } from '../../src/engine/verify.ts';
import { historyFile, readHistory } from '../histories/history-file.ts';
import { chunksOf, planRow, textOf } from '../support/bundles.ts';
import { type Harness, postgresHarness, sqliteHarness } from './harness.ts';

const names = ['undo', 'edits', 'many-notes', 'erased'];

describe.each([
  ['SQLite', sqliteHarness, 'PostgreSQL', postgresHarness],
  ['PostgreSQL', postgresHarness, 'SQLite', sqliteHarness],
])('from %s', (_, makeSource, targetName, makeTarget) => {
  let source: Harness;
  let target: Harness;
  beforeAll(async () => {
    source = await makeSource();
    target = await makeTarget();
  });
  afterEach(async () => {
    await source.clear();
    await target.clear();
  });
  afterAll(async () => {
    await source.drop();
    await target.drop();
  });

  it.each(names)(`[RP8] %s comes to ${targetName} unchanged`, async (name) => {
    const file = historyFile(name);
    const { header } = await readHistory(file);
    const { run, tenant, exported_at: exportedAt } = header;
    const [from, to] = [await source.open(), await target.open()];
    for (const store of [from, to]) {
      await store.commit([{ rows: [{ table: 'plans', put: planRow() }] }]);
    }
    await importRun(from, tenant, () => createReadStream(file));
    const bundle = await textOf(exportRun(from, run, exportedAt));
    expect(bundle).toBe(readFileSync(file, 'utf8'));
    await importRun(to, tenant, chunksOf(bundle));
    expect(await verifyRun(to, run)).toMatchObject({ ok: true, events: header.events });
    expect(await replayFold(to, run)).toEqual(await replayFold(from, run));
    expect(await replayDecide(to, run)).toEqual(await replayDecide(from, run));
    expect(await textOf(exportRun(to, run, exportedAt))).toBe(bundle);
  });
});
