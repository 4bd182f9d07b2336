// kill -9 while runs that share a purse take from it and settle with it: it is the sum of what their logs
// say, to the micro-unit, and nothing is handed out beyond it.

import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FailpointName, failpointVariable } from '../../src/base/failpoints.ts';
import { decodeEvent } from '../../src/engine/log-header.ts';
import { verifyAll } from '../../src/engine/verify.ts';
import { openPostgresStore } from '../../src/store/postgres/postgres-store.ts';
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts';
import type { Store } from '../../src/store/store.ts';
import { ageInProcessLeases } from '../crash/aged-leases.ts';
import { crashSeed } from '../crash/rounds.ts';
import { Dice } from '../simulation/dice.ts';
import { RunWatch } from '../simulation/run-watch.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { sized } from '../support/size.ts';
import { endChildren, removeUnlessFailed, startNode } from './child-process.ts';
import { type PurseTask, purse, runIdOf, tenant } from './purse-run.ts';
import { unlessStuck } from './stuck-runs.ts';

const script = new URL('./purse-child.ts', import.meta.url);
const moments: readonly FailpointName[] = [
  ...(['run-decided', 'run-committed', 'take-decided', 'take-committed'] as const),
  ...(['commit-before-begin', 'commit-done'] as const),
];

let home: string;
let database: TestDatabase | null = null;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'planwright-purse-'));
});
afterEach(async ({ task }) => {
  await endChildren();
  await removeUnlessFailed(home, task, database);
  database = null;
});

function start(task: PurseTask, failpoint = ''): ChildProcess {
  return startNode(script, task, failpoint === '' ? {} : { [failpointVariable]: failpoint });
}

/**
 * One of them between a decision, its commit and its answer, or at any time, and the others with it; true
 * if it was at work.
 */
async function killAll(
  task: PurseTask,
  dice: Dice,
  lanes: number,
  isByItself: boolean,
): Promise<boolean> {
  const at = `${dice.pick(moments)}=kill@${dice.int(5, 60)}`;
  const children = Array.from({ length: lanes }, () => start(task, isByItself ? at : ''));
  const exits = children.map((child) => once(child, 'exit'));
  const ready = children.flatMap(({ stdout }) => (stdout ? [once(stdout, 'data')] : []));
  await Promise.race([...ready, ...exits]);
  const moment = Promise.race(isByItself ? exits : [pause(dice.int(0, 60)), ...exits]);
  await unlessStuck(`killed at ${isByItself ? at : 'any time'}`, task, moment);
  const wasAtWork = children.every(({ exitCode }) => exitCode === null);
  for (const child of children) child.kill('SIGKILL');
  await Promise.all(exits);
  return wasAtWork;
}

const runsAtOnce = 12;
const maxRuns = 600;

/** On a loaded machine all may be done before it can be killed: then there is more of it. */
async function untilKilled(
  first: PurseTask,
  dice: Dice,
  lanes: number,
  isByItself: boolean,
): Promise<PurseTask> {
  for (let task = first; task.runs <= maxRuns; task = { ...task, runs: task.runs + runsAtOnce }) {
    if (await killAll(task, dice, lanes, isByItself)) return task;
  }
  throw new Error(`not killed in ${maxRuns} runs`);
}

async function followed(store: Store, run: string): Promise<RunWatch> {
  const watch = new RunWatch(run);
  for (const { header } of await store.events(run, 0, 10_000)) watch.take(decodeEvent(header));
  return watch;
}

/** All that the logs tell, followed by rules that share no code with the engine. */
async function checkPurse(store: Store, runs: number): Promise<void> {
  const spent = { money: 0, tokens: 0, calls: 0 };
  let parked = 0;
  for (let index = 0; index < runs; index += 1) {
    const watch = await followed(store, runIdOf(index));
    expect(watch.problems).toEqual([]);
    expect(watch.status).toBe('COMPLETED');
    for (const kind of ['money', 'tokens', 'calls'] as const)
      spent[kind] += watch.purse.spent[kind];
    parked += watch.events.filter(({ type }) => type === 'step.parked').length;
  }
  expect(parked).toBeGreaterThan(0);
  expect(await store.purse(tenant, purse)).toMatchObject({
    ...{ spent_money: spent.money, spent_tokens: spent.tokens, spent_calls: spent.calls },
    ...{ reserved_money: 0, reserved_tokens: 0, reserved_calls: 0 },
  });
  expect((await verifyAll(store)).filter(({ ok }) => !ok)).toEqual([]);
}

describe.each([
  { kind: 'SQLite', kills: sized(4, 10), lanes: 1 },
  { kind: 'PostgreSQL', kills: sized(2, 6), lanes: 2 },
] as const)('kill -9 of $lanes at once over a shared purse, on $kind', ({ kind, kills, lanes }) => {
  it('[BG14] leaves the purse what the logs of its runs say', async () => {
    database = kind === 'PostgreSQL' ? await createTestDatabase() : null;
    const databaseUrl = database?.url ?? null;
    // New runs come with every kill, so that none of them finds the work done.
    let task: PurseTask = { home, databaseUrl, runs: 5 };
    const dice = new Dice(crashSeed());
    const lane = Array.from({ length: lanes });
    for (let count = 0; count < kills; count += 1) {
      const more = { ...task, runs: task.runs + 3 };
      task = await untilKilled(more, dice, lanes, count % 2 === 0);
      await ageInProcessLeases({ home, ...(databaseUrl === null ? {} : { databaseUrl }) });
    }
    task = { ...task, runs: task.runs + 3 };
    const ending = Promise.all(lane.map(() => once(start(task), 'exit')));
    const exits = await unlessStuck('the last run', task, ending);
    expect(exits.map(([code]) => code as number | null)).toEqual(lane.map(() => 0));
    const store = database
      ? await openPostgresStore({ url: database.url, ssl: false })
      : openSqliteStore({ path: join(home, 'planwright.db'), synchronous: 'NORMAL' });
    try {
      await checkPurse(store, task.runs);
    } finally {
      await store.close();
    }
    // A lease that was renewed by the last statement of a killed process lasts a minute, and steps that
    // share a purse wait for one another: on a loaded machine several such minutes may come in a row.
  }, 600_000);
});
