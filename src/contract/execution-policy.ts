// What an execution may do without asking: said by whoever starts it, and kept on its record. What tools may
// touch stands here as it came; the safety layer reads it (docs/tools-and-steps.md).
import { z } from 'zod';

const action = /^[a-z][a-z0-9_.:-]{0,63}$/;

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
});
export type ExecutionPolicy = z.output<typeof executionPolicy>;

export const askAlways: ExecutionPolicy = { pre_approved: [], tiers: {} };
