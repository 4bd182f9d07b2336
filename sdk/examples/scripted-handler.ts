// What a scripted agent does with a task: pretend for a while, tell its progress, give a make-believe
// output; or fail once, or hang, when its script says so.
import { setTimeout as wait } from 'node:timers/promises';
import {
  type StepContext,
  StepFailure,
  type StepHandler,
  StepVerdict,
  type WorkStep,
} from '../index.ts';
import { noteFor, seededRandom, simulate } from './simulated-work.ts';

export interface Script {
  readonly seed: number;
  readonly paceMs: number;
  readonly failOnce: boolean;
  /** 0 for never. */
  readonly hangOn: number;
}

const progressMarks = [20, 45, 70, 90] as const;

export function scriptedHandler(script: Script, say: (line: object) => void): StepHandler {
  let taken = 0;
  let hasFailed = false;
  return async (step, context) => {
    taken += 1;
    // Only fresh tasks: two mishaps with one task would use up its attempts.
    const isFresh = step.attempt === 1;
    const hangs = script.hangOn > 0 && taken >= script.hangOn && isFresh;
    const fails = script.failOnce && !hasFailed && isFresh;
    const random = seededRandom(`${script.seed}:pace:${step.step_id}`);
    const partMs = (script.paceMs * (0.7 + random() * 0.6)) / (progressMarks.length + 1);
    for (const percent of progressMarks) {
      await wait(partMs, undefined, { signal: context.signal });
      await context.checkpoint();
      context.progress(percent, noteFor(step, percent));
      if (percent < 45) continue;
      if (hangs) await hang(step, context, say);
      if (fails) {
        hasFailed = true;
        throw new StepFailure('transient', 'The service was busy (simulated)');
      }
    }
    await wait(partMs, undefined, { signal: context.signal });
    if (step.judges !== null) return new StepVerdict('accept', 'It looks right (simulated).');
    return simulate(step, script.seed);
  };
}

/** Beats go on: only a kill, a lost lease or a stop ends this. */
async function hang(step: WorkStep, context: StepContext, say: (line: object) => void) {
  say({ type: 'hanging', step_id: step.step_id, title: step.title });
  await new Promise((_resolve, reject) => {
    context.signal.addEventListener('abort', () => reject(context.signal.reason as Error));
  });
}
