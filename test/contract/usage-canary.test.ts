// A word that stands in prompts, replies, reasoning and a provider's error: it is in content rows and
// nowhere else, and an erase takes it from every byte.
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createIds } from '../../src/base/ids.ts';
import { contentText } from '../../src/engine/content.ts';
import { Engine } from '../../src/engine/engine.ts';
import { startInlineWorker } from '../../src/engine/inline-worker.ts';
import { type RunStatus, runIsOver } from '../../src/engine/state.ts';
import { verifyRun } from '../../src/engine/verify.ts';
import { usageOf } from '../../src/plan/usage.ts';
import type { Store } from '../../src/store/store.ts';
import { filesWithCanary, tablesWithCanary } from '../crash/canary.ts';
import { badThenGood, paidHandler, paidStep, scripted, secretWord } from '../support/paid-steps.ts';
import { type Harness, postgresHarness, sqliteHarness } from './harness.ts';
import { sampleRows } from './sample-rows.ts';

const tenant = 'tenant_canary';
const plan = 'plan_canary000001';
const run = 'gen_canary00000001';

function sqliteTables(path: string): string[] {
  const db = new DatabaseSync(path, { readOnly: true });
  const tables = db.prepare(`select name from sqlite_master where type = 'table'`).all();
  const names = tables.map(({ name }) => String(name));
  const holds = (value: unknown): boolean =>
    (value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : String(value))
      .toLowerCase()
      .includes(secretWord);
  const found = names.filter((name) =>
    db
      .prepare(`select * from ${name}`)
      .all()
      .some((row) => Object.values(row).some(holds)),
  );
  db.close();
  return found;
}

const tablesOf = ({ kind, address }: Harness): Promise<string[]> =>
  kind === 'postgres' ? tablesWithCanary(address) : Promise.resolve(sqliteTables(address));

/** Of the data folder; what PostgreSQL keeps is not ours to read. */
const filesOf = ({ kind, address }: Harness): string[] =>
  kind === 'sqlite' ? filesWithCanary(dirname(address)) : [];

describe.each([
  ['SQLite', sqliteHarness],
  ['PostgreSQL', postgresHarness],
])('texts of calls on %s', (_, makeHarness) => {
  let harness: Harness;
  let store: Store;
  const errors: unknown[] = [];

  beforeEach(async () => {
    errors.length = 0;
    harness = await makeHarness();
    store = await harness.open();
  });
  afterEach(() => harness.drop());

  /** One step that comes to something, and one whose provider fails with our words in its mouth. */
  async function spend(): Promise<Engine> {
    const ids = createIds({ now: () => store.now() });
    const onError = (error: unknown): void => void errors.push(error);
    const engine = new Engine({ store, ids, onError });
    await engine.open();
    const [first, second] = [paidStep(1), paidStep(2)];
    const steps = [first, { ...second, def: { ...second.def, attempts_max: 1 } }];
    const put = { ...sampleRows.plans, id: plan, tenant, run, goal: 'A goal' };
    const also = { rows: [{ table: 'plans', put } as const] };
    await engine.createRun({ run, kind: 'generation', plan, tenant, by: 'person_1', steps, also });
    const model = scripted((request, call) =>
      request.prompt.includes('task_2')
        ? new Error(`400 ${secretWord}`)
        : badThenGood(request, call),
    );
    const handle = paidHandler({ store, ids, models: [model] });
    const worker = startInlineWorker(engine, { holder: ids.next('worker'), handle, onError });
    await vi.waitUntil(
      async () => {
        const row = await store.run(run);
        return row !== null && runIsOver(row.status as RunStatus);
      },
      { timeout: 60_000, interval: 5 },
    );
    await worker.stop();
    return engine;
  }

  it('[US12] [US8] are contents and nothing else, and gone with an erase but for what they cost', async () => {
    const engine = await spend();
    expect(await tablesOf(harness)).toEqual(['content']);
    const failed = (await store.steps(run)).find(({ state }) => state === 'FAILED');
    const why = await store.content(failed?.error ?? '');
    expect(why ? contentText(why) : '').toContain('main: ');
    expect(why ? contentText(why) : '').not.toContain(secretWord);
    expect(errors.map(String).join('\n')).not.toContain(secretWord);
    const before = await usageOf(store, tenant, { plan });
    expect(before.total.calls).toBeGreaterThan(2);
    const { contents } = await engine.erase({ tenant, plan });
    // Each call leaves two or three texts, each step a contract.
    expect(contents).toBeGreaterThan(before.total.calls);
    expect(await tablesOf(harness)).toEqual([]);
    expect(filesOf(harness)).toEqual([]);
    expect(await usageOf(store, tenant, { plan })).toEqual(before);
    expect(await harness.sql('select * from replies')).toEqual([]);
    expect(await verifyRun(store, run)).toMatchObject({ ok: true });
    await engine.close();
  });
});
