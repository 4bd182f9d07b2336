// Rows of the audit of access. Each goes into the commit of the change that it records; keys are put
// through here alone, so none is made or revoked without its row.
import { isoTimeOrNull } from '../base/clock.ts';
import type { Ids } from '../base/ids.ts';
import type { AuditAction } from '../contract/access.ts';
import type { PrincipalKind } from '../contract/common.ts';
import type { RowWrite } from '../store/store.ts';
import type { Rows } from '../store/tables.ts';
import type { Principal } from './context.ts';

/** Who changed something, and when. */
export interface Change {
  readonly ids: Ids;
  readonly at: number;
  readonly actor: string;
  readonly actorKind: PrincipalKind;
}

export interface Entry {
  readonly tenant: string;
  readonly action: AuditAction;
  readonly subject: string;
  /** Never a secret. */
  readonly details: Readonly<Record<string, string | boolean | readonly string[] | null>>;
}

type Parts = Pick<Change, 'ids'> & { readonly now: () => number };

export const actorOf = ({ id, actsAs }: Pick<Principal, 'id' | 'actsAs'>): string => actsAs ?? id;

export const changeBy = (
  { ids, now }: Parts,
  principal: Pick<Principal, 'id' | 'actsAs' | 'kind'>,
): Change => ({ ids, at: now(), actor: actorOf(principal), actorKind: principal.kind });

export const auditRow = ({ ids, at, actor, actorKind }: Change, entry: Entry): RowWrite => ({
  table: 'audit',
  put: {
    ...{ id: ids.next('audit', at), tenant: entry.tenant, at, actor, actor_kind: actorKind },
    ...{ action: entry.action, subject: entry.subject, details: JSON.stringify(entry.details) },
  },
});

function keyEntry(change: Change, action: AuditAction, row: Rows['keys']): RowWrite {
  const { id: subject, tenant, label, kind, principal } = row;
  const details = {
    ...{ label, kind, scopes: row.scopes.split(' '), principal_id: principal },
    expires_at: isoTimeOrNull(row.expires_at),
  };
  return auditRow(change, { tenant, action, subject, details });
}

export const keyCreated = (change: Change, row: Rows['keys']): RowWrite[] => [
  { table: 'keys', put: row },
  keyEntry(change, 'key.created', row),
];

/** Nothing for a key that is revoked already. */
export const keyRevoked = (change: Change, row: Rows['keys']): RowWrite[] =>
  row.revoked_at > 0
    ? []
    : [
        { table: 'keys', put: { ...row, revoked_at: change.at } },
        keyEntry(change, 'key.revoked', row),
      ];
