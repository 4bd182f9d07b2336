// What a plan rests on: quantities with their bounds and where they come from, and risks. Both are
// asked of a mind in this shape, and stand in plan.json in it.
import { z } from 'zod';
import { amount, text } from './plan-fields.ts';

export const assumptionRef = z.string().regex(/^A\d{1,2}$/);
export const riskRef = z.string().regex(/^R\d{1,2}$/);

export const claimStatuses = [
  'observed',
  'derived',
  'estimated',
  'assumed',
  'speculative',
] as const;
export type ClaimStatus = (typeof claimStatuses)[number];

/** What stands in plan.json as the source of a claim that has none. */
export const noEvidence = 'no evidence yet';

const level = z.enum(['low', 'medium', 'high']);
const quantity = z.number().finite().min(-1e15).max(1e15);

/** A quantity that is not known for sure, with what it may come to. */
export const quantitySchema = z.object({
  id: assumptionRef,
  claim: text(300),
  lower: quantity,
  base: quantity,
  upper: quantity,
  unit: text(40),
  confidence: level,
  status: z.enum(claimStatuses),
  evidence: z.string().max(300).describe('What it is taken from; empty where there is nothing.'),
  how_to_check: text(300),
  reckoned: z
    .object({
      by: z.enum(['sum', 'product']),
      of: z.array(assumptionRef).min(2).max(6),
    })
    .nullable()
    .describe('Where it follows from others.'),
  total: z
    .enum(['cost', 'days'])
    .nullable()
    .describe('Where it says what the whole plan costs, or how many days it takes.'),
});
export type Quantity = z.infer<typeof quantitySchema>;

export const thoughtRiskSchema = z.object({
  id: riskRef,
  title: text(100),
  cause: text(300),
  effect: text(300),
  likelihood: level,
  impact: level,
  probability: z.number().min(0).max(1),
  delay_days: z
    .object({ low: amount, likely: amount, high: amount })
    .nullable()
    .describe('Working days it adds, when it strikes, to the one task where it is felt.'),
  cost: z
    .object({ low: amount, base: amount, high: amount })
    .nullable()
    .describe('What it costs when it strikes, in the currency of the plan.'),
  owner: text(80).describe('Who watches it: a role.'),
  trigger: text(300).describe('What one can observe when it begins.'),
  response: text(400).describe('What is done against it, and what when it strikes.'),
});
export type ThoughtRisk = z.infer<typeof thoughtRiskSchema>;
