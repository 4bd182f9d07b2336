// The key of `planwright agent`, kept in the data folder so that the next start is the same agent. Agents
// of one name that run at the same time are different agents, each with a key of its own: nobody checks
// what it did itself.
import { chmod, mkdir, open, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AgentKeyStore } from '../../sdk/index.ts';
import { PlanwrightError } from '../base/errors.ts';
import { sha256Hex } from '../base/hash.ts';

/** Of one name and server, at the same time. */
const maxAtOnce = 100;

export interface KeptAgent {
  readonly keyStore: AgentKeyStore;
  /** Lets the next process of this name have the key. */
  release(): Promise<void>;
}

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;

const readText = (path: string): Promise<string> => readFile(path, 'utf8').catch(() => '');

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !hasCode(error, 'ESRCH');
  }
}

/** False while another process has it. One that died left it behind. */
async function lock(path: string): Promise<boolean> {
  try {
    const file = await open(path, 'wx', 0o600);
    await file.writeFile(String(process.pid));
    await file.close();
    return true;
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  }
  const pid = Number(await readText(path));
  if (!Number.isInteger(pid) || pid <= 0 || isAlive(pid)) return false;
  await rm(path, { force: true });
  return lock(path);
}

const storeIn = (path: string): AgentKeyStore => ({
  load: async () => (await readText(path)).trim() || null,
  async save(key) {
    await writeFile(path, `${key}\n`, { mode: 0o600 });
    // The mode above is for a new file alone.
    await chmod(path, 0o600);
  },
});

export async function openAgentKey(home: string, url: string, name: string): Promise<KeptAgent> {
  const folder = join(home, 'agents');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (let number = 1; number <= maxAtOnce; number += 1) {
    // The key is for one server and never shown to another.
    const path = join(folder, sha256Hex(`${url}|${name}|${number}`).slice(0, 24));
    const lockPath = `${path}.lock`;
    if (!(await lock(lockPath))) continue;
    return { keyStore: storeIn(`${path}.key`), release: () => rm(lockPath, { force: true }) };
  }
  const message = `${maxAtOnce} agents with this name run already. Give another --name.`;
  throw new PlanwrightError('limit_exceeded', message, { max: maxAtOnce });
}
