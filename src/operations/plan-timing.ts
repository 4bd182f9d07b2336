// The times of making a plan: how long it took, when it last moved, when it will be done.
import { isoTime, isoTimeOrNull } from '../base/clock.ts';
import type { PlanState, PlanStatus } from '../contract/plans.ts';
import { stagesFor } from '../plan/catalog.ts';
import { etaMs, paceOf } from '../plan/eta.ts';
import type { Settings } from '../plan/settings.ts';
import type { UsagePace, UsageTotal } from '../store/store.ts';
import type { Rows } from '../store/tables.ts';
import type { Context } from './context.ts';
import { type Costs, progressAt, stallOf, waitsForBudget } from './plan-stall.ts';
import { callerMind } from './thinking.ts';

/** Some ten plans; a status costs the same however many there were. */
const historyCalls = 500;

export interface Making {
  readonly plan: Rows['plans'];
  readonly run: Rows['runs'];
  readonly state: PlanState;
  readonly steps: readonly Rows['steps'][];
  readonly settings: Settings;
  readonly totals: readonly UsageTotal[];
}

/** Whether an answer came from the mind that this plan is asked of. */
function isOfMind({ modelProfiles }: Context, { brain, profile }: Settings) {
  const name = profile === '' ? modelProfiles?.default_profile : profile;
  const models = modelProfiles?.profiles.find((one) => one.profile === name)?.models ?? [];
  const keys = new Set(models.map(({ key }) => key));
  return ({ provider, model }: UsagePace): boolean =>
    brain === 'caller' ? provider === callerMind : provider !== callerMind && keys.has(model);
}

const ownPace = (totals: readonly UsageTotal[]): UsagePace[] =>
  totals.map(({ calls, failed, ...rest }) => ({ ...rest, answers: calls - failed }));

/** By how far it is, for plans that need no thinking here. */
function steadyMs({ run }: Making, now: number): number | null {
  const { started_at, steps_done, steps_total } = run;
  if (started_at === 0 || steps_done === 0) return null;
  return ((now - started_at) / steps_done) * (steps_total - steps_done);
}

async function leftMs(context: Context, making: Making, now: number): Promise<number | null> {
  const { settings, steps, totals, plan } = making;
  if (settings.brain === 'offline' || settings.brain === 'recorded') return steadyMs(making, now);
  const isOurs = isOfMind(context, settings);
  const history = (await context.reader.usagePace(plan.tenant, historyCalls)).filter(isOurs);
  const pace = paceOf(history, ownPace(totals));
  return etaMs({ stages: stagesFor(settings), steps, now, pace });
}

async function etaSec(context: Context, making: Making, now: number): Promise<number | null> {
  const { state } = making;
  if (state === 'completed') return 0;
  if (state !== 'pending' && state !== 'processing') return null;
  const ms = await leftMs(context, making, now);
  return ms === null ? null : Math.round(ms / 100) / 10;
}

/** Only asked for where it is told. */
async function costsOf({ engine }: Context, { run, steps }: Making): Promise<Costs> {
  if (!steps.some(waitsForBudget)) return new Map();
  const graph = await engine.graph(run.id);
  return new Map(graph.steps.map(({ def }) => [def.id, def.cost ?? {}]));
}

export async function timingOf(context: Context, making: Making): Promise<PlanStatus['timing']> {
  const { plan, run, state, steps, totals } = making;
  const now = context.now();
  const until = run.ended_at > 0 ? run.ended_at : now;
  const stalled = stallOf(state, run, steps, now, await costsOf(context, making));
  const lastCall = Math.max(0, ...totals.map((total) => total.last_at));
  return {
    created_at: isoTime(plan.created_at),
    started_at: isoTimeOrNull(run.started_at),
    elapsed_sec: run.started_at > 0 ? Math.max(0, until - run.started_at) / 1_000 : 0,
    last_progress_at: isoTime(progressAt(run, steps)),
    last_llm_call_at: isoTimeOrNull(lastCall),
    eta_sec: stalled ? null : await etaSec(context, making, now),
    ...(stalled ? { stalled } : {}),
  };
}
