// What an execution may do without asking: said by whoever starts it, and kept on its record. What tools may
// touch stands here as it came; the safety layer reads it (docs/tools-and-steps.md).
import { z } from 'zod';

const action = /^[a-z][a-z0-9_.:-]{0,63}$/;

/** Changes that are made without asking a person: those that move the end and the cost by no more. */
export const changesPolicy = z.union([
  z.literal('ask'),
  z.strictObject({
    max_days: z.number().min(0).max(3_650),
    max_money: z.number().min(0).max(1e12),
  }),
]);
export type ChangesPolicy = z.output<typeof changesPolicy>;

/** How long a person has for what waits for one. */
export const dueHours = z.number().min(0.01).max(8_760);

const changesHint = 'must be "ask", or max_days and max_money';

export const executionPolicy = z.strictObject({
  pre_approved: z
    .array(z.string().regex(/^(T2|[a-z][a-z0-9_.:-]{0,63})$/, 'must be T2 or an action'))
    .max(200)
    .default([])
    .describe('T2 or actions of T2 that agents do without asking.'),
  tiers: z
    .record(z.string().regex(action), z.enum(['T2', 'T3']))
    .default({})
    .describe('Higher tiers by action.'),
  file_scopes: z.looseObject({}).optional(),
  commands: z.array(z.unknown()).max(100).optional(),
  hosts: z.array(z.string().max(300)).max(100).optional(),
  limits: z.looseObject({}).optional(),
  due_hours: dueHours.optional(),
  // Tools are shown no more of it: the policy is in the smallest toolset.
  changes: z
    .unknown()
    .refine((said) => changesPolicy.safeParse(said).success, changesHint)
    .optional(),
});
export type ExecutionPolicy = z.output<typeof executionPolicy>;

export const askAlways: ExecutionPolicy = { pre_approved: [], tiers: {} };
