// A process to be killed: an engine with its worker on one database, in which runs share a purse that has
// too little in it, and a person gives it a little more whenever nothing goes on.
//   node purse-child.ts '{"home": …, "databaseUrl": … | null, "runs": 6}'
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { isPlanwrightError } from '../../src/base/errors.ts';
import { createIds } from '../../src/base/ids.ts';
import { Engine } from '../../src/engine/engine.ts';
import type { ClaimedStep } from '../../src/engine/engine-api.ts';
import { type StepResult, startInlineWorker } from '../../src/engine/inline-worker.ts';
import { newPurse, unmoved } from '../../src/engine/purse.ts';
import { type RunStatus, runIsOver } from '../../src/engine/state.ts';
import { openPostgresStore } from '../../src/store/postgres/postgres-store.ts';
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts';
import { endWithParent } from './child-process.ts';
import { type PurseTask, purse, runIdOf, stepsOfRun, tenant } from './purse-run.ts';

endWithParent();

const person = 'person_purse1';
const { home, databaseUrl, runs } = JSON.parse(process.argv[2] ?? '{}') as PurseTask;

const store =
  databaseUrl === null
    ? openSqliteStore({ path: join(home, 'planwright.db'), synchronous: 'NORMAL' })
    : await openPostgresStore({ url: databaseUrl, ssl: false });
const ids = createIds({ now: () => store.now() });
const onError = (error: unknown): void => {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
};
const engine = new Engine({ store, ids, onError });
await engine.open();

/** Every third says nothing of what it used, some use more than was thought. */
async function handle({ step }: ClaimedStep): Promise<StepResult> {
  await pause(3);
  const number = Number(step.split('_')[1]);
  if (number % 3 === 0) return { output: {} };
  return { output: {}, usage: { money: number === 4 ? 31 : 7, calls: 1 } };
}

async function fund(): Promise<void> {
  const row = await store.purse(tenant, purse);
  const money = (row ? Math.max(row.limit_money, row.spent_money) : 0) + 60;
  const about = { id: purse, tenant, label: '', by: person, now: 1 };
  const rows = [{ table: 'purses', put: newPurse(about, { money }) }] as const;
  const move = { purse, tenant, run: '', asks: '', ...unmoved } as const;
  await engine.commit([row ? { rows, require: [move] } : { rows }]);
}

async function create(index: number): Promise<void> {
  const about = { kind: 'execution', plan: 'plan_purse1', tenant, by: person, purse } as const;
  try {
    await engine.createRun({ run: runIdOf(index), ...about, steps: stepsOfRun() });
  } catch (error) {
    if (!isPlanwrightError(error) || error.code !== 'conflict') throw error;
  }
}

async function isOver(run: string): Promise<boolean> {
  return runIsOver(((await store.run(run))?.status ?? 'QUEUED') as RunStatus);
}

const all = Array.from({ length: runs }, (_, index) => runIdOf(index));
if (!(await store.purse(tenant, purse))) await fund();
for (let index = 0; index < runs; index += 1) await create(index);
const worker = startInlineWorker(engine, { holder: ids.next('worker'), handle, onError });
process.stdout.write('ready\n');
for (;;) {
  if ((await Promise.all(all.map(isOver))).every(Boolean)) break;
  const isShort = (await store.nextUnpaidKey('')) !== null;
  const row = await store.purse(tenant, purse);
  if (isShort && row?.reserved_money === 0) await fund();
  await pause(5);
}
await worker.stop();
await engine.close();
