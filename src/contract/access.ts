// Keys: who may call, as what, and how far.
import { z } from 'zod';
import { keyId, principalKinds, scopes, time } from './common.ts';

export const keyCreateInput = z.strictObject({
  label: z.string().trim().min(1).max(100).describe('What the key is for.'),
  kind: z.enum(principalKinds).default('service'),
  scopes: z.array(z.enum(scopes)).min(1).max(6),
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
