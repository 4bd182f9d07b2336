// The shape of plan.json on the wire. It is a superset of the shape agents were promised first,
// so old readers keep working. Every text and list has a bound: a plan is outside text to its readers.
import { z } from 'zod';
import { claimStatuses } from './plan-basis.ts';
import { charterFields, measureAims } from './plan-charter.ts';
import { closingFields } from './plan-closing.ts';
import { critiqueFields } from './plan-critique.ts';
import { directionFields } from './plan-direction.ts';
import {
  amount,
  currencyCode,
  dependencyTypes,
  type Estimate,
  estimateSchema,
  hours,
  id,
  isoDateSchema,
  performers,
  planIdPattern,
  text,
} from './plan-fields.ts';
import { gateResultSchema, verdictSchema } from './plan-gates.ts';
import { scheduleSchema } from './plan-schedule.ts';
import { type PlanSubtask, subtaskSchema } from './plan-subtask.ts';
import {
  dependencyWorkingFields,
  planWorkingFields,
  riskWorkingFields,
  taskWorkingFields,
} from './plan-working.ts';
import { stepReversibility } from './step-fields.ts';

export {
  dependencyTypes,
  type Estimate,
  estimateSchema,
  isoDateSchema,
  type PlanSubtask,
  performers,
  planIdPattern,
  subtaskSchema,
};

export const PLAN_SCHEMA_VERSION = 2;

export const factKinds = [
  'money',
  'date',
  'place',
  'count',
  'duration',
  'deadline',
  'people',
] as const;

export const factSchema = z.object({
  kind: z.enum(factKinds),
  text: text(200).describe('The words of the goal.'),
  value: z.union([z.string().max(200), z.number().finite()]),
  unit: text(80).optional(),
  source: z.literal('prompt'),
});
export type Fact = z.infer<typeof factSchema>;

export const costSchema = z.object({
  low: amount,
  base: amount,
  high: amount,
  currency: currencyCode,
  source: text(300),
});
export type Cost = z.infer<typeof costSchema>;

const computedCost = costSchema.omit({ source: true });

export const complexities = ['low', 'medium', 'high'] as const;
export const modelTiers = ['small', 'medium', 'large'] as const;
export const riskTiers = ['T1', 'T2', 'T3'] as const;

export const taskSchema = z.object({
  task_id: id,
  title: text(200),
  description: text(1500),
  assignee_role: text(80),
  performer: z.enum(performers),
  prerequisites: z.array(id).max(50),
  estimate: estimateSchema,
  estimated_hours: hours.describe('The PERT mean of the three-point estimate.'),
  start_date: isoDateSchema,
  finish_date: isoDateSchema,
  result_date: isoDateSchema
    .optional()
    .describe('Computed: when its result is there, where one waits for it after its end.'),
  complexity: z.enum(complexities),
  model_tier: z.enum(modelTiers),
  risk_tier: z
    .enum(riskTiers)
    .describe(
      'T1 only reads and writes; T2 meets outsiders or spends; T3 binds by contract or law.',
    ),
  acceptance_criteria: z.array(text(400)).min(1).max(20),
  cost: costSchema.nullable().describe('As it was stated for the task itself.'),
  total_cost: computedCost
    .optional()
    .describe('Computed: its cost lines and the hours of those who work on it.'),
  subtasks: z.array(subtaskSchema).max(26),
  reversibility: stepReversibility.optional(),
  risk_ids: z.array(id).max(20).optional().describe('Risks that touch it.'),
  assumption_ids: z.array(id).max(20).optional().describe('Assumptions that it rests on.'),
  delivers: z.array(text(200)).max(8).optional().describe('Deliverables of the charter.'),
  ...taskWorkingFields,
});
export type PlanTask = z.infer<typeof taskSchema>;

export const phaseSchema = z.object({
  phase_id: id,
  name: text(120),
  start_date: isoDateSchema,
  finish_date: isoDateSchema,
  duration_weeks: z.number().finite().min(0).max(1e5),
  total_cost: computedCost.optional().describe('Computed: that of its tasks, without risks.'),
  tasks: z.array(taskSchema).min(1).max(60),
});
export type PlanPhase = z.infer<typeof phaseSchema>;

export const dependencySchema = z.object({
  from: id,
  to: id,
  type: z.enum(dependencyTypes),
  lag: z.number().finite().min(-1e5).max(1e5).describe('Hours between the two.'),
  ...dependencyWorkingFields,
});

export const levels = ['low', 'medium', 'high'] as const;

