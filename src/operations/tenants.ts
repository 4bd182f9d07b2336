// Tenants: made and listed by those who administer the first one. A new tenant gets a first person with
// every scope; from then on the two see nothing of each other.
import { z } from 'zod';
import { isoTime } from '../base/clock.ts';
import { PlanwrightError } from '../base/errors.ts';
import { tenantCreateInput, tenantCreateOutput, tenantListOutput } from '../contract/access.ts';
import { scopes } from '../contract/common.ts';
import type { RowWrite } from '../store/store.ts';
import type { Rows } from '../store/tables.ts';
import { actorOf, auditRow, type Change, changeBy, keyCreated } from './audit-rows.ts';
import type { Context, Principal } from './context.ts';
import { jsonOperation } from './operation.ts';
import { localTenant, makeKey } from './principals.ts';

/** Stands in a new tenant for those who made it: it learns no id of the first tenant. */
const serverAdmin = 'server_admin';

const firstName = 'First tenant';

/** Each tenant takes the next number, so two that are made at once see each other. */
const tries = 8;
/** As many as the setting allows at most. */
const maxListed = 1_000;
const forEver = Number.MAX_SAFE_INTEGER;

function checkFirst({ tenant }: Principal): void {
  if (tenant === localTenant) return;
  const message = 'Only an admin of the first tenant can do this.';
  throw new PlanwrightError('forbidden', message);
}

function checkPerson({ kind }: Principal): void {
  if (kind === 'person') return;
  throw new PlanwrightError(
    'forbidden',
    "Only a person's key can make a tenant, because its first key is a person's. Use one, or run planwright tenants create on the server's machine.",
  );
}

const sameName = (a: string, b: string): boolean =>
  a.normalize('NFKC').toLowerCase() === b.normalize('NFKC').toLowerCase();

function checkRoom(known: readonly Rows['tenants'][], name: string, max: number): void {
  if (known.length >= max) {
    const message = `There are ${known.length} tenants besides the first, and ${max} are allowed (PLANWRIGHT_MAX_TENANTS).`;
    throw new PlanwrightError('limit_exceeded', message, { max });
  }
  if (![firstName, ...known.map((row) => row.name)].some((other) => sameName(other, name))) return;
  const message = 'name: another tenant has this name. tenant_list shows all names.';
  throw new PlanwrightError('INVALID_ARGUMENTS', message);
}

function firstKey({ ids }: Context, tenant: string, at: number) {
  return makeKey(ids, at, {
    ...{ tenant, principal: ids.next('person'), kind: 'person', label: 'The first person' },
    ...{ scopes, expiresAt: 0, createdBy: serverAdmin },
  });
}

function rowsOf(change: Change, tenant: Rows['tenants'], key: Rows['keys']): RowWrite[] {
  const details = { name: tenant.name, key_id: key.id };
  const about = { action: 'tenant.created', subject: tenant.id } as const;
  return [
    { table: 'tenants', put: tenant },
    auditRow(change, { ...about, tenant: localTenant, details }),
    ...keyCreated({ ...change, actor: serverAdmin }, key),
  ];
}

export const tenantCreate = jsonOperation({
  name: 'tenant_create',
  title: 'Create a tenant',
  description:
    "Creates a tenant on this server and the key of its first person, shown once. Needs a person's key with the scope admin in the server's first tenant.",
  input: tenantCreateInput,
  output: tenantCreateOutput,
  scope: 'admin',
  rest: { method: 'POST', path: '/api/tenants', status: 201 },
  cli: { command: 'tenants create', positional: ['name'] },
  examples: [{ name: 'Bakery Lyon' }],
  async handler(context, { name }) {
    const { principal, reader, engine, ids, maxTenants } = context;
    checkFirst(principal);
    checkPerson(principal);
    for (let tried = 0; tried < tries; tried += 1) {
      const known = await reader.tenants(maxTenants + 1);
      checkRoom(known, name, maxTenants);
      const change = changeBy(context, principal);
      const id = ids.next('tenant', change.at);
      const tenant = { id, name, created_by: actorOf(principal), created_at: change.at };
      const key = firstKey(context, id, change.at);
      const number = { unique: `tenant-number:${known.length + 1}`, value: id, until: forEver };
      const rows = rowsOf(change, tenant, key.row);
      const [made] = await engine.commit([{ require: [number], rows }]);
      if (!made?.ok) continue;
      const next_action =
        'Give the key to the person who will administer this tenant. It is stored nowhere and cannot be shown again.';
      return { tenant_id: id, name, key_id: key.row.id, key: key.text, next_action };
    }
    throw new PlanwrightError('conflict', 'Other tenants were made at the same time. Try again.');
  },
});

export const tenantList = jsonOperation({
  name: 'tenant_list',
  title: 'List tenants',
  description: "Lists the tenants of this server. For admins of the server's first tenant.",
  input: z.strictObject({}),
  output: tenantListOutput,
  scope: 'admin',
  rest: 'GET /api/tenants',
  cli: 'tenants list',
  async handler({ principal, reader }) {
    checkFirst(principal);
    const first = { tenant_id: localTenant, name: firstName, is_first: true };
    const rows = await reader.tenants(maxListed);
    const others = rows.map(({ id, name, created_by, created_at }) => ({
      ...{ tenant_id: id, name, is_first: false, created_by, created_at: isoTime(created_at) },
    }));
    return { tenants: [{ ...first, created_by: null, created_at: null }, ...others] };
  },
});
