// What models were asked, and what it cost.
import { z } from 'zod';
import { cursor, date, planId } from './common.ts';

const count = z.int().min(0);

const sums = {
  calls: count,
  failed_calls: count,
  tokens_in: count.describe('Those from a cache included.'),
  tokens_out: count.describe('Reasoning included.'),
  tokens_reasoning: count,
  tokens_cached: count,
  cost_usd: z.number().nullable().describe('Of calls with a known price; null if none has one.'),
  unpriced_calls: count,
  duration_ms: count.describe('All calls one after the other.'),
};

export const usageSums = z.object(sums);
export type UsageView = z.infer<typeof usageSums>;

const byModel = z.object({ model: z.string(), provider: z.string(), ...sums });
const byStage = z.object({ stage: z.string(), ...sums });

export const planUsageOutput = z.object({
  plan_id: planId,
  total: usageSums,
  by_stage: z.array(byStage),
  by_model: z.array(byModel),
});

export const usageListInput = z.strictObject({
  days: z.coerce.number().int().min(1).max(92).default(31).describe('How many days (1–92).'),
  cursor: cursor.optional(),
});

export const usageListOutput = z.object({
  days: z.array(z.object({ date, model: z.string(), provider: z.string(), ...sums })),
  next_cursor: z.string().nullable(),
});

/** In `plan_status`. */
export const statusUsage = z.object({
  calls: count,
  tokens: count,
  cost_usd: z.number().nullable(),
  budget_left: z
    .object({
      usd: z.number().optional(),
      tokens: z.int().optional(),
      calls: z.int().optional(),
    })
    .nullable(),
});
export type StatusUsage = z.infer<typeof statusUsage>;
