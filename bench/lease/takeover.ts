// A server that is killed while its own worker holds steps, and started again.
import { setTimeout as pause } from 'node:timers/promises';
import { startServer } from '../../scripts/lib/server-process.ts';
import { waitFor } from '../../scripts/lib/wait-for.ts';
import { startModels } from '../pipeline/model-process.ts';
import { writeModelsFile } from '../pipeline/models-file.ts';
import { call, type StepSeen, StepsInFile } from './api.ts';

const plans = 3;
/** Longer than all that is measured: no answer comes. */
const answerMs = 600_000;
const downMs = 3_000;
const lookEveryMs = 5;
const watchdogMs = 120_000;
const worker = 'worker_';

interface Set {
  readonly command: string;
  readonly home: string;
  log(line: string): void;
}

const isTakenAgain = (steps: StepsInFile, { run, step, attempt }: StepSeen): boolean => {
  const seen = steps.one(run, step);
  return seen !== undefined && seen.attempt > attempt;
};

/** Null where not all of them were taken again in time. */
async function untilTakenAgain(
  home: string,
  held: readonly StepSeen[],
  fromMs: number,
): Promise<number | null> {
  const steps = new StepsInFile(home);
  try {
    while (performance.now() - fromMs < watchdogMs) {
      if (held.every((step) => isTakenAgain(steps, step))) return performance.now() - fromMs;
      await pause(lookEveryMs);
    }
    return null;
  } finally {
    steps.close();
  }
}

async function heldSteps(home: string): Promise<StepSeen[]> {
  const steps = new StepsInFile(home);
  const held = await waitFor(
    async () => {
      const some = steps.heldBy(worker);
      return new Set(some.map(({ run }) => run)).size === plans ? some : undefined;
    },
    { what: 'steps in hand', timeoutMs: 60_000 },
  );
  steps.close();
  return held;
}

export async function measureTakeover({ command, home, log }: Set): Promise<number | null> {
  const models = await startModels(answerMs);
  const env = { ...process.env, ...writeModelsFile(home, models.url) };
  const start = () => startServer({ command, args: ['serve'], env });
  const first = await start();
  let second: typeof first | null = null;
  try {
    for (let number = 0; number < plans; number += 1) {
      const prompt = `Open coffee shop number ${number + 1} in Ghent with 80,000 EUR by June 2027`;
      await call(`${first.origin}/api/plans/generate`, { prompt, brain: 'model' });
    }
    const held = await heldSteps(home);
    log(`kill -9 with ${held.length} steps in hand`);
    process.kill(first.pid, 'SIGKILL');
    await pause(downMs);
    second = await start();
    log(`ready again after ${Math.round(second.readyMs)} ms`);
    return await untilTakenAgain(home, held, performance.now());
  } finally {
    // The model never answers, so that a stop would wait for it.
    if (second) process.kill(second.pid, 'SIGKILL');
    else await first.stop();
    await models.stop();
  }
}
