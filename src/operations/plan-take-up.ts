// Taking up a plan of ours that was not finished where it was made: what its stages have found is kept,
// with what was left of its budget, and the plan waits, stopped, until somebody goes on with it.
import { PlanwrightError } from '../base/errors.ts';
import { type Manifest, resumeOf } from '../plan/bundle-manifest.ts';
import { generationSteps } from '../plan/generation.ts';
import type { Context } from './context.ts';
import { onceOf } from './once.ts';
import { costsFor, howToGet } from './plan-settings.ts';

export interface TakenUp {
  readonly planId: string;
  /** Stages that are not made again. */
  readonly kept: readonly string[];
  /** Stages that are still to be made. */
  readonly again: readonly string[];
}

export async function takeUp(context: Context, manifest: Manifest): Promise<TakenUp> {
  const { principal, engine, ids, server } = context;
  const rerun = resumeOf(manifest);
  const { settings, kept, again, settled } = rerun;
  if (!server.brains.includes(settings.brain)) {
    throw new PlanwrightError('MODEL_PROFILES_UNAVAILABLE', howToGet[settings.brain]);
  }
  const now = context.now();
  const [plan, run] = [ids.next('plan', now), ids.next('gen', now)];
  const row = {
    ...{ id: plan, tenant: principal.tenant, created_by: principal.id, created_at: now },
    ...{ run, goal: manifest.goal, title: manifest.title, erased_at: 0 },
  };
  const answer = await engine.createRun({
    ...{ run, kind: 'generation', plan, tenant: principal.tenant, by: principal.id, settled },
    ...(manifest.budget ? { budget: manifest.budget } : {}),
    held: true,
    steps: generationSteps(settings, rerun, await costsFor(context, settings)),
    also: { rows: [{ table: 'plans', put: row }] },
    ...onceOf(context),
  });
  const made = answer.ok ? answer.run : answer.takenValue;
  const planId = made === run ? plan : ((await context.reader.run(made))?.plan ?? plan);
  return { planId, kept: [...kept], again };
}
