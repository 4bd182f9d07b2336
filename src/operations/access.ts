// Keys: made, listed and revoked by those who administer the tenant, and the audit of that.
import { isoTime, isoTimeOrNull } from '../base/clock.ts';
import { PlanwrightError } from '../base/errors.ts';
import {
  type AuditAction,
  keyAuditOutput,
  keyCreateInput,
  keyCreateOutput,
  keyListOutput,
  keyPageInput,
  keyRef,
  keyRevokeOutput,
} from '../contract/access.ts';
import type { PrincipalKind, Scope } from '../contract/common.ts';
import { actorOf, changeBy, keyCreated, keyRevoked } from './audit-rows.ts';
import type { Principal } from './context.ts';
import { jsonOperation } from './operation.ts';
import { expiryWithin, makeKey } from './principals.ts';

const dayMs = 24 * 3_600_000;

/** No id comes after these. */
const afterAll = { keys: 'key_~', audit: 'audit_~' };

/** A program that could make a person's key could approve what it does itself. */
function checkGrant(maker: Principal, kind: PrincipalKind, scopes: readonly Scope[]): void {
  const isApprover = scopes.includes('approve');
  if (isApprover && kind !== 'person') {
    throw new PlanwrightError('INVALID_ARGUMENTS', 'scopes: approve is for persons only.');
  }
  if (maker.kind === 'person' || (kind !== 'person' && !isApprover)) return;
  throw new PlanwrightError(
    'forbidden',
    "Only a person's key can make a person's key or grant approve. Use one, or run planwright keys create --person on the server's machine.",
  );
}

/** Nor may one lock out the persons who supervise it. */
function checkRevocation(revoker: Principal, kind: string): void {
  if (revoker.kind === 'person' || kind !== 'person') return;
  throw new PlanwrightError(
    'forbidden',
    "Only a person's key can revoke a person's key. Use one, or run planwright keys revoke on the server's machine.",
  );
}

export const keyCreate = jsonOperation({
  name: 'key_create',
  title: 'Create a key',
  description:
    'Creates a key with a kind and scopes. The secret is shown once. The key expires no later than the key that creates it.',
  input: keyCreateInput,
  output: keyCreateOutput,
  scope: 'admin',
  rest: { method: 'POST', path: '/api/keys', status: 201 },
  examples: [{ label: 'Reporting', kind: 'service', scopes: ['plan:read'] }],
  async handler(context, { label, kind, scopes, expires_in_days }) {
    checkGrant(context.principal, kind, scopes);
    const now = context.now();
    const wished = expires_in_days === undefined ? 0 : now + expires_in_days * dayMs;
    const expiresAt = expiryWithin(context.principal, wished);
    const principal = context.ids.next(kind);
    const { tenant } = context.principal;
    const createdBy = actorOf(context.principal);
    const key = { tenant, principal, kind, label, scopes, expiresAt, createdBy };
    const { row, text } = makeKey(context.ids, now, key);
    const change = changeBy(context, context.principal);
    await context.engine.commit([{ rows: keyCreated(change, row) }]);
    return { key_id: row.id, key: text, kind, scopes, expires_at: isoTimeOrNull(expiresAt) };
  },
});

export const keyList = jsonOperation({
  name: 'key_list',
  title: 'List keys',
  description: 'Lists the keys of this tenant without their secrets, newest first.',
  input: keyPageInput,
  output: keyListOutput,
  scope: 'admin',
  rest: 'GET /api/keys',
  cli: 'keys list',
  async handler({ reader, principal }, { limit, cursor = afterAll.keys }) {
    const rows = await reader.keyPage(principal.tenant, { before: cursor, limit: limit + 1 });
    const page = rows.slice(0, limit);
    const keys = page.map((row) => ({
      key_id: row.id,
      label: row.label,
      kind: row.kind as PrincipalKind,
      principal_id: row.principal,
      scopes: row.scopes.split(' ') as Scope[],
      created_by: row.created_by,
      created_at: isoTime(row.created_at),
      expires_at: isoTimeOrNull(row.expires_at),
      revoked_at: isoTimeOrNull(row.revoked_at),
    }));
    return { keys, next_cursor: rows.length > limit ? (page.at(-1)?.id ?? null) : null };
  },
});

export const keyRevoke = jsonOperation({
  name: 'key_revoke',
  title: 'Revoke a key',
  description: 'Takes effect immediately on every server.',
  input: keyRef,
  output: keyRevokeOutput,
  scope: 'admin',
  rest: 'DELETE /api/keys/{key_id}',
  cli: 'keys revoke',
  async handler(context, { key_id }) {
    const row = await context.reader.key(key_id);
    if (row?.tenant !== context.principal.tenant) {
      throw new PlanwrightError('key_not_found', 'There is no such key. key_list shows yours.');
    }
    checkRevocation(context.principal, row.kind);
    const change = changeBy(context, context.principal);
    const rows = keyRevoked(change, row);
    if (rows.length > 0) await context.engine.commit([{ rows }]);
    return { key_id, revoked_at: isoTime(rows.length > 0 ? change.at : row.revoked_at) };
  },
});

export const keyAudit = jsonOperation({
  name: 'key_audit',
  title: 'List access changes',
  description:
    'Lists created and revoked keys, removed agents, sign-in links, new tenants and uses of the kill switch, newest first.',
  input: keyPageInput,
  output: keyAuditOutput,
  scope: 'admin',
  rest: 'GET /api/keys/audit',
  cli: 'keys audit',
  async handler({ reader, principal }, { limit, cursor = afterAll.audit }) {
    const rows = await reader.audit(principal.tenant, { before: cursor, limit: limit + 1 });
    const page = rows.slice(0, limit);
    const entries = page.map((row) => ({
      ...{ entry_id: row.id, at: isoTime(row.at), actor: row.actor },
      actor_kind: row.actor_kind as PrincipalKind,
      action: row.action as AuditAction,
      ...{ subject: row.subject, details: JSON.parse(row.details) },
    }));
    return { entries, next_cursor: rows.length > limit ? (page.at(-1)?.id ?? null) : null };
  },
});
