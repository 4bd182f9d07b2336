// Why a plan that is being made does not go on: it cannot be paid, nobody thinks for it, no worker is
// there, or a stage takes far longer than it may.
import { isoTime } from '../base/clock.ts';
import type { PlanState, PlanStatus } from '../contract/plans.ts';
import type { Amounts } from '../engine/event-types.ts';
import { isFamilyKey, purseOfKey } from '../engine/purse.ts';
import { callerTimeoutMs, stageTimeoutMs, thinkAction } from '../plan/generation.ts';
import type { Rows } from '../store/tables.ts';

type StepRow = Rows['steps'];
/** What steps may cost, by their names. */
export type Costs = ReadonlyMap<string, Amounts>;
export type Stall = NonNullable<PlanStatus['timing']['stalled']>;

const quietMs = 5 * 60_000;

/** When something of the plan was last finished. */
export const progressAt = (run: Rows['runs'], steps: readonly StepRow[]): number =>
  Math.max(
    run.started_at > 0 ? run.started_at : run.created_at,
    ...steps.filter(({ state }) => state === 'VERIFIED').map((step) => step.changed_at),
  );

const earliest = (steps: readonly StepRow[]): number =>
  Math.min(...steps.map((step) => step.changed_at));

const fundIt = (plan: string): string =>
  `A person raises it: plan_fund, or planwright fund ${plan} USD.`;

/** What is set aside before the step is handed out; more than it costs in the end. */
function needText(key: string, { money, tokens, calls }: Amounts): string {
  if (key === 'money' && money !== undefined)
    return `, for which $${(money / 1_000_000).toFixed(4)} is set aside`;
  if (key === 'tokens' && tokens !== undefined)
    return `, for which ${tokens.toLocaleString('en-US')} tokens are set aside`;
  return key === 'calls' && calls !== undefined ? `, for which ${calls} calls are set aside` : '';
}

function unpaid(plan: string, key: string, cost: Amounts): string {
  if (isFamilyKey(key)) {
    return `There is too little in the purse ${purseOfKey(key)} that it shares. A person gives it more with purse_fund.`;
  }
  if (key === 'price') {
    return `No price is known of its model, and its budget has a limit of money. Set the price in models.json, or lift the limit with plan_fund.`;
  }
  if (key === 'time') return `The hours of its budget are over. ${fundIt(plan)}`;
  return `Its budget of ${key} has no room for the next step${needText(key, cost)}. ${fundIt(plan)}`;
}

const isUnderWay = ({ state, performer, wait_for }: StepRow): boolean =>
  state === 'LEASED' ||
  (state === 'READY' && performer !== 'agent') ||
  (state === 'WAITING' && wait_for === 'time');

const mayGoOn = (step: StepRow): boolean => isUnderWay(step) || step.state === 'READY';

export const waitsForBudget = ({ state, wait_for }: StepRow): boolean =>
  state === 'WAITING' && wait_for === 'budget';

/** At once: it does not go on by itself, however long one waits. */
function budgetStall(plan: string, steps: readonly StepRow[], costs: Costs): Stall | undefined {
  const parked = steps.filter(waitsForBudget);
  const [first] = parked;
  if (!first || steps.some(mayGoOn)) return undefined;
  const since = isoTime(earliest(parked));
  const reason = unpaid(plan, first.wait_key, costs.get(first.step) ?? {});
  return { since, reason, waits_for: 'budget' };
}

const waitsForAgent = ({ state, action, wait_for }: StepRow): boolean =>
  action === thinkAction &&
  (state === 'READY' || (state === 'WAITING' && wait_for === 'capability'));

function agentStall(plan: string, steps: readonly StepRow[], now: number): Stall | undefined {
  const open = steps.filter(waitsForAgent);
  if (open.length === 0 || steps.some(isUnderWay) || now - earliest(open) <= quietMs) {
    return undefined;
  }
  const reason = `No agent thinks for it: ${open.length} stages wait. Call work_claim with kinds ["model"] and plan_id ${plan}, answer, and again.`;
  return { since: isoTime(earliest(open)), reason, waits_for: 'agent' };
}

const workerStall = (since: number): Stall => ({
  since: isoTime(since),
  reason: 'No worker takes it up. Is a server running on this data (planwright serve)?',
  waits_for: 'worker',
});

const timeoutOf = ({ action }: StepRow): number =>
  action === thinkAction ? callerTimeoutMs : stageTimeoutMs;

function slowStall(steps: readonly StepRow[], since: number, now: number): Stall | undefined {
  const held = steps.filter(({ state }) => state === 'LEASED');
  const ready = steps.filter(({ state, performer }) => state === 'READY' && performer !== 'agent');
  if (held.length === 0 && ready.length > 0) {
    const from = Math.max(since, earliest(ready));
    return now - from > quietMs ? workerStall(from) : undefined;
  }
  const limitMs = Math.max(quietMs, ...held.map((step) => 2 * timeoutOf(step)));
  if (held.length === 0 || now - since <= limitMs) return undefined;
  const minutes = Math.round(limitMs / 60_000);
  const reason = `${held[0]?.step} has come to nothing for more than ${minutes} minutes. plan_stop and plan_resume begin it again.`;
  return { since: isoTime(since), reason, waits_for: 'step' };
}

export function stallOf(
  state: PlanState,
  run: Rows['runs'],
  steps: readonly StepRow[],
  now: number,
  costs: Costs = new Map(),
): Stall | undefined {
  if (state === 'pending') {
    return now - run.created_at > quietMs ? workerStall(run.created_at) : undefined;
  }
  if (state !== 'processing') return undefined;
  return (
    budgetStall(run.plan, steps, costs) ??
    agentStall(run.plan, steps, now) ??
    slowStall(steps, progressAt(run, steps), now)
  );
}
