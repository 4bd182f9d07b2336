// What the critics of a plan answer, one by one, and what became of it.
import { z } from 'zod';
import { charterSchema, teamSchema } from '../../contract/plan-charter.ts';
import {
  criticalPremiseSchema,
  expertSchema,
  failureSchema,
  planFindingSchema,
  refinementSchema,
  rulings,
  stances,
} from '../../contract/plan-critique.ts';
import { text } from '../../contract/plan-fields.ts';
import { basisOutput } from './basis.ts';
import { networkOutput } from './network.ts';

export const panelOutput = z.object({ experts: z.array(expertSchema).min(1).max(8) });
export type PanelOutput = z.infer<typeof panelOutput>;

/** Of one expert, or of one attacker. */
export const criticismOutput = z.object({
  verdict: text(400).describe('What it comes to, in one or two sentences.'),
  findings: z.array(planFindingSchema).max(6),
});
export type Criticism = z.infer<typeof criticismOutput>;

export const expertsOutput = z.object({
  experts: z.array(expertSchema.extend(criticismOutput.shape)).max(8),
});
export type ExpertsOutput = z.infer<typeof expertsOutput>;

/** Of one archetype. */
export const failureOutput = failureSchema.extend({
  covered: z.boolean().describe('A task of the plan does the prevention already.'),
  stop_rule: text(400).describe('When to stop the whole rather than go on.'),
});

export const premortemOutput = z.object({
  failures: z.array(failureSchema.extend({ archetype: text(60), covered: z.boolean() })).max(5),
  /** Of all archetypes, one after the other. */
  stop_rule: text(2_100),
});
export type PremortemOutput = z.infer<typeof premortemOutput>;

export const premisesOutput = z.object({ premises: z.array(criticalPremiseSchema).min(3).max(7) });
export type PremisesOutput = z.infer<typeof premisesOutput>;

const attackId = z.string().regex(/^F\d{1,2}$/);

export const attackOutput = z.object({
  findings: z.array(planFindingSchema.extend({ id: attackId, lens: text(200) })).max(30),
});
export type AttackOutput = z.infer<typeof attackOutput>;

export const rebuttalOutput = z.object({
  answers: z
    .array(z.object({ finding: attackId, stance: z.enum(stances), answer: text(400) }))
    .max(30),
});
export type RebuttalOutput = z.infer<typeof rebuttalOutput>;

export const judgeOutput = z.object({
  rulings: z
    .array(z.object({ finding: attackId, ruling: z.enum(rulings), why: text(300) }))
    .max(30),
});
export type JudgeOutput = z.infer<typeof judgeOutput>;

/** The plan after its critics: what they hit was revised, and everything was reckoned anew. */
export const refinedOutput = z.object({
  assumptions: basisOutput.shape.assumptions,
  risks: basisOutput.shape.risks,
  charter: charterSchema,
  team: teamSchema,
  network: networkOutput,
  refinements: z.array(refinementSchema).max(60),
  /** Findings that no revision took up, with the reason. */
  left: z.array(planFindingSchema.extend({ why_left: text(300) })).max(60),
  score: z.object({ before: z.number(), after: z.number() }),
});
export type RefinedOutput = z.infer<typeof refinedOutput>;
