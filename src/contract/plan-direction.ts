// What a plan is about and which way it goes: what its author laid down, what was made of the goal,
// the choices that shape it and the scenario that was chosen.
import { z } from 'zod';
import { isoDateSchema, text } from './plan-fields.ts';

export const directiveRef = z.string().regex(/^D\d{1,2}$/);
export const leverRef = z.string().regex(/^L\d{1,2}$/);
export const scenarioRef = z.string().regex(/^S[1-3]$/);

export const directiveKinds = [
  'constraint',
  'stated_fact',
  'requirement',
  'banned',
  'intent',
] as const;

/** What of a directive code can check: the end, the money, the start, or words that must not occur. */
export const directiveLimitSchema = z.discriminatedUnion('of', [
  z.object({ of: z.literal('finish'), latest: isoDateSchema }),
  z.object({ of: z.literal('start'), earliest: isoDateSchema }),
  z.object({
    of: z.literal('cost'),
    most: z.number().finite().min(0).max(1e15),
    currency: z.string().regex(/^[A-Z]{3}$/),
  }),
  z.object({ of: z.literal('words'), never: z.array(text(60)).min(1).max(20) }),
]);
export type DirectiveLimit = z.infer<typeof directiveLimitSchema>;

export const directiveSchema = z.object({
  id: directiveRef,
  kind: z.enum(directiveKinds),
  text: text(300),
  quote: text(300).describe('The words of the goal.'),
  importance: z.int().min(1).max(5).describe('From 4 on a plan that breaks it is refused.'),
  limit: directiveLimitSchema.nullable().describe('Where code can check it.'),
});
export type Directive = z.infer<typeof directiveSchema>;

export const purposeSchema = z.object({
  purpose: z.enum(['business', 'personal', 'public', 'research', 'other']),
  domain: text(300),
  form: z.enum(['physical', 'digital', 'both']),
  why_form: text(300),
  scale: z.enum(['person', 'team', 'organization', 'nation', 'world']),
  success_looks_like: z.array(text(300)).min(1).max(5),
  title: text(100),
});
export type Purpose = z.infer<typeof purposeSchema>;

export const reviewSchema = z.object({
  reason: text(400),
  contradictions: z.array(z.object({ between: text(400), and: text(400), why: text(400) })).max(8),
  strains: z
    .array(
      z.object({
        claim: text(400),
        why_hard: text(400),
        kind: z.enum(['unlikely', 'impossible']),
      }),
    )
    .max(8),
});

export const premiseAttackSchema = z.object({
  argument: text(400),
  rests_on: text(400),
  would_be_wrong_if: text(400),
  severity: z.enum(['fatal', 'serious', 'minor', 'none']),
  answer_in_plan: text(400),
});

export const placeSchema = z.object({
  name: text(120),
  country: z.string().max(60),
  role: text(300),
  source: z.enum(['goal', 'proposed']),
});

export const jurisdictionSchema = z.object({
  name: text(120),
  rules_that_matter: z.array(text(300)).max(6),
});

export const resourcesSchema = z.object({
  currency: z.string().regex(/^[A-Z]{3}$/),
  why_currency: text(300),
  at_hand: z.array(z.object({ what: text(300), quote: z.string().max(200) })).max(12),
  missing: z.array(z.object({ what: text(300), why_needed: text(300) })).max(12),
});

export const leverFields = {
  name: text(80),
  question: text(300),
  options: z
    .array(z.object({ name: text(80), what: text(300) }))
    .min(2)
    .max(3),
  trade_off: text(300),
};

export const leverSchema = z.object({ id: leverRef, axis: z.string().max(40), ...leverFields });
export type Lever = z.infer<typeof leverSchema>;

export const leverBondSchema = z.object({
  one: leverRef,
  other: leverRef,
  kind: z.enum(['synergy', 'conflict']),
  why: text(300),
});

export const scenarioSchema = z.object({
  id: scenarioRef,
  name: text(80),
  idea: text(400),
  settings: z.array(z.object({ lever: leverRef, option: text(80) })).max(6),
  strengths: z.array(text(400)).min(1).max(3),
  weaknesses: z.array(text(400)).min(1).max(3),
  breaks_directives: z.array(directiveRef).max(10),
});
export type Scenario = z.infer<typeof scenarioSchema>;

export const choiceSchema = z.object({
  chosen: scenarioRef,
  why: text(500),
  against: z.array(z.object({ id: scenarioRef, why_not: text(500) })).length(2),
  would_change_it: z.array(text(500)).min(1).max(4),
});

/** Sections of plan.json; a plan that no mind thought about has none of them. */
export const directionFields = {
  directives: z.array(directiveSchema).max(40).optional(),
  purpose: purposeSchema.optional(),
  review: reviewSchema
    .optional()
    .describe('What was made of the goal before anything was planned.'),
  cautions: z.array(text(400)).max(6).optional(),
  premise_attacks: z
    .array(premiseAttackSchema.extend({ lens: z.string().max(40) }))
    .max(5)
    .optional(),
  places: z.array(placeSchema).max(5).optional(),
  jurisdictions: z.array(jurisdictionSchema).max(4).optional(),
  resources: resourcesSchema.optional(),
  levers: z
    .array(
      leverSchema.extend({
        kept: z.boolean(),
        why: text(300).optional().describe('Why it matters, or why it was dropped.'),
        chosen: text(80).optional().describe('The option of the chosen scenario.'),
      }),
    )
    .max(18)
    .optional(),
  lever_bonds: z.array(leverBondSchema).max(10).optional(),
  scenarios: z.array(scenarioSchema).max(3).optional(),
  choice: choiceSchema.optional(),
};
