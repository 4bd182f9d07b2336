// What the assumptions stage yields: numbers, money and the guesses behind them.
import { z } from 'zod';
import { assumptionSchema, costTotalsSchema, guessSchema } from '../../contract/plan.ts';

const assumptionsOutput = z.object({
  assumptions: z.array(assumptionSchema).max(60),
  numbers: z.record(z.string().max(40), z.number()),
  costs: costTotalsSchema,
  hours_factor: z.number().min(0.01).max(1000),
  size_rule: z.string().max(300),
  guesses: z.array(guessSchema).max(60),
});
export type AssumptionsOutput = z.infer<typeof assumptionsOutput>;
