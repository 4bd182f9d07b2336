// Erasure for good: the word is in no byte of the data any more, and the log still verifies.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../support/database.ts';
import { canary, filesWithCanary, plantCanary, tablesWithCanary } from './canary.ts';
import { call } from './http.ts';
import {
  type KillableServer,
  runCommand,
  type ServerPlace,
  startKillable,
} from './killable-server.ts';

interface Verdict {
  readonly ok: boolean;
  readonly runs: readonly { readonly run: string; readonly ok: boolean; readonly erased: number }[];
}

describe('planwright erase', () => {
  let home: string;
  let server: KillableServer | null = null;
  const never = new AbortController().signal;

  beforeEach(async () => {
    home = await mkdtemp(join(tmpdir(), 'planwright-erase-'));
  });
  afterEach(async () => {
    await server?.kill();
    server = null;
    await rm(home, { recursive: true, force: true });
  });

  async function start(place: ServerPlace): Promise<{ url: string; signal: AbortSignal }> {
    server = startKillable(place);
    const url = await server.ready;
    if (url === null) throw new Error(server.stderr());
    return { url, signal: never };
  }

  async function expectErased(place: ServerPlace): Promise<void> {
    const verify = await runCommand(place, 'verify', '--json');
    const verdict = JSON.parse(verify.stdout) as Verdict;
    expect(verify.code).toBe(0);
    expect(verdict.ok).toBe(true);
    expect(verdict.runs).toHaveLength(2);
    for (const run of verdict.runs) expect(run.erased).toBeGreaterThan(0);
    const words = await runCommand(place, 'verify');
    expect(words.stdout).toMatch(/: valid, \d+ events, \d+ erased/);
  }

  it('[CR2] leaves the word in no byte of the data folder while a server runs', async () => {
    const place = { home };
    const running = await start(place);
    const { planId, executionId } = await plantCanary(running);
    expect(filesWithCanary(home)).not.toEqual([]);
    const erase = await runCommand(place, 'erase', planId, '--yes', '--json');
    expect(erase).toMatchObject({ code: 0, stderr: '' });
    expect(filesWithCanary(home)).toEqual([]);
    const path = `/api/executions/${executionId}/events?limit=500`;
    const events = await call<{ events: unknown[] }>(running, 'GET', path);
    expect(JSON.stringify(events).toLowerCase()).not.toContain(canary);
    expect(events?.events.length).toBeGreaterThan(5);
    await expectErased(place);
    expect(await server?.stop()).toBe(0);
    expect(filesWithCanary(home)).toEqual([]);
    await expectErased(place);
  });

  it('[CR2] leaves it in no byte after the server was killed', async () => {
    const place = { home };
    const { planId } = await plantCanary(await start(place));
    await server?.kill();
    expect(filesWithCanary(home)).not.toEqual([]);
    const erase = await runCommand(place, 'erase', planId, '--yes');
    expect(erase.code).toBe(0);
    expect(filesWithCanary(home)).toEqual([]);
    await expectErased(place);
  });

  it('[CR2] asks for a word before it deletes anything', async () => {
    const place = { home };
    const { planId } = await plantCanary(await start(place));
    expect((await runCommand(place, 'erase', planId)).code).toBe(2);
    expect(filesWithCanary(home)).not.toEqual([]);
  });

  it('[CR2] leaves it in no row on PostgreSQL', async () => {
    const database = await createTestDatabase();
    const place = { home, databaseUrl: database.url };
    try {
      const { planId } = await plantCanary(await start(place));
      expect(await tablesWithCanary(database.url)).not.toEqual([]);
      const erase = await runCommand(place, 'erase', planId, '--yes');
      expect(erase.code).toBe(0);
      expect(await tablesWithCanary(database.url)).toEqual([]);
      expect(filesWithCanary(home)).toEqual([]);
      await expectErased(place);
    } finally {
      await server?.kill();
      await database.drop();
    }
  });
});
