// Steering an execution from outside: pause it, end it, help one of its steps on.
import { z } from 'zod';
import { approvalDigest } from './approvals.ts';
import { budget } from './budget.ts';
import { executionId, nextAction, type Scope, stepId } from './common.ts';
import { conditions, executionState } from './executions.ts';

export const controlActions = [
  'pause',
  'resume',
  'step',
  'cancel',
  'kill',
  'retry_step',
  'skip_step',
  'answer',
  'signal',
  'approve',
  'reject',
  'accept_with_shortfall',
] as const;
export type ControlAction = (typeof controlActions)[number];

/** What only a person may say. */
export const approvingActions = {
  approve: 'approve',
  reject: 'approve',
  accept_with_shortfall: 'approve',
} as const satisfies Partial<Record<ControlAction, Scope>>;

export const executionControlInput = z.strictObject({
  execution_id: executionId,
  action: z
    .enum(controlActions)
    .describe(
      'step: one more, then paused again; cancel undoes what was done; kill ends at once and undoes nothing; signal: what steps wait for has happened; accept_with_shortfall: what was handed in counts as it is. The last three are for persons.',
    ),
  step_id: stepId.optional().describe('For what is about one step.'),
  answer: z.string().trim().min(1).max(10_000).optional().describe('For answer and signal.'),
  key: z
    .string()
    .regex(/^[A-Za-z0-9_.:-]{1,64}$/)
    .optional()
    .describe('For signal: what the steps wait for.'),
  digest: approvalDigest.optional().describe('For approve and reject: of what was shown.'),
  reason: z
    .string()
    .trim()
    .min(1)
    .max(2_000)
    .optional()
    .describe('For reject and accept_with_shortfall.'),
  compensate: z.boolean().default(true).describe('For cancel.'),
  drain_seconds: z
    .int()
    .min(0)
    .max(3_600)
    .default(30)
    .describe('For cancel: how long work may still go on.'),
});

export const executionControlOutput = z.object({
  execution_id: executionId,
  state: executionState,
  condition: z.enum(conditions).nullable(),
  held: z.boolean().describe('Paused.'),
  ending: z
    .enum(['COMPLETED', 'FAILED', 'CANCELLED'])
    .nullable()
    .describe('The end it is on its way to while it undoes things.'),
  uncompensated: z.array(z.string()).describe('Once ended: steps with effects that stand.'),
  next_action: nextAction,
});

export const executionFundInput = z.strictObject({
  execution_id: executionId,
  budget: budget.describe('In place of the one before; {} lifts it.'),
});

export const executionWaitInput = z.strictObject({
  execution_id: executionId,
  timeout_seconds: z.coerce
    .number()
    .int()
    .min(0)
    .max(50)
    .default(25)
    .describe('How long to wait for the end.'),
});