export const riskSchema = z.object({
  risk_id: id,
  description: text(600),
  cause: text(400).optional(),
  likelihood: z.enum(levels),
  impact: z.enum(levels),
  mitigation: text(600),
  trigger: text(400).optional(),
  title: text(100).optional(),
  effect: text(400).optional(),
  owner: text(80).optional(),
  ...riskWorkingFields,
});
export type PlanRisk = z.infer<typeof riskSchema>;

export const assumptionSchema = z.object({
  assumption_id: id,
  claim: text(400),
  lower: z.number().finite(),
  base: z.number().finite(),
  upper: z.number().finite(),
  unit: text(60),
  confidence: z.enum(levels),
  status: z.enum(claimStatuses),
  source: text(300),
  how_to_check: text(300).optional(),
  reckoned: z
    .object({ by: z.enum(['sum', 'product']), of: z.array(id).min(2).max(6) })
    .optional()
    .describe('Where it follows from others.'),
  total: z
    .enum(['cost', 'days'])
    .optional()
    .describe('Where it says what the whole plan costs, or how many days it takes.'),
});
export type PlanAssumption = z.infer<typeof assumptionSchema>;

export const costVerdicts = [
  'no_budget_given',
  'not_checked',
  'within_budget',
  'tight',
  'over_budget',
] as const;

export const costTotalsSchema = z.object({
  currency: currencyCode,
  low: amount,
  base: amount,
  high: amount,
  budget: amount.nullable(),
  verdict: z.enum(costVerdicts),
  note: text(600),
});
export type CostTotals = z.infer<typeof costTotalsSchema>;

export const guessSchema = z.object({
  guess: text(500),
  used_for: text(200),
  how_to_confirm: text(500),
});
export type Guess = z.infer<typeof guessSchema>;

export const playbookChoiceSchema = z.object({
  name: text(60),
  fit: z.enum(['clear', 'weak', 'none']),
  why: text(500),
  version: z.int().min(1).optional().describe('Of the playbook, as its file says.'),
  digest: text(64).optional().describe('Of the playbook’s content when the plan was made.'),
  origin: z
    .enum(['shipped', 'own'])
    .optional()
    .describe('Whether it came with the program or from a folder of the operator’s own.'),
});
export type PlaybookChoice = z.infer<typeof playbookChoiceSchema>;

export const outcomeSchema = z.object({
  outcome_id: id,
  measure: text(200),
  unit: text(40),
  target: z.number().finite(),
  aim: z
    .enum(measureAims)
    .optional()
    .describe('Whether the target is a least, a most or the mark.'),
  by: isoDateSchema.nullable(),
  how_measured: text(300),
  source: text(200),
});

const findingCount = z.int().min(0).max(60);

export const planSchema = z.object({
  schema_version: z.literal(PLAN_SCHEMA_VERSION),
  plan_id: id,
  goal: text(50_000),
  title: text(160),
  summary: text(2000),
  brain: z.enum(['offline', 'model', 'caller', 'recorded']),
  notice: text(600).describe('How this plan was made, in plain words.'),
  start_date: isoDateSchema,
  finish_date: isoDateSchema,
  language: text(20).optional(),
  detail: z
    .enum(['brief', 'standard', 'full'])
    .optional()
    .describe('How much minds were asked about it; none where no mind was.'),
  playbook: playbookChoiceSchema,
  facts: z.array(factSchema).max(200),
  phase_count: z.number().int().min(1).max(30),
  phases: z.array(phaseSchema).min(1).max(30),
  dependencies: z.array(dependencySchema).max(2000),
  roles_required: z.array(text(80)).min(1).max(60),
  risks: z.array(riskSchema).max(100),
  assumptions: z.array(assumptionSchema).max(100),
  costs: costTotalsSchema,
  schedule: scheduleSchema,
  guesses: z.array(guessSchema).max(100),
  open_questions: z.array(text(400)).max(50),
  quality_summary: z.object({
    complete: z.boolean(),
    partial: z.array(text(300)).max(50),
    stubbed: z.array(text(300)).max(50),
    duplicates: z.array(text(300)).max(50).optional(),
    open_findings: z
      .object({ fatal: findingCount, major: findingCount, minor: findingCount })
      .optional()
      .describe('How many of findings_left there are, by weight.'),
  }),
  stand_ins: z
    .array(z.object({ stage: text(40), part: text(200).optional(), why: text(300) }))
    .max(200)
    .optional()
    .describe('Stages that rules answered because the model failed for good, and why it did.'),
  verdict: verdictSchema.optional(),
  outcomes: z.array(outcomeSchema).max(20).optional(),
  gates: z.array(gateResultSchema).max(20).optional(),
  ...planWorkingFields,
  ...directionFields,
  ...charterFields,
  ...critiqueFields,
  ...closingFields,
});
export type Plan = z.infer<typeof planSchema>;
