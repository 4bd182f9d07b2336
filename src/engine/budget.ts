// Money, tokens and calls are reserved before they are spent and settled after; a run has one purse,
// which nothing refills by itself, and may share another one with its family (purse.ts). Money is in
// micro-units, all amounts are whole numbers.
import type { CommandOf } from './commands.ts';
import { type Decision, notNow, reject } from './decision.ts';
import type { Amounts, Budget, EventDraft, GraphStep } from './event-types.ts';
import { isFamilyKey, isFree, type PurseKind as Kind, purseKinds as kinds } from './purse.ts';
import { isUndo, type Purse, type RunState, runIsOver, type Step, type Totals } from './state.ts';

const maxAmount = 1_000_000_000_000_000;
const warnAtPercent = 80;

const isAmount = (value: number | undefined): boolean =>
  value === undefined || (Number.isSafeInteger(value) && value >= 0 && value <= maxAmount);

export const areAmounts = (amounts: Amounts): boolean =>
  kinds.every((kind) => isAmount(amounts[kind]));

/** What is wrong with it, or null. */
export function budgetProblem(budget: Budget): string | null {
  const { wall_ms: wallMs, depth, stall_attempts: attempts, stall_ms: stallMs } = budget;
  const isRight = areAmounts(budget) && [wallMs, depth, attempts, stallMs].every(isAmount);
  return isRight ? null : `A budget is made of whole numbers from 0 to ${maxAmount}.`;
}

export const totalsOf = ({ money = 0, tokens = 0, calls = 0 }: Amounts): Totals => ({
  money,
  tokens,
  calls,
});

export function addTo(totals: Totals, change: Totals, sign: 1 | -1 = 1): void {
  for (const kind of kinds) totals[kind] += sign * change[kind];
}

export const hasLimits = ({ limits }: Purse): boolean => Object.keys(limits).length > 0;

/** Left out where there is nothing, so that a header stays short. */
export function amountsOf(totals: Totals): Amounts {
  const filled = kinds.filter((kind) => totals[kind] !== 0).map((kind) => [kind, totals[kind]]);
  return Object.fromEntries(filled) as Amounts;
}

/** What of it is not charged yet. */
export function unpaid(amounts: Amounts, charged: Amounts | null): Amounts {
  const left = totalsOf(amounts);
  for (const kind of kinds) left[kind] = Math.max(0, left[kind] - (charged?.[kind] ?? 0));
  return amountsOf(left);
}

/** What an attempt of it may come to; null where nothing has to be reserved. */
export function reserveFor(state: RunState, { cost }: GraphStep): Amounts | null {
  const { purse } = state;
  const isLimited = purse.family !== undefined || hasLimits(purse);
  return cost && isLimited ? amountsOf(totalsOf(cost)) : null;
}

const isTimeOver = ({ purse, startedAt }: RunState, now: number): boolean =>
  purse.limits.wall_ms !== undefined && startedAt > 0 && now - startedAt >= purse.limits.wall_ms;

function isOverIn(purse: Purse, cost: Amounts, kind: Kind): boolean {
  const limit = purse.limits[kind];
  if (limit === undefined) return false;
  return purse.spent[kind] + purse.reserved[kind] + (cost[kind] ?? 0) > limit;
}

/** What is used up; others say only afterwards what they used. */
const exhausted = ({ limits, spent }: Purse): Kind | undefined =>
  kinds.find((kind) => {
    const limit = limits[kind];
    return limit !== undefined && spent[kind] > 0 && spent[kind] >= limit;
  });

/** What stands in the way of the next attempt; null if it may be paid. Undo is always done. */
export function overBudget(state: RunState, step: Step, now: number): string | null {
  const { purse } = state;
  if (isUndo(step) || !hasLimits(purse)) return null;
  if (isTimeOver(state, now)) return 'time';
  const { cost, performer } = step.def;
  if (!cost) return isFree(performer) ? null : (exhausted(purse) ?? null);
  // Nobody knows what it costs: that is more than there is.
  if (purse.limits.money !== undefined && cost.money === undefined) return 'price';
  return kinds.find((kind) => isOverIn(purse, cost, kind)) ?? null;
}

const percentSpent = ({ limits, spent }: Purse, kind: Kind): number => {
  const limit = limits[kind];
  if (limit === undefined) return 0;
  return limit === 0 ? 100 : (spent[kind] * 100) / limit;
};

const unwarned = (purse: Purse): Kind[] =>
  kinds.filter(
    (kind) => percentSpent(purse, kind) >= warnAtPercent && !purse.warned.includes(kind),
  );

/** Whether something follows from how the purse stands now. */
export const accountIsDue = ({ purse, status }: RunState): boolean =>
  (purse.waiting > 0 || (hasLimits(purse) && unwarned(purse).length > 0)) && !runIsOver(status);

/** Warns once, and lets go on what can be paid again. */
export function decideAccount(state: RunState, now: number): Decision {
  if (!accountIsDue(state)) return { events: [] };
  const events = unwarned(state.purse).map(
    (of): EventDraft => ({ type: 'budget.warned', data: { of } }),
  );
  if (state.purse.waiting === 0 || state.ending) return { events };
  for (const step of state.steps.values()) {
    const isParked =
      step.state === 'WAITING' && step.wait?.for === 'budget' && !isFamilyKey(step.wait.key);
    if (!isParked || overBudget(state, step, now) !== null) continue;
    events.push({ type: 'step.woken', data: { step: step.def.id } });
  }
  return { events };
}

export function decideFund(state: RunState, { by, limits }: CommandOf<'fund'>): Decision {
  if (runIsOver(state.status) && state.status !== 'FAILED') {
    return notNow(`The run is ${state.status}.`);
  }
  const problem = budgetProblem(limits);
  if (problem !== null) return reject('INVALID_ARGUMENTS', problem);
  return { events: [{ type: 'budget.set', data: { by, limits } }] };
}

export function decideParkForBudget(state: RunState, step: Step, now: number): Decision {
  const { id } = step.def;
  const of = overBudget(state, step, now);
  if (of === null) return notNow(`${id} can be paid.`);
  return parkedFor(step, of);
}

export function parkedFor(step: Step, key: string): Decision {
  const { id } = step.def;
  const parked: EventDraft = { type: 'step.parked', data: { step: id, for: 'budget', key } };
  const woken: EventDraft = { type: 'step.woken', data: { step: id } };
  // Somebody came who can do it, and it cannot be paid.
  return { events: step.state === 'READY' ? [parked] : [woken, parked] };
}

/** How deep a step lies under its parents. */
export function depthOf(parentOf: (id: string) => string | undefined, id: string): number {
  let depth = 0;
  for (let parent = parentOf(id); parent !== undefined; parent = parentOf(parent)) depth += 1;
  return depth;
}
