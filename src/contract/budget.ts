// What an execution may use, and what it has used. Money is in US dollars on the wire and in millionths
// of one inside.
import { z } from 'zod';
import { purseId, shortPurseId } from './common.ts';

const usd = z.number().min(0).max(1e9);
const count = z.int().min(0).max(1e12);

/** What is left out has no limit. */
export const budget = z.strictObject({
  usd: usd.optional(),
  tokens: count.optional(),
  calls: count.optional(),
  /** From the first task on. */
  hours: z.number().min(0).max(1e5).optional(),
  /** How deep tasks may lie under others. */
  depth: z.int().min(1).max(100).optional(),
  /** So many attempts, or so long, come to nothing, and it is paused. */
  stall_attempts: z.int().min(1).max(1e5).optional(),
  stall_hours: z.number().min(0).max(1e5).optional(),
});
/** Of a new execution: it may share a purse with others, too. */
export const newBudget = budget.extend({ purse_id: shortPurseId.optional() });

export type BudgetInput = z.output<typeof budget>;

/** What an attempt used, or may use. */
export const usage = z.strictObject({
  usd: usd.optional(),
  tokens: count.optional(),
  calls: count.optional(),
});
export type UsageInput = z.output<typeof usage>;

export const amounts = z.object({ usd: z.number(), tokens: z.int(), calls: z.int() });

export const purse = z.object({
  budget: budget.nullable().describe('Null without one.'),
  spent: amounts,
  reserved: amounts.describe('For what is under way.'),
  purse_id: purseId.nullable().describe('The purse that it shares with others.'),
});
