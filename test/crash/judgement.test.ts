// kill -9 while people approve and pay, checks are done and undo is under way: nothing is approved twice
// or undone twice, and the purse is right to the micro-unit.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadRun } from '../../src/engine/load-run.ts';
import { decodeEvent } from '../../src/engine/log-header.ts';
import { verifyRun } from '../../src/engine/verify.ts';
import { openPostgresStore } from '../../src/store/postgres/postgres-store.ts';
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts';
import type { Store } from '../../src/store/store.ts';
import { Dice } from '../simulation/dice.ts';
import { RunWatch } from '../simulation/run-watch.ts';
import { createTestDatabase } from '../support/database.ts';
import { ageInProcessLeases } from './aged-leases.ts';
import { actsFile, type JudgementTask, runIdOf } from './judgement-run.ts';
import { crashSeed } from './rounds.ts';

const script = fileURLToPath(new URL('./judgement-child.ts', import.meta.url));

let home: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'planwright-judgement-'));
});
afterEach(() => rm(home, { recursive: true, force: true }));

const start = (task: JudgementTask): ChildProcess =>
  spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script, JSON.stringify(task)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });

/** Kills it so often, some while after it began to work, and lets the last one finish. */
async function killOften(task: JudgementTask, kills: number): Promise<number> {
  const dice = new Dice(crashSeed());
  for (let count = 0; count < kills; count += 1) {
    const child = start(task);
    const exited = once(child, 'exit');
    if (child.stdout) await Promise.race([once(child.stdout, 'data'), exited]);
    await Promise.race([pause(dice.int(0, 60)), exited]);
    // It may have come to its end: then there is nothing left to kill.
    if (child.exitCode !== null) return count;
    child.kill('SIGKILL');
    await exited;
    const { databaseUrl } = task;
    await ageInProcessLeases({ home, ...(databaseUrl === null ? {} : { databaseUrl }) });
  }
  const [code] = (await once(start(task), 'exit')) as [number | null];
  expect(code).toBe(0);
  return kills;
}

/** All that the log tells, followed by rules that share no code with the engine. */
async function followed(store: Store, run: string): Promise<RunWatch> {
  const watch = new RunWatch(run);
  for (const { header } of await store.events(run, 0, 10_000)) watch.take(decodeEvent(header));
  return watch;
}

async function checkRun(store: Store, run: string): Promise<RunWatch> {
  const watch = await followed(store, run);
  expect(watch.problems).toEqual([]);
  const { state } = await loadRun(store, run);
  expect(watch.purse.difference(state.purse)).toBeNull();
  expect(Object.values(watch.purse.reserved)).toEqual([0, 0, 0]);
  expect(await verifyRun(store, run)).toMatchObject({ ok: true });
  const given = watch.events.flatMap((event) =>
    event.type === 'approval.given' ? [event.data.digest] : [],
  );
  expect(new Set(given).size).toBe(given.length);
  expect(given.length).toBeGreaterThan(0);
  return watch;
}

const stepsIn = (acts: readonly string[], act: string, run: string): string[] => [
  ...new Set(
    acts
      .filter((line) => line.startsWith(`${act} ${run}/`))
      .map((line) => line.split('/')[1] ?? ''),
  ),
];

describe.each([
  ['SQLite', 20],
  ['PostgreSQL', 5],
] as const)('kill -9 while a run is judged, on %s', (kind, kills) => {
  it('[CR12] approves once, undoes once and in reverse, and counts every micro-unit', async () => {
    const database = kind === 'PostgreSQL' ? await createTestDatabase() : null;
    const task = { home, databaseUrl: database?.url ?? null, runs: 24 };
    try {
      expect(await killOften(task, kills)).toBeGreaterThanOrEqual(kills / 2);
      const store = database
        ? await openPostgresStore({ url: database.url, ssl: false })
        : openSqliteStore({ path: join(home, 'planwright.db'), synchronous: 'NORMAL' });
      const acts = (await readFile(actsFile(home), 'utf8')).trim().split('\n');
      for (let index = 0; index < task.runs; index += 1) {
        const run = runIdOf(index);
        const watch = await checkRun(store, run);
        expect(watch.status).toBe(index % 2 === 1 ? 'CANCELLED' : 'COMPLETED');
        const undone = watch.events.flatMap((event) =>
          event.type === 'step.compensated' ? [event.data.step] : [],
        );
        const done = stepsIn(acts, 'do', run);
        expect(undone).toEqual(index % 2 === 1 ? [...done].reverse() : []);
      }
      await store.close();
    } finally {
      await database?.drop();
    }
  });
});
