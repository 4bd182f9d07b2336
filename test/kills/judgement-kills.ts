// Kills at moments that matter: while somebody waits for an approval, while something is paid for, while
// something is undone, exactly between a decision, its commit and its answer, and at any time.
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { type FailpointName, failpointVariable } from '../../src/base/failpoints.ts';
import { ageInProcessLeases } from '../crash/aged-leases.ts';
import type { Dice } from '../simulation/dice.ts';
import { startNode } from './child-process.ts';
import type { JudgementTask } from './judgement-run.ts';
import { unlessStuck } from './stuck-runs.ts';

const script = new URL('./judgement-child.ts', import.meta.url);

/** What is so in the rows when the process is killed. */
const phases = {
  approval: `wait_for = 'approval'`,
  paid: `state = 'LEASED' and undoes = ''`,
  undo: `state = 'LEASED' and undoes <> ''`,
} as const;
export type Phase = keyof typeof phases;
/** By the engine itself, between a decision, its commit and its answer; any of them, or of undo. */
const failpoints = {
  failpoint: [
    'run-decided',
    'run-committed',
    'take-decided',
    'take-committed',
    'commit-before-begin',
    'commit-done',
  ],
  'undo-failpoint': ['undo-decided', 'undo-committed'],
} as const satisfies Readonly<Record<string, readonly FailpointName[]>>;

export type KillKind = Phase | keyof typeof failpoints | 'time';

/** Asks the database itself, beside the engine. */
async function openLook({ home, databaseUrl }: JudgementTask) {
  const sqlOf = (phase: Phase): string => `select 1 from steps where ${phases[phase]} limit 1`;
  if (databaseUrl !== null) {
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    const isSo = async (phase: Phase) => ((await client.query(sqlOf(phase))).rowCount ?? 0) > 0;
    return { isSo, close: () => client.end() };
  }
  const path = join(home, 'planwright.db');
  const db = new DatabaseSync(path, { timeout: 5_000, readOnly: true });
  const isSo = async (phase: Phase) => db.prepare(sqlOf(phase)).get() !== undefined;
  return { isSo, close: async () => db.close() };
}

const isGone = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode !== null || signalCode !== null;

/** Whether it came to that before it ended. */
async function untilPhase(task: JudgementTask, phase: Phase, child: ChildProcess) {
  if (task.databaseUrl === null && !existsSync(join(task.home, 'planwright.db'))) return false;
  const look = await openLook(task);
  try {
    while (!isGone(child)) {
      if (await look.isSo(phase)) return true;
      await pause(1);
    }
    return false;
  } finally {
    await look.close();
  }
}

const runsAtOnce = 12;
const maxRuns = 600;

class Rounds {
  #task: JudgementTask;
  readonly #dice: Dice;
  readonly #lanes: number;

  constructor(task: JudgementTask, dice: Dice, lanes: number) {
    this.#task = task;
    this.#dice = dice;
    this.#lanes = lanes;
  }

  get task(): JudgementTask {
    return this.#task;
  }

  /** On a loaded machine the work may be over before it can be killed: then there is more of it. */
  async untilKilled(kind: KillKind): Promise<void> {
    while (!(await this.#round(kind))) {
      const runs = this.#task.runs + runsAtOnce;
      if (runs > maxRuns) throw new Error(`killed at ${kind}: never in ${maxRuns} runs`);
      this.#task = { ...this.#task, runs };
    }
  }

  /** False when all was done before it could be killed. */
  async #round(kind: KillKind): Promise<boolean> {
    const isByItself = kind === 'failpoint' || kind === 'undo-failpoint';
    const env = isByItself ? { [failpointVariable]: this.#failpoint(kind) } : {};
    const children = Array.from({ length: this.#lanes }, () => startNode(script, this.#task, env));
    const exits = children.map((child) => once(child, 'exit'));
    const [first] = children as [ChildProcess];
    const exited = Promise.race(exits);
    if (first.stdout) await Promise.race([once(first.stdout, 'data'), exited]);
    const moment: Promise<unknown> = isByItself ? exited : this.#wait(kind, first, exited);
    await unlessStuck(`killed at ${kind}`, this.#task, moment);
    const wasAtWork = isByItself
      ? children.some(({ signalCode }) => signalCode === 'SIGKILL')
      : !isGone(first);
    for (const child of children) child.kill('SIGKILL');
    await Promise.all(exits);
    return wasAtWork;
  }

  async #wait(kind: Phase | 'time', first: ChildProcess, exited: Promise<unknown>): Promise<void> {
    if (kind === 'time') await Promise.race([pause(this.#dice.int(0, 60)), exited]);
    else await untilPhase(this.#task, kind, first);
  }

  #failpoint(kind: keyof typeof failpoints): string {
    const name = this.#dice.pick<FailpointName>(failpoints[kind]);
    return `${name}=kill@${this.#dice.int(1, kind === 'failpoint' ? 20 : 6)}`;
  }
}

/** Several processes at a time on the same data, all killed in each round. The task with the runs that were added. */
export async function killOften(
  task: JudgementTask,
  dice: Dice,
  kinds: readonly KillKind[],
  lanes: number,
): Promise<JudgementTask> {
  const rounds = new Rounds(task, dice, lanes);
  const { home, databaseUrl } = task;
  const place = { home, ...(databaseUrl === null ? {} : { databaseUrl }) };
  for (const kind of kinds) {
    await rounds.untilKilled(kind);
    await ageInProcessLeases(place);
  }
  return rounds.task;
}

/** With nobody to kill it. */
export async function finish(task: JudgementTask, lanes: number): Promise<(number | null)[]> {
  const children = Array.from({ length: lanes }, () => startNode(script, task));
  const ending = Promise.all(children.map((child) => once(child, 'exit')));
  const exits = await unlessStuck('the last run', task, ending);
  return exits.map(([code]) => code as number | null);
}
