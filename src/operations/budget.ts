// Budgets and what was used, between the wire and the engine: dollars are millionths inside.
import type { z } from 'zod';
import type { BudgetInput, purse, UsageInput } from '../contract/budget.ts';
import type { PurseAnswer } from '../engine/engine-api.ts';
import type { Amounts, Budget } from '../engine/event-types.ts';

const micro = 1_000_000;
const hourMs = 3_600_000;

const toMicro = (usd: number): number => Math.round(usd * micro);

export function amountsOf({ usd, tokens, calls }: UsageInput): Amounts {
  return {
    ...(usd === undefined ? {} : { money: toMicro(usd) }),
    ...(tokens === undefined ? {} : { tokens }),
    ...(calls === undefined ? {} : { calls }),
  };
}

/** For a call of whoever works; nothing where nothing was said. */
export const usedOf = (usage: UsageInput | undefined): { usage?: Amounts } =>
  usage === undefined ? {} : { usage: amountsOf(usage) };

export function budgetOf(input: BudgetInput): Budget {
  const { hours, depth, stall_attempts, stall_hours } = input;
  return {
    ...amountsOf(input),
    ...(hours === undefined ? {} : { wall_ms: Math.round(hours * hourMs) }),
    ...(depth === undefined ? {} : { depth }),
    ...(stall_attempts === undefined ? {} : { stall_attempts }),
    ...(stall_hours === undefined ? {} : { stall_ms: Math.round(stall_hours * hourMs) }),
  };
}

const shown = ({ money, tokens, calls }: Required<Amounts>) => ({
  usd: money / micro,
  tokens,
  calls,
});

function shownBudget(limits: Budget): BudgetInput | null {
  if (Object.keys(limits).length === 0) return null;
  const {
    money,
    tokens,
    calls,
    wall_ms: wallMs,
    depth,
    stall_attempts,
    stall_ms: stallMs,
  } = limits;
  return {
    ...(money === undefined ? {} : { usd: money / micro }),
    ...(tokens === undefined ? {} : { tokens }),
    ...(calls === undefined ? {} : { calls }),
    ...(wallMs === undefined ? {} : { hours: wallMs / hourMs }),
    ...(depth === undefined ? {} : { depth }),
    ...(stall_attempts === undefined ? {} : { stall_attempts }),
    ...(stallMs === undefined ? {} : { stall_hours: stallMs / hourMs }),
  };
}

export const purseView = ({ limits, spent, reserved }: PurseAnswer): z.input<typeof purse> => ({
  budget: shownBudget(limits),
  spent: shown(spent),
  reserved: shown(reserved),
});
