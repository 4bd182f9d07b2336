// What waits for a person: exactly what is to be approved, and everything else that only one settles.
import { z } from 'zod';
import { cursor, executionId, pageLimit, stepId, time } from './common.ts';

export const riskTier = z.enum(['T1', 'T2', 'T3']);

/** SHA-256, as hex. */
export const approvalDigest = z
  .string()
  .regex(/^[0-9a-f]{64}$/, 'must be the digest that was shown');

const jsonObject = z.record(z.string(), z.unknown());

const what = z.object({
  description: z.string(),
  params: jsonObject,
  acceptance_criteria: z.array(z.string()),
  performer: z.string(),
  proposal: z.unknown().describe('What its worker wants to do; null if it did not say.'),
});

export const approval = z.object({
  step_id: stepId,
  title: z.string(),
  action: z.string(),
  risk_tier: riskTier,
  digest: approvalDigest.describe('Of exactly this; execution_control approve needs it.'),
  what: what
    .nullable()
    .describe(
      'Null where it is too long here: see execution_approvals, or decide on others first.',
    ),
  asked_by: z.string().nullable().describe('Whoever proposed it.'),
  asked_since: time,
});
export type Approval = z.infer<typeof approval>;

export const executionApprovalsOutput = z.object({
  execution_id: executionId,
  approvals: z.array(approval),
});

export const inboxKinds = [
  'approval',
  'question',
  'task',
  'check',
  'budget',
  'undo',
  'failure',
] as const;

const inboxItem = z.object({
  kind: z.enum(inboxKinds),
  execution_id: executionId,
  plan_title: z.string(),
  step_id: stepId,
  title: z.string(),
  text: z.string().describe('The question, the error, or what to do.'),
  opened_at: time.describe('Since when it waits.'),
  due_at: time.describe('By when a person should have looked at it.'),
  overdue: z.boolean(),
  yours: z.boolean().describe('You took it: end it with work_complete, or give it back.'),
  digest: approvalDigest.nullable().describe('Of an approval.'),
  settle: z
    .object({ operation: z.string(), input: jsonObject, command: z.string() })
    .describe('The call that settles it, and the command for it.'),
});
export type InboxItem = z.infer<typeof inboxItem>;

export const inboxListInput = z.strictObject({
  only: z
    .enum(['overdue', ...inboxKinds])
    .optional()
    .describe('What is overdue, or of one kind.'),
  limit: pageLimit(100, 500),
  cursor: cursor.optional(),
});

export const inboxListOutput = z.object({
  items: z.array(inboxItem).describe('By when they are due.'),
  overdue: z.int().describe('How many are overdue, over all pages.'),
  next_cursor: z.string().nullable(),
});
