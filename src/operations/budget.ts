// Budgets and what was used, between the wire and the engine: dollars are millionths inside.
import type { z } from 'zod';
import type { BudgetInput, purse, UsageInput } from '../contract/budget.ts';
import type { PurseAnswer } from '../engine/engine-api.ts';
import type { Amounts, Budget } from '../engine/event-types.ts';
import type { Rows } from '../store/tables.ts';
import { amountsOf } from '../work/step-parts.ts';

const micro = 1_000_000;
const hourMs = 3_600_000;

export { amountsOf };

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

export const shownAmounts = (money: number, tokens: number, calls: number) =>
  shown({ money, tokens, calls });

/** Of a row, where -1 is no limit. */
export const shownLimits = (row: Rows['purses']): UsageInput => ({
  ...(row.limit_money < 0 ? {} : { usd: row.limit_money / micro }),
  ...(row.limit_tokens < 0 ? {} : { tokens: row.limit_tokens }),
  ...(row.limit_calls < 0 ? {} : { calls: row.limit_calls }),
});

export const purseView = ({
  limits,
  family,
  spent,
  reserved,
}: PurseAnswer): z.input<typeof purse> => ({
  budget: shownBudget(limits),
  spent: shown(spent),
  reserved: shown(reserved),
  purse_id: family ?? null,
});
