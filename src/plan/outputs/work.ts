// What minds say about the work itself: first all phases and tasks as an outline, then each phase in
// detail. Numbers are those of a work breakdown: phase 2, its task 2.1.
import { z } from 'zod';
import { complexities, modelTiers, performers, riskTiers } from '../../contract/plan.ts';
import { assumptionRef, claimStatuses, riskRef } from '../../contract/plan-basis.ts';
import {
  amount,
  dependencyTypes,
  estimateSchema,
  hours,
  isoDateSchema,
  text,
} from '../../contract/plan-fields.ts';
import { stepReversibility } from '../../contract/step-fields.ts';

export const phaseRef = z.string().regex(/^\d{1,2}$/);
export const taskRef = z.string().regex(/^\d{1,2}\.\d{1,2}$/);

export const outlineOutput = z.object({
  phases: z
    .array(
      z.object({
        id: phaseRef,
        name: text(120),
        done_when: text(300),
        tasks: z
          .array(
            z.object({
              id: taskRef,
              title: text(120),
              yields: text(200).describe('What there is when it is done.'),
              after: z.array(taskRef).max(8).describe('Tasks whose results it cannot do without.'),
              delivers: z
                .array(z.string().regex(/^V\d{1,2}$/))
                .max(4)
                .describe('Of the charter.'),
            }),
          )
          .min(1)
          .max(12),
      }),
    )
    .min(1)
    .max(10),
});
export type OutlineOutput = z.infer<typeof outlineOutput>;

const param = z.object({ name: text(40), value: z.string().max(500) });

export const taskDetailSchema = z.object({
  id: taskRef,
  description: text(600),
  role: text(80).describe('A role of the team, by its exact name.'),
  performer: z.enum(performers),
  people: z.number().int().min(1).max(1000).describe('How many of the role do it together.'),
  estimate: estimateSchema.describe('Working hours of all of them together.'),
  wait_hours: hours.describe(
    'Working hours that pass after it until an answer or a delivery comes.',
  ),
  after: z
    .array(
      z.object({
        task: taskRef,
        type: z.enum(dependencyTypes),
        lag_hours: z.number().finite().min(-1000).max(10_000),
      }),
    )
    .max(8),
  not_before: isoDateSchema
    .nullable()
    .describe('The day before which it cannot begin, whatever is ready; null if there is none.'),
  fixed_start: isoDateSchema
    .nullable()
    .describe('The very day on which it is held; null if the schedule may choose.'),
  costs: z
    .array(
      z.object({
        what: text(160),
        low: amount,
        base: amount,
        high: amount,
        source: text(200),
        status: z.enum(claimStatuses),
      }),
    )
    .max(6)
    .describe('Money beside the hours of the roles, in the currency of the plan.'),
  acceptance: z.array(text(300)).min(1).max(5),
  risk_tier: z.enum(riskTiers),
  reversibility: stepReversibility,
  complexity: z.enum(complexities),
  model_tier: z.enum(modelTiers),
  optional: z.boolean().describe('The goal can be reached without it.'),
  risks: z.array(riskRef).max(6),
  assumptions: z.array(assumptionRef).max(6),
  subtasks: z
    .array(
      z.object({
        action: z
          .string()
          .max(60)
          .regex(/^[a-z]+(_[a-z0-9]+)*$/),
        description: text(300),
        params: z.array(param).max(6),
      }),
    )
    .min(1)
    .max(8),
});

/** In the plan. */
const plannedTask = taskDetailSchema.extend({
  title: text(120).optional().describe('Instead of that of the outline, once it is another task.'),
});
export type TaskDetail = z.infer<typeof plannedTask>;

/** Of one phase. */
export const phaseDetailOutput = z.object({ tasks: z.array(taskDetailSchema).min(1).max(12) });
export type PhaseDetail = z.infer<typeof phaseDetailOutput>;

export const detailsOutput = z.object({
  phases: z
    .array(z.object({ id: phaseRef, tasks: z.array(plannedTask).min(1).max(12) }))
    .min(1)
    .max(10),
});
export type DetailsOutput = z.infer<typeof detailsOutput>;
