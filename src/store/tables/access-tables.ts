// Tenants, agents, keys, kill switches and the record of who changed them.
import { integer, table, text } from './table.ts';

export const accessTables = {
  /** All but the first, which every store has. */
  tenants: table({
    key: { id: text },
    rest: { name: text, created_by: text, created_at: integer },
  }),
  /** One row for each change of who may do what, in the commit of the change. */
  audit: table({
    key: { id: text },
    rest: {
      tenant: text,
      at: integer,
      /** A principal, or a fixed id such as local_data_folder. */
      actor: text,
      actor_kind: text,
      action: text,
      /** What it was done to: a key, an agent, a tenant, a switch. */
      subject: text,
      /** JSON, without secrets. */
      details: text,
    },
    indexes: { audit_tenant: '(tenant, id)' },
    isAppendOnly: true,
  }),
  agents: table({
    key: { id: text },
    rest: {
      tenant: text,
      name: text,
      role: text,
      /** JSON: [{action, params}] */
      capabilities: text,
      /** Steps that it takes at a time; 0 where it did not say. */
      capacity: integer,
      created_at: integer,
      seen_at: integer,
    },
    indexes: { agents_tenant: '(tenant, id)' },
    hasRowid: true,
  }),
  keys: table({
    key: { id: text },
    rest: {
      tenant: text,
      principal: text,
      kind: text,
      label: text,
      /** Space-separated. */
      scopes: text,
      secret_hash: text,
      /** A principal, or a fixed id such as local_data_folder. */
      created_by: text,
      created_at: integer,
      expires_at: integer,
      revoked_at: integer,
    },
    indexes: { keys_tenant: '(tenant, id)' },
  }),
  switches: table({
    /** 'all', 'tenant:…' or 'agent:…'. */
    key: { scope: text },
    rest: { by: text, at: integer, reason: text },
  }),
} as const;
