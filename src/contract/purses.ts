// Purses that several plans and executions share.
import { z } from 'zod';
import { amounts, usage } from './budget.ts';
import { cursor, nextAction, pageLimit, purseId, time } from './common.ts';

/** What is left out has no limit. */
const limits = usage;

export const purseCreateInput = z.strictObject({
  label: z.string().trim().min(1).max(100).describe('What it is for.'),
  budget: limits.describe('What may be used of it; what is left out has no limit.'),
});

export const purseRef = z.strictObject({ purse_id: purseId });

export const purseListInput = z.strictObject({
  limit: pageLimit(10, 50),
  cursor: cursor.optional(),
});

export const purseFundInput = z.strictObject({
  purse_id: purseId,
  budget: limits.describe('Replaces the current amounts; {} removes the limit.'),
});

export const purseView = z.object({
  purse_id: purseId,
  label: z.string(),
  budget: limits,
  spent: amounts,
  reserved: amounts.describe('For what is under way.'),
  created_by: z.string(),
  created_at: time,
  funded_by: z.string().describe('Who set its budget last.'),
  funded_at: time,
});

export const purseOutput = purseView.extend({ next_action: nextAction });

export const purseListOutput = z.object({
  purses: z.array(purseView),
  next_cursor: z.string().nullable(),
});
