// What the tasks stage yields: phases and tasks before they have dates.
import { z } from 'zod';
import {
  complexities,
  costSchema,
  estimateSchema,
  modelTiers,
  performers,
  riskTiers,
  subtaskSchema,
} from '../../contract/plan.ts';

const draftTask = z.object({
  task_id: z.string().max(80),
  title: z.string().min(1).max(200),
  description: z.string().min(1).max(1500),
  assignee_role: z.string().min(1).max(80),
  performer: z.enum(performers),
  prerequisites: z.array(z.string().max(80)).max(50),
  days_before: z.number().int().min(0).max(1000).nullable(),
  is_due: z.boolean(),
  /** May be dropped when time or money is short. */
  optional: z.boolean().optional(),
  /** The shortest plan keeps it. */
  brief: z.boolean().optional(),
  /** It goes on for as long as the goal gives. */
  lasts: z.boolean().optional(),
  wait_hours: z.number().min(0).max(1e5),
  estimate: estimateSchema,
  complexity: z.enum(complexities),
  model_tier: z.enum(modelTiers),
  risk_tier: z.enum(riskTiers),
  acceptance_criteria: z.array(z.string().min(1).max(400)).min(1).max(20),
  cost: costSchema.nullable(),
  subtasks: z.array(subtaskSchema).max(26),
});
export type DraftTask = z.infer<typeof draftTask>;

const tasksOutput = z.object({
  phases: z
    .array(
      z.object({
        phase_id: z.string().max(80),
        name: z.string().min(1).max(120),
        tasks: z.array(draftTask).min(1).max(60),
      }),
    )
    .min(1)
    .max(30),
});
export type TasksOutput = z.infer<typeof tasksOutput>;
