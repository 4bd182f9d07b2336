// Taking in a plan.json that was written by hand or made elsewhere.
import { z } from 'zod';
import { nextAction, planId } from './common.ts';
import { lintSchema } from './plan-schedule.ts';
import { planState } from './plans.ts';

export const planImportInput = z.strictObject({
  plan: z
    .looseObject({})
    .describe(
      'The content of a plan.json (schema/plan.schema.json). title and phases with tasks are enough; what else is missing is filled in.',
    ),
});

export const planImportOutput = z.object({
  plan_id: planId,
  title: z.string(),
  state: planState,
  steps: z.int().describe('So many steps an execution of it has.'),
  warnings: z.array(lintSchema).max(200).describe('What is odd about it; nothing is refused.'),
  next_action: nextAction,
});
