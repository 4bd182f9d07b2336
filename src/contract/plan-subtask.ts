// The smallest piece of work in plan.json: what is to be done, and how it is run. All but the first four
// fields are optional, so plans from before them are still plans.
import { z } from 'zod';
import { id, text } from './plan-fields.ts';
import {
  maxStepChecks,
  retryPolicy,
  stepBranch,
  stepCheck,
  stepCost,
  stepLadder,
  stepReversibility,
  stepUndo,
  subtaskPerformer,
} from './step-fields.ts';

/** A file that a tool writes is the longest that a parameter is. */
const word = z.union([z.string().max(20_000), z.number().finite(), z.boolean(), z.null()]);
const list = z.array(word).max(200);
const part = z.record(z.string().max(60), z.union([word, list]));
const paramValue = z.union([word, list, part, z.array(part).max(200), z.array(list).max(200)]);

const maxHours = 366 * 24;

/** How it is run; what is left out is as usual. */
export const subtaskRunFields = {
  performer: subtaskPerformer
    .optional()
    .describe('Default: the built-in tool that the action names, else that of the task.'),
  dependencies: z
    .array(id)
    .max(50)
    .optional()
    .describe('Subtasks and tasks that come before it. Default: the subtask before it.'),
  params_from: id
    .optional()
    .describe('Of a tool, instead of params: the subtask before it whose output.params they are.'),
  checks: z
    .array(stepCheck)
    .max(maxStepChecks)
    .optional()
    .describe('What is handed in counts once all of them, done by others, have accepted it.'),
  recovery: stepLadder.optional(),
  branch: stepBranch.optional(),
  cost: stepCost.optional(),
  retry_policy: retryPolicy.optional(),
  timeout_hours: z
    .number()
    .min(0.001)
    .max(maxHours)
    .optional()
    .describe('Of one attempt. Default: 720, of a tool 0.17.'),
  reversibility: stepReversibility.optional(),
  undo: stepUndo.optional(),
};

export const subtaskSchema = z.object({
  subtask_id: id,
  action: z
    .string()
    .max(60)
    .regex(/^[a-z]+(_[a-z0-9]+)*$/)
    .describe('The capability an agent must declare to take it, or the name of a built-in tool.'),
  description: text(600),
  params: z.record(z.string().max(60), paramValue),
  ...subtaskRunFields,
});
export type PlanSubtask = z.infer<typeof subtaskSchema>;
