// What the plan rests on after the early gates: assumptions and risks, mended where a gate sent them
// back, and what the gates said last.
import { z } from 'zod';
import { quantitySchema, thoughtRiskSchema } from '../../contract/plan-basis.ts';
import { gateResultSchema } from '../../contract/plan-gates.ts';

export const quantitiesOutput = z.object({ assumptions: z.array(quantitySchema).min(1).max(30) });
export type QuantitiesOutput = z.infer<typeof quantitiesOutput>;

export const thoughtRisksOutput = z.object({ risks: z.array(thoughtRiskSchema).min(1).max(24) });
export type ThoughtRisksOutput = z.infer<typeof thoughtRisksOutput>;

export const basisOutput = z.object({
  assumptions: quantitiesOutput.shape.assumptions,
  risks: thoughtRisksOutput.shape.risks,
  gates: z.array(gateResultSchema).max(14),
  /** What was sent back, in which round, and why. */
  returns: z
    .array(
      z.object({
        round: z.int().min(1).max(2),
        section: z.enum(['assumptions', 'risks']),
        because: z.array(z.string().max(600)).max(40),
      }),
    )
    .max(4),
});
export type BasisOutput = z.infer<typeof basisOutput>;
