// kill -9 while people approve and pay, checks are done and undo is under way: nothing is approved twice
// or undone twice, nothing a person was told is lost, and the purse is right to the micro-unit.
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadRun } from '../../src/engine/load-run.ts';
import { decodeEvent } from '../../src/engine/log-header.ts';
import { verifyRun } from '../../src/engine/verify.ts';
import { openPostgresStore } from '../../src/store/postgres/postgres-store.ts';
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts';
import type { Store } from '../../src/store/store.ts';
import { crashSeed } from '../crash/rounds.ts';
import { Dice } from '../simulation/dice.ts';
import { RunWatch } from '../simulation/run-watch.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { sized } from '../support/size.ts';
import { endChildren, removeUnlessFailed } from './child-process.ts';
import { expectedSpending } from './judgement-account.ts';
import { finish, type KillKind, killOften } from './judgement-kills.ts';
import { acksFile, actsFile, type JudgementTask, runIdOf } from './judgement-run.ts';

/** To hunt for what happens seldom: `CRASH_REPEATS=199 npm test -- --project kills test/kills/judgement.test.ts`. */
const repeats = Number(process.env.CRASH_REPEATS ?? 0);

let home: string;
let database: TestDatabase | null = null;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'planwright-judgement-'));
});
afterEach(async ({ task }) => {
  await endChildren();
  await removeUnlessFailed(home, task, database);
  database = null;
});

const linesOf = async (path: string): Promise<string[]> =>
  (await readFile(path, 'utf8')).trim().split('\n');

/** All that the log tells, followed by rules that share no code with the engine. */
async function followed(store: Store, run: string): Promise<RunWatch> {
  const watch = new RunWatch(run);
  for (const { header } of await store.events(run, 0, 10_000)) watch.take(decodeEvent(header));
  expect(watch.problems).toEqual([]);
  return watch;
}

async function checkPurse(store: Store, run: string, watch: RunWatch): Promise<void> {
  const { purse } = (await loadRun(store, run)).state;
  expect(watch.purse.difference(purse)).toBeNull();
  expect(Object.values(purse.reserved)).toEqual([0, 0, 0]);
  expect({ run, ...purse.spent }).toEqual({ run, ...expectedSpending(watch.events) });
}

/** Each asked for once and given once; what a person was told is in the log. */
function checkWords(run: string, watch: RunWatch, acks: readonly string[]): void {
  const given = watch.events.flatMap((event) =>
    event.type === 'approval.given' ? [event.data.digest] : [],
  );
  expect(new Set(given).size).toBe(given.length);
  expect(given.length).toBeGreaterThan(0);
  const types = new Set<string>(watch.events.map(({ type }) => type));
  const isKept = (ack: string): boolean => {
    const [action = '', , digest = ''] = ack.split(' ');
    if (action === 'approve') return given.includes(digest);
    return types.has(action === 'fund' ? 'budget.set' : 'run.ending');
  };
  const own = acks.filter((ack) => ack.split(' ')[1] === run);
  expect(own.length).toBeGreaterThan(0);
  expect(own.filter((ack) => !isKept(ack))).toEqual([]);
}

/** Where each step was last acted on, by `do` or `undo`. */
function lastActs(acts: readonly string[], act: string, run: string): Map<string, number> {
  const found = acts.flatMap((line, index) => {
    const [which, at = ''] = line.split(' ');
    const [ofRun, step = ''] = at.split('/');
    return which === act && ofRun === run ? [[step, index] as const] : [];
  });
  return new Map(found);
}

/** What was done to the world was undone after that, once on the record, the last one first. */
function checkUndo(run: string, watch: RunWatch, acts: readonly string[]): void {
  const undone = watch.events.flatMap((event) =>
    event.type === 'step.compensated' ? [event.data.step] : [],
  );
  const done = lastActs(acts, 'do', run);
  const back = lastActs(acts, 'undo', run);
  if (watch.status === 'COMPLETED') {
    expect([run, undone, [...back]]).toEqual([run, [], []]);
    return;
  }
  const standing = [...done].filter(([step, at]) => (back.get(step) ?? -1) < at);
  expect([run, standing]).toEqual([run, []]);
  expect(new Set(undone).size).toBe(undone.length);
  const inOrder = [...undone].sort((one, other) => (back.get(one) ?? 0) - (back.get(other) ?? 0));
  expect([run, inOrder]).toEqual([run, undone]);
  expect([...done.keys()].filter((step) => !undone.includes(step))).toEqual([]);
}

async function checkAll(store: Store, task: JudgementTask): Promise<void> {
  const acts = await linesOf(actsFile(task.home));
  const acks = await linesOf(acksFile(task.home));
  for (let index = 0; index < task.runs; index += 1) {
    const run = runIdOf(index);
    const watch = await followed(store, run);
    expect(watch.status).toBe(index % 2 === 1 ? 'CANCELLED' : 'COMPLETED');
    await checkPurse(store, run, watch);
    checkWords(run, watch, acks);
    checkUndo(run, watch, acts);
    expect(await verifyRun(store, run)).toMatchObject({ ok: true });
  }
}

/** Undo comes late: what waits for it lets the rest be done. */
const early: readonly KillKind[] = ['time', 'approval', 'failpoint', 'paid', 'failpoint'];
const late: readonly KillKind[] = ['undo', 'undo-failpoint', 'undo', 'failpoint'];

describe.each([
  { kind: 'SQLite', lanes: 1, kinds: [...early, ...sized([], [...early, ...early]), ...late] },
  ...sized([], [{ kind: 'PostgreSQL', lanes: 1, kinds: [...early, ...late] } as const]),
  { kind: 'PostgreSQL', lanes: 2, kinds: [...early, ...late] },
] as const)(
  'kill -9 of $lanes at once while a run is judged, on $kind',
  ({ kind, lanes, kinds }) => {
    it('[CR12] approves once, undoes once and in reverse, and counts every micro-unit', {
      repeats,
    }, async () => {
      database = kind === 'PostgreSQL' ? await createTestDatabase() : null;
      const start = { home, databaseUrl: database?.url ?? null, runs: 24 };
      const task = await killOften(start, new Dice(crashSeed()), kinds, lanes);
      expect(await finish(task, lanes)).toEqual(Array.from({ length: lanes }, () => 0));
      const store = database
        ? await openPostgresStore({ url: database.url, ssl: false })
        : openSqliteStore({ path: join(home, 'planwright.db'), synchronous: 'NORMAL' });
      try {
        await checkAll(store, task);
      } finally {
        await store.close();
      }
    });
  },
);
