// Trying a change before it is made: a fork of an execution in which nothing acts, and its promotion.
import { z } from 'zod';
import { executionId, nextAction, stepId } from './common.ts';
import { executionPatchInput, executionPatchOutput } from './execution-patch.ts';

export const executionForkInput = executionPatchInput.omit({ base_rev: true, let_finish: true });

export const executionForkOutput = z.object({
  execution_id: executionId.describe('The fork: watch it like any execution.'),
  parent_id: executionId,
  base_rev: z.int().describe('The revision of the parent that it was made of.'),
  inherited: z.array(stepId).describe('Done in the parent already, and taken over.'),
  next_action: nextAction,
});

export const executionPromoteInput = z.strictObject({ execution_id: executionId });
export const executionPromoteOutput = executionPatchOutput;
