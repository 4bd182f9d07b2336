// The least that the scheduler needs of a plan.json. Plans come from other tools and from older
// versions, so what a schedule does not need may be missing, and the lists may be longer than
// those of a plan that we write ourselves.
import { z } from 'zod';
import {
  amount,
  currencyCode,
  dependencyTypes,
  estimateSchema,
  hours,
  isoDateSchema,
  performers,
  ref,
  text,
} from './plan-fields.ts';
import { baselineTaskSchema, effortSchema } from './plan-schedule.ts';
import {
  dependencyWorkingFields,
  planWorkingFields,
  riskWorkingFields,
  taskWorkingFields,
} from './plan-working.ts';

/** More are refused before anything is read. */
export const maxScheduledTasks = 100_000;
export const maxScheduledLinks = 1_000_000;

const task = z.object({
  task_id: ref,
  title: z.string().max(1000).optional(),
  assignee_role: text(80).optional(),
  performer: z.enum(performers).optional(),
  prerequisites: z.array(ref).max(10_000).optional(),
  estimate: estimateSchema.optional(),
  estimated_hours: hours.optional(),
  cost: z
    .object({ low: amount, base: amount, high: amount, currency: currencyCode.optional() })
    .nullable()
    .optional(),
  ...taskWorkingFields,
});
export type SchedulableTask = z.infer<typeof task>;

const phase = z.object({
  phase_id: ref,
  name: z.string().max(1000).optional(),
  tasks: z.array(task).max(maxScheduledTasks),
});

const dependency = z.object({
  from: ref,
  to: ref,
  type: z.enum(dependencyTypes).optional(),
  lag: z.number().finite().min(-1e5).max(1e5).optional(),
  ...dependencyWorkingFields,
});

const risk = z.object({
  risk_id: ref,
  description: z.string().max(2000).optional(),
  ...riskWorkingFields,
});

export const schedulablePlanSchema = z.object({
  plan_id: ref.optional(),
  title: z.string().max(1000).optional(),
  start_date: isoDateSchema,
  phases: z.array(phase).min(1).max(maxScheduledTasks),
  dependencies: z.array(dependency).max(maxScheduledLinks).optional(),
  roles_required: z.array(text(80)).max(2000).optional(),
  risks: z.array(risk).max(10_000).optional(),
  costs: z.object({ currency: currencyCode, budget: amount.nullable().optional() }).optional(),
  schedule: z
    .object({
      effort: effortSchema.optional(),
      // Older plans have another shape here; then there is nothing to compare with.
      tasks: z.array(baselineTaskSchema).max(maxScheduledTasks).optional().catch(undefined),
      baseline: z.array(baselineTaskSchema).max(maxScheduledTasks).optional(),
    })
    .optional(),
  ...planWorkingFields,
});
export type SchedulablePlan = z.infer<typeof schedulablePlanSchema>;
