// The local person's key, in a file that only they can read: what approving and administration on
// this machine are proved with.
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from './base/config.ts';
import { scopes } from './contract/common.ts';
import { changeBy, keyCreated } from './operations/audit-rows.ts';
import type { Services } from './operations/context.ts';
import {
  keyIdOf,
  localDataFolder,
  localPerson,
  localTenant,
  makeKey,
  principalOfKey,
} from './operations/principals.ts';

export const personTokenPath = (config: Pick<Config, 'dataDir'>): string =>
  join(config.dataDir, 'person-token');

function readToken(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return null;
  }
}

/** The server acts for the data folder that it was started on. */
export const serverItself = { tenant: localTenant, id: localDataFolder, kind: 'service' } as const;

type Needed = Pick<Services, 'reader' | 'engine' | 'ids' | 'now'>;

async function isGood(services: Needed, token: string): Promise<boolean> {
  try {
    const principal = await principalOfKey(services.reader, token, services.now());
    return principal.kind === 'person';
  } catch {
    return false;
  }
}

/** Gives the id of the key. */
export async function ensurePersonToken(config: Config, services: Needed): Promise<string> {
  const path = personTokenPath(config);
  const known = readToken(path);
  if (known !== null && (await isGood(services, known))) return keyIdOf(known);
  const { row, text } = makeKey(services.ids, services.now(), {
    tenant: localTenant,
    principal: localPerson.id,
    kind: 'person',
    label: 'The person at this machine',
    scopes,
    expiresAt: 0,
    createdBy: localDataFolder,
  });
  await services.engine.commit([{ rows: keyCreated(changeBy(services, serverItself), row) }]);
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
  writeFileSync(path, `${text}\n`, { mode: 0o600 });
  chmodSync(path, 0o600);
  return row.id;
}

/** Where the page signs in; the part behind the # is seen by no server, log or other page. */
export const signInUrl = (url: string, ticket: string): string => `${url}/#/open/${ticket}`;
