// Steering an execution from outside: pause it, end it, help one of its steps on.
import { z } from 'zod';
import { approvalDigest } from './approvals.ts';
import { budget } from './budget.ts';
import { agentId, executionId, nextAction, type Scope, stepId, time } from './common.ts';
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
  'approve_alternative',
  'take_over',
  'give_back',
  'reassign',
] as const;
export type ControlAction = (typeof controlActions)[number];

/** What only a person may say. */
export const approvingActions = {
  approve: 'approve',
  reject: 'approve',
  accept_with_shortfall: 'approve',
  approve_alternative: 'approve',
  take_over: 'approve',
  give_back: 'approve',
} as const satisfies Partial<Record<ControlAction, Scope>>;

export const executionControlInput = z.strictObject({
  execution_id: executionId,
  action: z
    .enum(controlActions)
    .describe(
      'step: one more, then paused; cancel undoes, kill does not; signal: an event happened. approve…give_back: persons only.',
    ),
  step_id: stepId.optional(),
  answer: z.string().trim().min(1).max(10_000).optional(),
  key: z
    .string()
    .regex(/^[A-Za-z0-9_.:-]{1,64}$/)
    .optional()
    .describe('Of signal.'),
  digest: approvalDigest.optional().describe('Of what was shown.'),
  alternative: z.looseObject({}).optional().describe('Params or proposal instead.'),
  to: agentId.optional().describe('For reassign.'),
  reason: z.string().trim().min(1).max(2_000).optional(),
  compensate: z.boolean().default(true).describe('For cancel.'),
  drain_seconds: z.int().min(0).max(3_600).default(30).describe('For cancel.'),
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
  lease: z
    .object({ token: z.string(), expires_at: time.nullable() })
    .nullable()
    .describe('After take_over: to end the step with work_complete or work_fail.'),
  uncompensated: z.array(z.string()).describe('Once ended: steps with effects that stand.'),
  next_action: nextAction,
});

export const executionFundInput = z.strictObject({
  execution_id: executionId,
  budget: budget.describe('Replaces the current budget; {} removes the limit.'),
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
