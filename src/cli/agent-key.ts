// The key of `planwright agent`, kept in the data folder so that the next start is the same agent. Agents
// of one name that run at the same time are different agents, each with a key of its own: nobody checks
// what it did itself.
import { randomUUID } from 'node:crypto';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AgentKeyStore } from '../../sdk/index.ts';
import { PlanwrightError } from '../base/errors.ts';
import { sha256Hex } from '../base/hash.ts';
import { takeLock } from './agent-lock.ts';

/** Of one name and server, at the same time. */
const maxAtOnce = 100;

export interface KeptAgent {
  readonly keyStore: AgentKeyStore;
  /** Lets the next process of this name have the key. */
  release(): Promise<void>;
}

const readText = (path: string): Promise<string> => readFile(path, 'utf8').catch(() => '');

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
    const lock = await takeLock(`${path}.lock`, randomUUID());
    if (lock) return { keyStore: storeIn(`${path}.key`), release: () => lock.release() };
  }
  const message = `${maxAtOnce} agents with this name run already. Give another --name.`;
  throw new PlanwrightError('limit_exceeded', message, { max: maxAtOnce });
}
