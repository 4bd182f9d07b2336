// Keys: who may call, as what, and how far; and the switch that stops them all.
import { z } from 'zod';
import { keyId, nextAction, principalKinds, scopes, time } from './common.ts';

export const keyCreateInput = z.strictObject({
  label: z.string().trim().min(1).max(100).describe('What the key is for.'),
  kind: z.enum(principalKinds).default('service'),
  scopes: z.array(z.enum(scopes)).min(1).max(scopes.length),
  expires_in_days: z.coerce.number().int().min(1).max(3650).optional(),
});

export const keyCreateOutput = z.object({
  key_id: keyId,
  key: z.string().describe('The key itself, shown this once.'),
  kind: z.enum(principalKinds),
  scopes: z.array(z.enum(scopes)),
  expires_at: time.nullable(),
});

export const keyRef = z.strictObject({ key_id: keyId });

export const keyListOutput = z.object({
  keys: z.array(
    z.object({
      key_id: keyId,
      label: z.string(),
      kind: z.enum(principalKinds),
      scopes: z.array(z.enum(scopes)),
      created_at: time,
      expires_at: time.nullable(),
      revoked_at: time.nullable(),
    }),
  ),
});

export const keyRevokeOutput = z.object({ key_id: keyId, revoked_at: time });

export const adminKillInput = z.strictObject({
  scope: z
    .string()
    .regex(/^(agent:agent_[0-9a-z]{8,40}|tenant|all)$/, 'must be agent:agent_…, tenant or all')
    .describe('Whom to stop: one agent, your tenant, or everybody.'),
  on: z.boolean().default(true).describe('False lifts the stop.'),
  reason: z.string().trim().max(500).default('').describe('Kept on the record.'),
});

export const adminKillOutput = z.object({
  scope: z.string(),
  on: z.boolean(),
  next_action: nextAction,
});
