// Agents, keys and kill switches.
import { integer, table, text } from './table.ts';

export const accessTables = {
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
