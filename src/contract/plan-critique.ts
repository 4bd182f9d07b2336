// What others hold against a plan: findings that name what they are about, stories of failure with
// tripwires, premises with what would refute them, and a red team that is answered and judged.
import { z } from 'zod';
import { isoDateSchema, text } from './plan-fields.ts';

/** What a finding is about; sections are revised one by one. */
export const planSections = ['assumptions', 'risks', 'charter', 'team', 'phase', 'other'] as const;
export type PlanSection = (typeof planSections)[number];

/** A task as minds number it. */
const taskRef = z.string().regex(/^\d{1,2}\.\d{1,2}$/);

export const findingSeverities = ['fatal', 'major', 'minor'] as const;

export const planFindingSchema = z.object({
  section: z.enum(planSections),
  item: z
    .string()
    .max(40)
    .describe(
      'The id of what it is about: A3, R2, V1, a phase (2) or a task (2.1), a role by name.',
    ),
  severity: z.enum(findingSeverities),
  says: text(400),
  remedy: text(400).describe('What to change, so that somebody can do it.'),
});
export type PlanFinding = z.infer<typeof planFindingSchema>;

export const expertSchema = z.object({
  id: z.string().regex(/^E\d$/),
  title: text(100).describe('The profession, not a name.'),
  field: text(200),
  looks_at: text(300),
});

export const tripwireSchema = z.object({
  metric: text(160),
  is: z.enum(['below', 'above']),
  threshold: z.number().finite().min(-1e15).max(1e15),
  unit: text(40),
  by: isoDateSchema.nullable(),
  response: text(300),
});

export const failureSchema = z.object({
  title: text(120),
  story: text(700),
  causes: z.array(text(200)).min(1).max(4),
  first_sign: text(300),
  tripwires: z.array(tripwireSchema).min(1).max(3),
  prevention: text(400),
  tasks: z.array(taskRef).max(6),
});

export const criticalPremiseSchema = z.object({
  id: z.string().regex(/^C\d$/),
  claim: text(300),
  why_critical: text(300),
  falsifier: text(300).describe('What one would see if it were false.'),
  test: text(300),
  by: isoDateSchema,
  guards: z.array(taskRef).max(6).optional().describe('Tasks that wait until it is known.'),
  decision: text(300).describe('What is decided if it is false.'),
  state: z.enum(['open', 'holds', 'refuted']).describe('By what is known today.'),
});

/** What code adds to what a critic said before the plan was revised. */
const afterwards = {
  answered: z.array(text(400)).max(6).optional().describe('What a revision changed because of it.'),
  since: z
    .array(text(300))
    .max(6)
    .optional()
    .describe('What of its words no longer holds: dates and numbers that moved, tasks that went.'),
};

/** As it stands in the plan. */
const toldFinding = {
  answered: afterwards.answered,
  also_by: z.array(text(120)).max(12).optional().describe('Others who said the same.'),
};

/** What became of a failure: a task prevents it already, a revision does, in part, or nothing. */
export const failureStandings = ['covered', 'answered', 'partly', 'open'] as const;

export const stances = ['defend', 'concede', 'revise'] as const;
export const rulings = ['sustained', 'partly', 'overruled'] as const;

export const redTeamSchema = z.object({
  findings: z
    .array(
      planFindingSchema.extend({
        id: z.string().regex(/^F\d{1,2}$/),
        lens: text(200).describe('More than one where several said the same.'),
        ...toldFinding,
        stance: z.enum(stances).optional(),
        answer: text(400).optional(),
        ruling: z.enum(rulings).optional(),
        why: text(300).optional(),
      }),
    )
    .max(30),
  resilience: z.number().min(0).max(100).describe('100 when no attack was sustained, by weight.'),
  candor: z
    .number()
    .min(0)
    .max(100)
    .describe('How far defenses and concessions were borne out by the judge.'),
});

export const refinementSchema = z.object({
  round: z.int().min(1).max(5),
  section: z.enum(planSections),
  item: z.string().max(40),
  because: z.array(text(400)).min(1).max(20),
  changes: z
    .array(z.object({ path: text(120), before: z.string().max(400), after: z.string().max(400) }))
    .max(60),
});
export type Refinement = z.infer<typeof refinementSchema>;

/** What was changed so that deadline and budget hold. */
export const planChangeSchema = z.object({
  round: z.int().min(0).max(5).describe('0: by the scheduler alone.'),
  kind: z.enum(['overlap', 'faster', 'cut', 'cheaper', 'smaller', 'scenario']),
  what: text(400),
  why: text(400),
  gives_up: z.string().max(400),
  effect: z.string().max(300),
  set: z
    .object({ lever: text(80), option: text(80) })
    .optional()
    .describe('Of a scenario change: the lever that is set otherwise, and its new option.'),
});
export type PlanChange = z.infer<typeof planChangeSchema>;

export const critiqueFields = {
  experts: z
    .array(
      expertSchema.extend({
        verdict: text(400),
        findings: z.array(planFindingSchema.extend(toldFinding)).max(6),
      }),
    )
    .max(8)
    .optional(),
  premortem: z
    .object({
      failures: z
        .array(
          failureSchema.extend({
            archetype: text(60),
            standing: z.enum(failureStandings).optional(),
            ...afterwards,
          }),
        )
        .max(5),
      stop_rule: text(2_100),
    })
    .optional(),
  critical_premises: z.array(criticalPremiseSchema.extend(afterwards)).max(7).optional(),
  red_team: redTeamSchema.optional(),
  refinements: z.array(refinementSchema).max(60).optional(),
  findings_left: z
    .array(
      planFindingSchema.extend({
        why_left: text(300),
        from: z.array(text(120)).max(12).optional().describe('Who said it.'),
      }),
    )
    .max(60)
    .optional()
    .describe('Findings that no revision took up, with the reason.'),
  plan_changes: z.array(planChangeSchema).max(40).optional(),
  changes_not_taken: z
    .array(text(400))
    .max(40)
    .optional()
    .describe('Changes that were proposed and made nothing better.'),
};
