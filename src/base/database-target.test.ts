import pg from 'pg';
import { describe, expect, it } from 'vitest';
import type { DatabaseTarget } from './database-target.ts';
import { databaseTarget, describeDatabase } from './database-target.ts';

const password = 'hunter2hunter2';
const remote = `postgres://planner:${password}@db.example:5432/plans`;
const local = `postgres://planner:${password}@127.0.0.1:5432/plans`;

const find = (url: string, rest: { ca?: string; insecure?: boolean } = {}) =>
  databaseTarget({ url, ca: rest.ca ?? null, insecure: rest.insecure ?? false });

function accepted(url: string, rest: { ca?: string; insecure?: boolean } = {}): DatabaseTarget {
  const target = find(url, rest);
  if (!('url' in target)) throw new Error(target.join('; '));
  return target;
}

describe('database target', () => {
  it('[BA10] a database elsewhere is verified in full by default', () => {
    expect(accepted(remote)).toEqual({ url: remote, ssl: { rejectUnauthorized: true } });
  });

  it.each(['require', 'verify-ca', 'verify-full'])(
    '[BA10] sslmode=%s is verified in full',
    (mode) => {
      expect(accepted(`${remote}?sslmode=${mode}`)).toEqual({
        url: remote,
        ssl: { rejectUnauthorized: true },
      });
      expect(accepted(`${local}?sslmode=${mode}`).ssl).toEqual({ rejectUnauthorized: true });
    },
  );

  it.each(['disable', 'no-verify'])('[BA10] sslmode=%s elsewhere needs the operator', (mode) => {
    const url = `${remote}?sslmode=${mode}`;
    expect(find(url)).toEqual([expect.stringContaining('PLANWRIGHT_DATABASE_INSECURE=1')]);
    const ssl = mode === 'disable' ? false : { rejectUnauthorized: false };
    expect(accepted(url, { insecure: true })).toEqual({ url: remote, ssl });
  });

  it('[BA10] the operator may allow less, and gets the full check all the same by default', () => {
    expect(accepted(remote, { insecure: true }).ssl).toEqual({ rejectUnauthorized: true });
  });

  it.each([
    local,
    'postgresql://planner@localhost/plans',
    'postgres://planner@[::1]/plans',
    'postgres://planner@%2Fvar%2Frun%2Fpostgresql/plans',
    'postgres:///plans?host=/var/run/postgresql',
  ])('[BA10] %s is on this machine and needs no TLS', (url) => {
    expect(accepted(url).ssl).toBe(false);
  });

  it('[BA10] a certificate authority turns the check on, here too, and reaches the driver', () => {
    expect(accepted(local, { ca: 'PEM' }).ssl).toEqual({ rejectUnauthorized: true, ca: 'PEM' });
    expect(accepted(remote, { ca: 'PEM' }).ssl).toEqual({ rejectUnauthorized: true, ca: 'PEM' });
  });

  it.each([
    ['another host by the query', `${local}?host=db.example`, 'folder of a socket'],
    ['no host', 'postgres:///plans', 'no host'],
    ['a password in the query', `${local}?password=x`, '"password" is not allowed'],
    ['TLS by another name', `${local}?ssl=0`, '"ssl" is not allowed'],
    ['files by the query', `${local}?sslrootcert=/etc/passwd`, '"sslrootcert" is not allowed'],
    ['a parameter twice', `${local}?sslmode=require&sslmode=disable`, 'twice'],
    ['an unknown mode', `${local}?sslmode=prefer`, 'sslmode is not known'],
    ['a broken escape', 'postgres://u:100%zz@localhost/plans', '%25'],
  ])('[BA10] %s is refused', (_, url, message) => {
    const mistakes = find(url);
    expect(mistakes).toEqual([expect.stringContaining(message)]);
    expect(JSON.stringify(mistakes)).not.toContain(password);
  });

  it('[BA10] a host in the query cannot pass for this machine', () => {
    const mistakes = find(`${local}?host=db.example&sslmode=disable`);
    expect(mistakes).toHaveLength(2);
  });

  it.each([
    [`${remote}?sslmode=require`, 'db.example'],
    [local, '127.0.0.1'],
    ['postgres:///plans?host=/run/postgresql', '/run/postgresql'],
  ])('[BA10] the driver takes host and TLS from the target of %s', (url, host) => {
    const target = accepted(url);
    const client = new pg.Client({ connectionString: target.url, ssl: target.ssl });
    expect(client.ssl).toEqual(target.ssl);
    expect(client.host).toBe(host);
  });

  it('[BA8] the description has no password', () => {
    const shown = describeDatabase(accepted(remote));
    expect(shown).toEqual({ url: 'postgres://planner:***@db.example:5432/plans', tls: 'verified' });
    expect(describeDatabase(accepted(local)).tls).toBe('off');
    const open = accepted(`${remote}?sslmode=no-verify`, { insecure: true });
    expect(describeDatabase(open).tls).toBe('unverified');
  });
});
