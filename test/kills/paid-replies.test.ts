// kill -9 between a reply and the end of its step: what was recorded is not paid for again.
import { once } from 'node:events';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FailpointName, failpointVariable } from '../../src/base/failpoints.ts';
import { contentJson } from '../../src/engine/content.ts';
import { verifyRun } from '../../src/engine/verify.ts';
import type { Store } from '../../src/store/store.ts';
import { ageInProcessLeases } from '../crash/aged-leases.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { secretWord } from '../support/paid-steps.ts';
import { sized } from '../support/size.ts';
import { endChildren, removeUnlessFailed, startNode } from './child-process.ts';
import { callsFile, kinds, openPaidStore, type PaidTask, stepCount, tenant } from './paid-run.ts';
import { unlessStuck } from './stuck-runs.ts';

const script = new URL('./paid-child.ts', import.meta.url);
const steps = Array.from({ length: stepCount }, (_, index) => `task_${index + 1}`);

let home: string;
let database: TestDatabase | null = null;

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'planwright-paid-'));
});
afterEach(async ({ task }) => {
  await endChildren();
  await database?.drop();
  database = null;
  await removeUnlessFailed(home, task);
});

/** Null if it was killed. */
async function runChild(task: PaidTask, failpoints: string): Promise<number | null> {
  const child = startNode(script, task, { [failpointVariable]: failpoints }, 'pipe');
  const said: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => said.push(text));
  }
  const [code] = await unlessStuck('paid steps', task, once(child, 'close'));
  expect(said.join('')).toBe('');
  return code as number | null;
}

/** Killed when it passes for the n-th time; then another process goes on. */
async function killOnce(task: PaidTask, at: FailpointName, passing: number): Promise<boolean> {
  const code = await runChild(task, `${at}=kill@${passing}`);
  if (code === 0) return false;
  const { databaseUrl } = task;
  await ageInProcessLeases({ home, ...(databaseUrl === null ? {} : { databaseUrl }) });
  expect(await runChild(task, '')).toBe(0);
  return true;
}

const callsOf = async (run: string): Promise<string[]> =>
  (await readFile(callsFile(home), 'utf8'))
    .split('\n')
    .filter((line) => line.startsWith(`${run}/`))
    .toSorted();

async function expectWhole(store: Store, run: string): Promise<void> {
  const rows = await store.steps(run);
  expect(rows.map(({ state }) => state)).toEqual(steps.map(() => 'VERIFIED'));
  const outputs = await store.contents(rows.map(({ output }) => output));
  for (const content of outputs.values()) expect(contentJson(content)).toEqual({ value: 7 });
  for (const step of steps) {
    const recorded = await store.usageOfStep(run, step);
    expect(recorded.map(({ kind }) => kind)).toEqual(kinds);
  }
  expect(await verifyRun(store, run)).toMatchObject({ ok: true });
  const log = await store.events(run, 0, 1_000);
  expect(JSON.stringify(log)).not.toContain(secretWord);
}

async function kills(databaseUrl: string | null, at: FailpointName, passings: readonly number[]) {
  let killed = 0;
  const repeated: number[] = [];
  for (const seed of passings) {
    const task = { home, databaseUrl, run: `gen_paid${at.length}x${seed}`, seed };
    if (await killOnce(task, at, seed)) killed += 1;
    const store = await openPaidStore(task);
    await expectWhole(store, task.run);
    expect(await store.usageOfRun(tenant, task.run)).toHaveLength(stepCount);
    await store.close();
    const calls = await callsOf(task.run);
    const once = steps.flatMap((step) => kinds.map((kind) => `${task.run}/${step} ${kind}`));
    expect([...new Set(calls)]).toEqual(once.toSorted());
    repeated.push(calls.length - once.length);
  }
  return { killed, repeated };
}

const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

const passings = sized(range(5, 8), range(3, 10));

describe('kill -9 between a reply and the end of its step', () => {
  it('[US11] on SQLite, after any commit, pays nothing that was recorded again', async () => {
    const { killed, repeated } = await kills(null, 'commit-done', sized(range(2, 5), range(1, 10)));
    expect(killed).toBeGreaterThanOrEqual(sized(3, 8));
    expect(repeated).toEqual(repeated.map(() => 0));
  });

  it('[US11] on SQLite, before any commit, repeats at most the call that was in flight', async () => {
    const { killed, repeated } = await kills(null, 'commit-before-begin', passings);
    expect(killed).toBe(passings.length);
    expect(Math.max(...repeated)).toBe(1);
  });

  it('[US11] on PostgreSQL, after any commit, pays nothing that was recorded again', async () => {
    database = await createTestDatabase();
    const { killed, repeated } = await kills(database.url, 'commit-done', passings);
    expect(killed).toBe(passings.length);
    expect(repeated).toEqual(repeated.map(() => 0));
  });
});
