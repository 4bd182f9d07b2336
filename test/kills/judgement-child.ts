// A process to be killed: an engine with its worker on one database, in which checked, paid and risky
// steps are done, a person approves and pays, and every second run is cancelled on the way.
//   node judgement-child.ts '{"home": …, "databaseUrl": … | null, "runs": 6}'
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { isPlanwrightError } from '../../src/base/errors.ts';
import { createIds } from '../../src/base/ids.ts';
import { Engine } from '../../src/engine/engine.ts';
import type { ClaimedStep, ControlRequest, NewStep } from '../../src/engine/engine-api.ts';
import { type StepResult, startInlineWorker } from '../../src/engine/inline-worker.ts';
import { type RunStatus, runIsOver } from '../../src/engine/state.ts';
import { openPostgresStore } from '../../src/store/postgres/postgres-store.ts';
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts';
import { endWithParent } from './child-process.ts';
import {
  acksFile,
  actsFile,
  type JudgementTask,
  runIdOf,
  stepCount,
  stepsOfRun,
  tenant,
  usage,
} from './judgement-run.ts';

endWithParent();

const person = 'person_judge1';
const task = JSON.parse(process.argv[2] ?? '{}') as JudgementTask;
const { home, databaseUrl } = task;

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

/** Acts on the world: a line, written before the step is over, as a tool would. */
async function handle(step: ClaimedStep): Promise<StepResult> {
  if (step.judges !== '') {
    return {
      output: { seen: step.attempt },
      choice: step.judges.endsWith('_4') && step.step.includes('_c1') ? 'reject' : 'accept',
    };
  }
  const act = step.undoes === '' ? 'do' : 'undo';
  appendFileSync(actsFile(home), `${act} ${step.run}/${step.undoes || step.step}\n`);
  await pause(10);
  return { output: { ok: 1 }, usage };
}

const worker = startInlineWorker(engine, { holder: ids.next('worker'), handle, onError });

async function create(index: number): Promise<void> {
  const steps = stepsOfRun() as NewStep[];
  const about = { kind: 'execution', plan: 'plan_judge1', tenant, by: person } as const;
  // Too little at first: somebody has to pay more on the way.
  const budget = { money: 60, calls: 100 };
  try {
    await engine.createRun({ run: runIdOf(index), ...about, steps, budget });
  } catch (error) {
    if (!isPlanwrightError(error) || error.code !== 'conflict') throw error;
  }
}

type Action = ControlRequest extends infer One
  ? One extends ControlRequest
    ? Omit<One, 'tenant' | 'run' | 'by'>
    : never
  : never;

/** What is not possible any more has been done before the last kill. */
async function say(run: string, action: Action): Promise<void> {
  try {
    await engine.control({ tenant, run, by: person, ...action } as ControlRequest);
    const about = action.action === 'approve' ? action.digest : '-';
    appendFileSync(acksFile(home), `${action.action} ${run} ${about}\n`);
  } catch (error) {
    if (!isPlanwrightError(error) || error.code !== 'not_allowed_now') throw error;
  }
}

async function help(index: number): Promise<boolean> {
  const run = runIdOf(index);
  const row = await store.run(run);
  if (!row || runIsOver(row.status as RunStatus)) return row !== null;
  // Some half way, some near the end, so that there is something to undo for long.
  const share = index % 4 === 1 ? 1 / 2 : 5 / 6;
  const isCancelled = index % 2 === 1;
  // Else a quick run is over before the person who cancels it looks again.
  const isApproved = (position: number): boolean => !isCancelled || position < stepCount * share;
  for (const step of await store.steps(run)) {
    if (step.wait_for === 'approval' && isApproved(step.position)) {
      await say(run, { action: 'approve', step: step.step, digest: step.wait_key });
    }
    if (step.wait_for === 'budget') await say(run, { action: 'fund', budget: { money: 10_000 } });
  }
  const isTime = row.steps_done >= row.steps_total * share;
  if (isCancelled && isTime && row.ending === '') {
    await say(run, { action: 'cancel', compensate: true, drainMs: 50 });
  }
  return false;
}

const all = Array.from({ length: task.runs }, (_, index) => index);
for (const index of all) await create(index);
process.stdout.write('ready\n');
for (;;) {
  const over = await Promise.all(all.map(help));
  if (over.every(Boolean)) break;
  await pause(5);
}
await worker.stop();
await engine.close();
