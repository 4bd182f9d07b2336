// A process to be killed: an engine with its worker, whose steps ask a model that is paid by the call.
// Each call is a line in a file, written before the reply comes back.
//   node paid-child.ts '{"home": …, "databaseUrl": … | null, "run": "gen_…", "seed": 1}'
import { appendFileSync } from 'node:fs';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { isPlanwrightError } from '../../src/base/errors.ts';
import { createIds } from '../../src/base/ids.ts';
import { Engine } from '../../src/engine/engine.ts';
import { startInlineWorker } from '../../src/engine/inline-worker.ts';
import { type RunStatus, runIsOver } from '../../src/engine/state.ts';
import { badThenGood, paidHandler, paidStep, scripted } from '../support/paid-steps.ts';
import { endWithParent } from './child-process.ts';
import { callsFile, openPaidStore, type PaidTask, plan, stepCount, tenant } from './paid-run.ts';

endWithParent();

const task = JSON.parse(process.argv[2] ?? '{}') as PaidTask;
const { home, run, seed } = task;

const store = await openPaidStore(task);
const ids = createIds({ now: () => store.now() });
const onError = (error: unknown): void => {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
};
const engine = new Engine({ store, ids, onError });
await engine.open();

const model = scripted((request, call) => {
  const [step = ''] = /task_\d+/.exec(request.prompt) ?? [];
  const kind = request.prompt.includes('not a number') ? 'feedback' : 'first';
  appendFileSync(callsFile(home), `${run}/${step} ${kind}\n`);
  return badThenGood(request, call);
});

try {
  const steps = Array.from({ length: stepCount }, (_, index) => paidStep(index + 1));
  await engine.createRun({ run, kind: 'generation', plan, tenant, by: 'person_payer', steps });
} catch (error) {
  // It was there before the last kill.
  if (!isPlanwrightError(error) || error.code !== 'conflict') throw error;
}

const handle = paidHandler({ store, ids, models: [model], seed });
const worker = startInlineWorker(engine, { holder: ids.next('worker'), handle, onError });
for (;;) {
  const row = await store.run(run);
  if (row && runIsOver(row.status as RunStatus)) break;
  await pause(5);
}
await worker.stop();
await engine.close();
