// Keys: who may call, as what, and how far; the audit of their changes; tenants; and the switch that
// stops them all.
import { z } from 'zod';
import {
  cursor,
  keyId,
  nextAction,
  pageLimit,
  principalKinds,
  scopes,
  tenantId,
  time,
} from './common.ts';

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

/** A page of keys or of their audit. */
export const keyPageInput = z.strictObject({
  limit: pageLimit(50, 200),
  cursor: cursor.optional(),
});

export const keyListOutput = z.object({
  keys: z.array(
    z.object({
      key_id: keyId,
      label: z.string(),
      kind: z.enum(principalKinds),
      principal_id: z.string().describe('Whom the key stands for.'),
      scopes: z.array(z.enum(scopes)),
      created_by: z
        .string()
        .describe('principal_id of the maker, local_data_folder or server_admin.'),
      created_at: time,
      expires_at: time.nullable(),
      revoked_at: time.nullable(),
    }),
  ),
  next_cursor: z.string().nullable(),
});

export const keyRevokeOutput = z.object({ key_id: keyId, revoked_at: time });

export const auditActions = [
  'key.created',
  'key.revoked',
  'agent.removed',
  'link.created',
  'link.used',
  'tenant.created',
  'switch.on',
  'switch.off',
] as const;
export type AuditAction = (typeof auditActions)[number];

export const keyAuditOutput = z.object({
  entries: z.array(
    z.object({
      entry_id: z.string(),
      at: time,
      actor: z.string().describe('A principal_id, local_data_folder or server_admin.'),
      actor_kind: z.enum(principalKinds),
      action: z.enum(auditActions),
      subject: z.string().describe('Id of the key, agent, tenant or switch.'),
      details: z
        .record(z.string(), z.union([z.string(), z.boolean(), z.array(z.string()), z.null()]))
        .describe('Such as label, kind and scopes; never a secret.'),
    }),
  ),
  next_cursor: z.string().nullable(),
});

export const maxTenantName = 100;

export const tenantCreateInput = z.strictObject({
  name: z
    .string()
    .trim()
    .min(1)
    .max(maxTenantName)
    .regex(/^\P{C}*$/u, 'must have no control or invisible characters')
    .describe('Shown in tenant_list; each tenant has another.'),
});

export const tenantCreateOutput = z.object({
  tenant_id: tenantId,
  name: z.string(),
  key_id: keyId,
  key: z.string().describe('Key of its first person, with every scope; shown this once.'),
  next_action: nextAction,
});

export const tenantListOutput = z.object({
  tenants: z.array(
    z.object({
      tenant_id: z.string(),
      name: z.string(),
      is_first: z.boolean(),
      created_by: z.string().nullable(),
      created_at: time.nullable(),
    }),
  ),
});

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
