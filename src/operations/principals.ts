// Who calls. The tenant comes from the key and from nowhere else.
import { PlanwrightError } from '../base/errors.ts';
import { sameText, sha256Hex } from '../base/hash.ts';
import type { Ids } from '../base/ids.ts';
import { type PrincipalKind, type Scope, scopes } from '../contract/common.ts';
import type { Reader } from '../store/store.ts';
import type { Rows } from '../store/tables.ts';
import type { Principal } from './context.ts';

export const localTenant = 'tenant_local';

/** What the data folder's own keys and changes are recorded under. */
export const localDataFolder = 'local_data_folder';

/** Whoever calls over loopback without a key: everything but approving and administration. */
export const localService: Principal = {
  tenant: localTenant,
  id: 'service_local',
  kind: 'service',
  scopes: ['plan:read', 'plan:write', 'run', 'work'],
};

/** The person at this machine, as the command line acts for them on the local data. */
export const localPerson: Principal = {
  tenant: localTenant,
  id: 'person_local',
  kind: 'person',
  scopes,
  actsAs: localDataFolder,
};

const keyPattern = /^pw_([0-9a-z]{8,40})_([0-9a-z]{20,80})$/;
const secretChars = 40;

const refused = (why: string): PlanwrightError =>
  new PlanwrightError('unauthorized', `${why} Make a new one with planwright keys create.`);

const knownScopes = (text: string): Scope[] =>
  text.split(' ').filter((scope): scope is Scope => (scopes as readonly string[]).includes(scope));

function principalOfRow(row: Rows['keys'], now: number): Principal {
  if (row.revoked_at > 0) throw refused('This key was revoked.');
  if (row.expires_at > 0 && row.expires_at <= now) throw refused('This key has expired.');
  return {
    tenant: row.tenant,
    id: row.principal,
    kind: row.kind as PrincipalKind,
    scopes: knownScopes(row.scopes),
    expiresAt: row.expires_at,
  };
}

export async function principalOfKey(
  reader: Reader,
  text: string,
  now: number,
): Promise<Principal> {
  const [, idPart = '', secret = ''] = keyPattern.exec(text) ?? [];
  const row = idPart === '' ? null : await reader.key(`key_${idPart}`);
  if (!row || !sameText(row.secret_hash, sha256Hex(secret)))
    throw refused('This key is not valid.');
  return principalOfRow(row, now);
}

/** Of a key that was proved before, as long as it is good. */
export async function principalOfKeyId(
  reader: Reader,
  id: string,
  now: number,
): Promise<Principal> {
  const row = await reader.key(id);
  if (!row) throw refused('This key is not valid.');
  return principalOfRow(row, now);
}

/** The public part, by which its row is found. */
export const keyIdOf = (text: string): string => `key_${keyPattern.exec(text)?.[1] ?? ''}`;

export interface NewKey {
  readonly tenant: string;
  readonly principal: string;
  readonly kind: PrincipalKind;
  readonly label: string;
  readonly scopes: readonly Scope[];
  readonly expiresAt: number;
  readonly createdBy: string;
}

/** No key outlives the one that made it; 0 is for ever. */
export function expiryWithin({ expiresAt = 0 }: Principal, wished: number): number {
  if (expiresAt === 0) return wished;
  return wished === 0 ? expiresAt : Math.min(wished, expiresAt);
}

/** The row to store and the text to show once. */
export function makeKey(ids: Ids, now: number, key: NewKey): { row: Rows['keys']; text: string } {
  const id = ids.next('key', now);
  const secret = ids.secret(secretChars);
  const row = {
    id,
    tenant: key.tenant,
    principal: key.principal,
    kind: key.kind,
    label: key.label,
    scopes: key.scopes.join(' '),
    secret_hash: sha256Hex(secret),
    created_by: key.createdBy,
    created_at: now,
    expires_at: key.expiresAt,
    revoked_at: 0,
  };
  return { row, text: `pw_${id.slice('key_'.length)}_${secret}` };
}

/** Whatever a key says: the word of an agent or a service is no approval. */
export const hasScope = ({ scopes, kind }: Principal, scope: Scope): boolean =>
  scopes.includes(scope) && (scope !== 'approve' || kind === 'person');

export function checkScope(principal: Principal, scope: Scope): void {
  if (hasScope(principal, scope)) return;
  if (scope === 'approve' && principal.kind !== 'person') {
    const message = `Only a person may say this, with a key that has the scope approve (planwright keys create --person); this is the key of ${principal.kind === 'agent' ? 'an agent' : 'a service'}.`;
    throw new PlanwrightError('forbidden', message, { scope });
  }
  throw new PlanwrightError(
    'forbidden',
    `This needs the scope ${scope}; the key has ${principal.scopes.join(', ') || 'none'}. Use a key made with that scope (planwright keys create).`,
    { scope },
  );
}
