import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { openProbe } from '../base/process-identity.ts';
import { openAgentKey } from './agent-key.ts';

const url = 'http://127.0.0.1:4600';
let home: string;

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'agent-key-'));
  return () => rm(home, { recursive: true, force: true });
});

const files = async (): Promise<string[]> => (await readdir(join(home, 'agents'))).sort();

async function keep(name: string, key: string, server = url): Promise<void> {
  const { keyStore, release } = await openAgentKey(home, server, name);
  await keyStore.save(key);
  await release();
}

async function loaded(name: string, server = url): Promise<string | null> {
  const { keyStore, release } = await openAgentKey(home, server, name);
  onTestFinished(release);
  return keyStore.load();
}

describe('the kept key of an agent', () => {
  it('[AG7] is there at the next start, for this name and server alone', async () => {
    expect(await loaded('Cy')).toBeNull();
    await keep('Ada', 'pw_one');
    expect(await loaded('Ada', 'http://127.0.0.1:4601')).toBeNull();
    expect(await loaded('Bo')).toBeNull();
    expect(await loaded('Ada')).toBe('pw_one');
  });

  it('[AG7] can be read by its owner alone, also where the file was there before', async () => {
    await keep('Ada', 'pw_one');
    const [file = ''] = (await files()).filter((name) => name.endsWith('.key'));
    const path = join(home, 'agents', file);
    await rm(path);
    await writeFile(path, 'pw_old', { mode: 0o644 });
    await keep('Ada', 'pw_two');
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await stat(join(home, 'agents'))).mode & 0o777).toBe(0o700);
    expect((await readFile(path, 'utf8')).trim()).toBe('pw_two');
  });

  it('[AG7] of two that run at once each has its own', async () => {
    const first = await openAgentKey(home, url, 'Ada');
    const second = await openAgentKey(home, url, 'Ada');
    await first.keyStore.save('pw_one');
    await second.keyStore.save('pw_two');
    expect(await first.keyStore.load()).toBe('pw_one');
    await first.release();
    await second.release();
    expect([await loaded('Ada'), await loaded('Ada')]).toEqual(['pw_one', 'pw_two']);
  });

  /** The lock of the key of Ada, as another process left it. */
  async function leave(owner: object): Promise<string> {
    const [file = ''] = (await files()).filter((name) => name.endsWith('.key'));
    const lock = join(home, 'agents', file.replace(/\.key$/, '.lock'));
    await writeFile(lock, JSON.stringify({ ...(await openProbe()).self, nonce: 'x', ...owner }));
    return lock;
  }

  async function deadPid(): Promise<number> {
    const child = spawn(process.execPath, ['-e', '']);
    await once(child, 'exit');
    return child.pid ?? 0;
  }

  it('[AG7] is free again when its process died', async () => {
    await keep('Ada', 'pw_one');
    await leave({ pid: await deadPid() });
    expect(await loaded('Ada')).toBe('pw_one');
  });

  it('[AG11] is free again when another process has the PID of the one that died', async () => {
    await keep('Ada', 'pw_one');
    await leave({ started: '1' });
    await keep('Ada', 'pw_two');
    expect(await loaded('Ada')).toBe('pw_two');
    expect((await files()).filter((name) => name.includes('.lock'))).toHaveLength(1);
  });

  it('[AG11] of many who see the same dead process one gets it', async () => {
    await keep('Ada', 'pw_one');
    await leave({ pid: await deadPid() });
    const kept = await Promise.all(Array.from({ length: 8 }, () => openAgentKey(home, url, 'Ada')));
    const keys = await Promise.all(kept.map(async ({ keyStore }) => keyStore.load()));
    expect(keys.filter((key) => key === 'pw_one')).toHaveLength(1);
    for (const { release } of kept) await release();
    expect((await files()).filter((name) => name.includes('.lock'))).toEqual([]);
    expect(await loaded('Ada')).toBe('pw_one');
  });

  it('[AG11] of a process elsewhere is free when it was silent for a minute', async () => {
    await keep('Ada', 'pw_one');
    const lock = await leave({ namespace: 'pid:[1]' });
    expect(await loaded('Ada')).toBeNull();
    const before = new Date(Date.now() - 120_000);
    await utimes(lock, before, before);
    expect(await loaded('Ada')).toBe('pw_one');
  });
});
