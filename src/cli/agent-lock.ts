// A lock file that belongs to one process, and to the next one when that process is gone. The place of a
// dead owner is taken by linking a file whose name follows from what the dead one wrote: only one of all
// who see the same dead owner can do that, and a lock that lives is never removed by another process.
import { link, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import { sha256Hex } from '../base/hash.ts';
import { openProbe, type ProcessProbe } from '../base/process-identity.ts';
import { parseStrictJson } from '../base/strict-json.ts';

export interface Lock {
  release(): Promise<void>;
}

const beatMs = 10_000;
/** For an owner of another place, such as a container, which cannot be proven gone. */
const silentMs = 60_000;

const ownerSchema = z.object({
  ...{ boot: z.string(), namespace: z.string(), pid: z.number(), started: z.string() },
});

const isThere = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EEXIST';

const read = (path: string): Promise<string | null> => readFile(path, 'utf8').catch(() => null);

/** False where another process has it already. It is there with its content or not at all. */
async function make(path: string, content: string, nonce: string): Promise<boolean> {
  const draft = `${path}.${nonce}`;
  await writeFile(draft, content, { mode: 0o600, flag: 'wx' });
  try {
    await link(draft, path);
    return true;
  } catch (error) {
    if (!isThere(error)) throw error;
    return false;
  } finally {
    await rm(draft, { force: true });
  }
}

function jsonIn(content: string): unknown {
  const reading = parseStrictJson(content);
  return reading.ok ? reading.value : null;
}

async function isDead(path: string, content: string, { self, isGone }: ProcessProbe) {
  const { success, data } = ownerSchema.safeParse(jsonIn(content));
  const isHere = success && data.boot === self?.boot && data.namespace === self.namespace;
  if (isHere) return isGone(data);
  const found = await stat(path).catch(() => null);
  return found !== null && Date.now() - found.mtimeMs > silentMs;
}

function held(path: string, dead: readonly string[]): Lock {
  const beat = setInterval(() => {
    const now = new Date();
    utimes(path, now, now).catch(() => undefined);
  }, beatMs);
  beat.unref();
  return {
    async release() {
      clearInterval(beat);
      // The first goes first: who follows a dead owner looks whether that is still there.
      for (const one of [...dead, path]) await rm(one, { force: true });
    },
  };
}

/** Null while another process has it. */
export async function takeLock(path: string, nonce: string): Promise<Lock | null> {
  const probe = await openProbe();
  const content = JSON.stringify({ ...probe.self, nonce });
  const dead: string[] = [];
  let first: string | null = null;
  for (let place = path; ; ) {
    if (await make(place, content, nonce)) {
      const isSame = dead.length === 0 || (await read(path)) === first;
      if (isSame) return held(place, dead);
      // It was released in between.
      await rm(place, { force: true });
      return null;
    }
    const found = await read(place);
    if (found === null || !(await isDead(place, found, probe))) return null;
    first ??= found;
    dead.push(place);
    place = `${path}.${sha256Hex(found).slice(0, 24)}`;
  }
}
