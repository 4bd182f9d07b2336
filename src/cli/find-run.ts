// Which run is meant: by its own id, or by the plan that it made.
import { PlanwrightError } from '../base/errors.ts';
import { localTenant } from '../operations/principals.ts';
import type { Reader } from '../store/store.ts';
import type { Arguments } from './arguments.ts';

/** The run that made the plan, if the word is the id of a plan. */
export async function runNamed(reader: Reader, id: string): Promise<string> {
  if (!id.startsWith('plan_')) return id;
  const plan = await reader.plan(localTenant, id);
  if (!plan) throw new PlanwrightError('PLAN_NOT_FOUND', `There is no plan ${id}.`);
  return plan.run;
}

/** A misspelled id is not a broken log. */
export async function findRun(
  reader: Reader,
  { words }: Arguments,
  usage: string,
): Promise<string> {
  const [word] = words;
  if (word === undefined || words.length > 1) {
    throw new PlanwrightError('INVALID_ARGUMENTS', `Name one run or plan: planwright ${usage}`);
  }
  const run = await runNamed(reader, word);
  if ((await reader.run(run)) !== null) return run;
  throw new PlanwrightError('run_not_found', `There is no run ${run.slice(0, 80)}.`);
}
