// The budget of making a plan is that of all its makings: the next one goes on with what is left, and
// a new budget counts what was used before.
import type { PurseAnswer } from '../engine/engine-api.ts';
import type { Budget } from '../engine/event-types.ts';
import { purseKinds } from '../engine/purse.ts';
import type { Funds } from '../plan/bundle-manifest.ts';
import type { Rows } from '../store/tables.ts';
import type { Context } from './context.ts';

const tookMs = ({ started_at, ended_at }: Rows['runs'], now: number): number =>
  started_at === 0 ? 0 : Math.max(0, (ended_at > 0 ? ended_at : now) - started_at);

/** What is under way counts as used: its calls cannot be called back. */
function without(limits: Budget, { spent, reserved }: PurseAnswer, usedMs: number): Budget {
  const left = purseKinds.flatMap((kind) => {
    const limit = limits[kind];
    return limit === undefined
      ? []
      : [[kind, Math.max(0, limit - spent[kind] - reserved[kind])] as const];
  });
  const { wall_ms: wallMs } = limits;
  return {
    ...limits,
    ...Object.fromEntries(left),
    ...(wallMs === undefined ? {} : { wall_ms: Math.max(0, wallMs - usedMs) }),
  };
}

/** For the run that follows this one; nothing where this one has no limits. */
export async function leftBudget(
  { engine, now }: Context,
  run: Rows['runs'],
): Promise<{ readonly budget?: Budget }> {
  const purse = await engine.purse(run.id);
  if (Object.keys(purse.limits).length === 0) return {};
  return { budget: without(purse.limits, purse, tookMs(run, now())) };
}

/** For the zip of a plan that is not finished; as of its last change, so that it is packed alike twice. */
export async function fundsOf({ engine, reader }: Context, id: string): Promise<Funds> {
  const run = await reader.run(id);
  if (!run || run.status === 'COMPLETED') return {};
  const purse = await engine.purse(id);
  const { limits, family } = purse;
  const isLimited = Object.keys(limits).length > 0;
  return {
    ...(isLimited ? { budget: without(limits, purse, tookMs(run, run.changed_at)) } : {}),
    ...(family === undefined ? {} : { shares_purse: true }),
  };
}

/** Of a budget for the whole plan, what its present run may use. */
export async function shareOfRun(
  { engine, reader, now }: Context,
  run: Rows['runs'],
  wanted: Budget,
): Promise<Budget> {
  const runs = await reader.planRuns(run.tenant, run.plan);
  let share = wanted;
  for (const earlier of runs) {
    if (earlier.kind !== 'generation' || earlier.id === run.id) continue;
    share = without(share, await engine.purse(earlier.id), tookMs(earlier, now()));
  }
  return share;
}
