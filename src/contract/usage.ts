// What models were asked, and what it cost.
import { z } from 'zod';
import { cursor, date, pageLimit, planId, time } from './common.ts';
import { modelErrorClasses } from './failures.ts';

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

export const planUsageCallsInput = z.strictObject({
  plan_id: planId,
  only: z.enum(['failed']).optional().describe('failed: calls without a usable answer.'),
  limit: pageLimit(100, 500),
  cursor: cursor.optional(),
});

const amount = count.nullable();

/** One call of a model, without its texts. */
export const usageCall = z.object({
  call_id: z.string(),
  run_id: z.string(),
  stage: z.string(),
  step: z.string(),
  step_attempt: count,
  attempt: count.describe('Of the calls of this step attempt, from 1.'),
  kind: z.string().describe('first, retry, feedback, shrunk, longer or fallback.'),
  provider: z.string(),
  model: z.string(),
  model_name: z.string().describe("The provider's own name of the model."),
  started_at: time,
  first_token_ms: amount,
  duration_ms: count,
  tokens_in: amount.describe('Those from a cache included; null where the provider does not say.'),
  tokens_out: amount.describe('Reasoning included.'),
  tokens_reasoning: amount,
  tokens_cached: amount,
  cost_usd: z.number().nullable().describe('null where no price is known.'),
  finish: z.string().nullable().describe('How the reply ended; null where none came.'),
  error_class: z.enum(modelErrorClasses).nullable(),
  error_id: z.string().nullable().describe('The same in the log.'),
});
export type UsageCall = z.input<typeof usageCall>;

export const planUsageCallsOutput = z.object({
  plan_id: planId,
  calls: z.array(usageCall),
  next_cursor: z.string().nullable(),
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
