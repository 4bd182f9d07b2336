// The certificates of compose.yaml, made by its own script, between the real server and PostgreSQL.
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli } from '../support/cli.ts';
import { type RunningPostgres, startPostgres } from '../support/postgres.ts';
import { makeHome } from '../support/server.ts';

/** The script as it stands in compose.yaml, for another folder, host name and owner. */
function composeScript(folder: string, owner: string | undefined): string {
  const compose = readFileSync(new URL('../../compose.yaml', import.meta.url), 'utf8');
  const [, block = ''] = /command:\n +- \|\n((?: {8}.*\n)+)/.exec(compose) ?? [];
  const script = block.replaceAll(/^ {8}/gm, '');
  const chown = owner === undefined ? '' : `chown ${owner} server.key`;
  return script
    .replace('cd /tls', `cd '${folder}'`)
    .replace('DNS:db', 'DNS:localhost')
    .replace('chown postgres:postgres server.key', chown);
}

/** Whom the test's PostgreSQL runs as; nobody else may read its key. */
function databaseOwner(): string | undefined {
  if (process.getuid?.() !== 0) return undefined;
  return spawnSync('id', ['-u', 'postgres']).status === 0 ? 'postgres' : 'nobody';
}

describe('PostgreSQL over TLS', () => {
  let folder: string;
  let home: string;
  let postgres: RunningPostgres;

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'planwright-tls-'));
    chmodSync(folder, 0o755);
    home = await makeHome();
    execFileSync('sh', ['-euc', composeScript(folder, databaseOwner())], { stdio: 'pipe' });
    postgres = await startPostgres({
      settings: {
        ssl: 'on',
        ssl_cert_file: path.join(folder, 'server.crt'),
        ssl_key_file: path.join(folder, 'server.key'),
      },
    });
  });
  afterAll(async () => {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
    rmSync(home, { recursive: true, force: true });
  });

  const list = (env: Readonly<Record<string, string>>, host = 'localhost') => {
    const url = new URL(postgres.url);
    url.hostname = host;
    url.searchParams.set('sslmode', 'verify-full');
    return runCli(['list', '--json'], {
      home,
      env: { PLANWRIGHT_DATABASE_URL: url.href, ...env },
    });
  };

  it('[BA10] a certificate of the named authority is accepted', async () => {
    const run = await list({ PLANWRIGHT_DATABASE_CA: path.join(folder, 'ca.crt') });
    expect(run).toMatchObject({ code: 0 });
    expect(JSON.parse(run.stdout)).toMatchObject({ plans: [] });
  });

  it('[BA10] without the authority, or under another name, the connection is refused', async () => {
    const unknown = await list({});
    expect(unknown.code).toBe(7);
    const ca = { PLANWRIGHT_DATABASE_CA: path.join(folder, 'ca.crt') };
    const otherName = await list(ca, '127.0.0.1');
    expect(otherName.code).toBe(7);
  });
});
