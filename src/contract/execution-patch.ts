// Editing the graph of an execution while it runs: a person's or service's own change.
import { z } from 'zod';
import { executionId, nextAction, stepId } from './common.ts';
import { dueHours } from './execution-policy.ts';
import { executionState } from './executions.ts';
import {
  maxStepChecks,
  stepAction,
  stepCheck,
  stepCost,
  stepLadder,
  stepPerformer,
  stepReversibility,
  stepUndo,
} from './step-fields.ts';

const text = (max: number) => z.string().trim().max(max);

/** All that a step may say; what an edit leaves out stays as it is. */
const stepFields = {
  title: text(300).min(1),
  description: text(10_000),
  needs: z.array(stepId).max(500).describe('Steps that come before it.'),
  performer: stepPerformer,
  action: stepAction,
  params: z.record(z.string().max(200), z.unknown()),
  acceptance_criteria: z.array(text(1_000)).max(50),
  attempts_max: z.int().min(1).max(100),
  timeout_seconds: z
    .int()
    .min(1)
    .max(366 * 86_400),
  priority: z.int().min(0).max(9).describe('9 goes first.'),
  risk_tier: z.enum(['T1', 'T2', 'T3']),
  reversibility: stepReversibility,
  undo: stepUndo,
  checks: z
    .array(stepCheck)
    .max(maxStepChecks)
    .describe('What is handed in counts once all of them, done by others, have accepted it.'),
  approval: z
    .union([
      z.boolean(),
      z.strictObject({
        lasts_seconds: z
          .int()
          .min(1)
          .max(366 * 86_400)
          .describe('How long it counts.'),
      }),
    ])
    .describe('A person approves it before it is done; T2 of agents asks anyway.'),
  due_hours: dueHours.describe('How long a person has for what waits for one.'),
  cost: stepCost,
  recovery: stepLadder,
  wait: z
    .strictObject({
      for: z.enum(['time', 'event']),
      key: z
        .string()
        .regex(/^[A-Za-z0-9_.:-]{1,64}$/)
        .optional(),
      delay_seconds: z
        .int()
        .min(1)
        .max(366 * 86_400)
        .optional(),
    })
    .describe('What it waits for once its needs are there; signal wakes an event by its key.'),
};

export const newStepInput = z.strictObject({
  ...stepFields,
  step_id: stepId,
  parent: stepId.optional().describe('The group that it belongs to.'),
  description: stepFields.description.default(''),
  needs: stepFields.needs.default([]),
  performer: stepPerformer.default('agent'),
  params: stepFields.params.default({}),
  acceptance_criteria: stepFields.acceptance_criteria.default([]),
  attempts_max: stepFields.attempts_max.default(3),
  timeout_seconds: stepFields.timeout_seconds.default(30 * 86_400),
  risk_tier: stepFields.risk_tier.default('T1'),
  priority: stepFields.priority.optional(),
  reversibility: stepFields.reversibility.optional(),
  undo: stepFields.undo.optional(),
  checks: stepFields.checks.optional(),
  approval: stepFields.approval.optional(),
  due_hours: stepFields.due_hours.optional(),
  cost: stepFields.cost.optional(),
  recovery: stepFields.recovery.optional(),
  wait: stepFields.wait.optional(),
});
export type NewStepInput = z.output<typeof newStepInput>;

export const changedStepInput = z.strictObject(stepFields).partial().extend({ step_id: stepId });
export type ChangedStepInput = z.output<typeof changedStepInput>;

export const executionPatchInput = z.strictObject({
  execution_id: executionId,
  base_rev: z.int().min(1).max(1e9).describe('The rev of execution_status that you looked at.'),
  add: z.array(newStepInput).max(1_000).default([]),
  change: z
    .array(changedStepInput)
    .max(1_000)
    .default([])
    .describe('Steps to change; fields left out stay. A changed step begins anew.'),
  cancel: z.array(stepId).max(1_000).default([]).describe('Steps that will not be done.'),
  let_finish: z
    .boolean()
    .default(false)
    .describe('Who works on a step that is changed may finish it; it then stays as it is.'),
});

export const executionPatchOutput = z.object({
  execution_id: executionId,
  state: executionState,
  rev: z.int().describe('The revision of the graph after the change.'),
  next_action: nextAction,
});
