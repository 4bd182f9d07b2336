// Start, check what the last crash left, put load on, kill -9 at a random moment, again.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { seededRandomness } from '../../src/base/ids.ts';
import { allRuns, findLosses } from './check.ts';
import { call, type Server } from './http.ts';
import { Journal } from './journal.ts';
import {
  type KillableServer,
  runCommand,
  type ServerPlace,
  startKillable,
} from './killable-server.ts';
import { runLoad } from './load.ts';
import { Storyteller } from './storyteller.ts';

export interface CrashOptions {
  readonly kills: number;
  readonly seed: number;
  readonly databaseUrl?: string;
}

export interface CrashReport {
  readonly losses: readonly string[];
  readonly counts: Journal['counts'];
  readonly runs: number;
  /** Executions that were cancelled and undone meanwhile. */
  readonly stories: number;
  /** What `planwright verify` said in the end. */
  readonly verify: { readonly code: number | null; readonly ok: boolean };
}

/** One in ten kills comes while the server starts. */
const startKillShare = 0.1;
const loadMs = { min: 10, max: 350 } as const;
/** Acknowledged before a kill under load, however slow the machine is. */
const leastNotes = 2;
const lookMs = 10;
const startMs = { min: 10, max: 700 } as const;
const maxLosses = 20;

class CrashRun {
  readonly journal = new Journal();
  readonly losses: string[] = [];
  readonly #place: ServerPlace;
  readonly #options: CrashOptions;
  readonly #random: () => number;
  readonly #teller: Storyteller;
  #agentKey = '';
  #planId = '';
  #execution = '';

  constructor(place: ServerPlace, options: CrashOptions) {
    this.#place = place;
    this.#options = options;
    this.#teller = new Storyteller(place, `${options.seed}`);
    const { bytes } = seededRandomness(options.seed);
    this.#random = () => Buffer.from(bytes(4)).readUInt32LE() / 2 ** 32;
  }

  get stories(): number {
    return this.#teller.stories;
  }

  async run(): Promise<void> {
    // The very first start makes the tables; it is killed too.
    await this.#killWhileStarting();
    while (this.#goesOn()) {
      if (this.#random() < startKillShare) await this.#killWhileStarting();
      else await this.#killUnderLoad();
    }
    await this.#finish();
  }

  /** On a slow machine a few kills may come before anything is finished: then some more follow. */
  #goesOn(): boolean {
    const { kills, completions } = this.journal.counts;
    if (this.losses.length > 0 || kills >= 5 * this.#options.kills) return false;
    return kills < this.#options.kills || completions === 0;
  }

  #between({ min, max }: { min: number; max: number }): number {
    return min + this.#random() * (max - min);
  }

  async #killWhileStarting(): Promise<void> {
    const server = startKillable(this.#place);
    await wait(this.#between(startMs));
    await this.#kill(server);
    this.journal.counts.startKills += 1;
  }

  async #kill(server: KillableServer): Promise<void> {
    this.#teller.down();
    await server.kill();
    this.journal.counts.kills += 1;
  }

  async #start(): Promise<{ process: KillableServer; url: string }> {
    const process = startKillable(this.#place);
    const url = await process.ready;
    if (url === null) throw new Error(`the server did not come up again: ${process.stderr()}`);
    return { process, url };
  }

  async #killUnderLoad(): Promise<void> {
    const { process, url } = await this.#start();
    const end = new AbortController();
    const server = { url, signal: end.signal };
    try {
      await this.#check([this.#execution].filter((run) => run !== ''));
      await this.#prepare(server);
      this.#teller.up(url, this.#planId);
      const load = this.#load(server);
      await this.#untilNoted(load);
      await wait(this.#between(loadMs));
      await this.#kill(process);
      end.abort();
      await load;
    } catch (error) {
      throw new Error(`${String(error)} ${process.stderr().slice(-2_000)}`, { cause: error });
    } finally {
      end.abort();
      await process.kill();
    }
  }

  async #untilNoted(load: Promise<void>): Promise<void> {
    let isOver = false;
    const over = (): void => {
      isOver = true;
    };
    load.then(over, over);
    while (!isOver && this.journal.notes.length < leastNotes) await wait(lookMs);
  }

  async #load(server: Server): Promise<void> {
    const personKey = await readFile(join(this.#place.home, 'person-token'), 'utf8');
    await runLoad(server, this.journal, {
      execution: this.#execution,
      planId: this.#planId,
      workers: [this.#agentKey, personKey.trim()],
      round: `${this.#options.seed} ${this.journal.counts.kills}`,
      makesPlan: this.#random() < 0.3,
    });
  }

  /** A plan, an agent and an execution that still has something to do. */
  async #prepare(server: Server): Promise<void> {
    if (this.#planId === '') await this.#makePlan(server);
    if (this.#agentKey === '') {
      const agent = { name: 'Ada', capabilities: [] };
      const answer = await this.#must<{ key: string }>(
        server,
        'POST',
        '/api/agents/register',
        agent,
      );
      this.#agentKey = answer.key;
    }
    if (this.#execution !== '') {
      const path = `/api/executions/${this.#execution}/status`;
      const { state } = await this.#must<{ state: string }>(server, 'GET', path);
      if (state === 'QUEUED' || state === 'RUNNING') return;
    }
    const body = { plan_id: this.#planId, policy: { pre_approved: ['T2'] } };
    type Created = { execution_id: string };
    const { execution_id } = await this.#must<Created>(server, 'POST', '/api/executions', body);
    this.#execution = execution_id;
    this.journal.executions.add(execution_id);
  }

  async #makePlan(server: Server): Promise<void> {
    const prompt = 'Open a coffee shop in Copenhagen';
    type Made = { plan_id: string };
    const { plan_id } = await this.#must<Made>(server, 'POST', '/api/plans/generate', { prompt });
    const path = `/api/plans/${plan_id}/wait`;
    const { state } = await this.#must<{ state: string }>(server, 'GET', path);
    if (state !== 'completed') throw new Error(`the plan is ${state}`);
    this.#planId = plan_id;
    this.journal.plans.add(plan_id);
  }

  async #must<Answer>(server: Server, method: 'GET' | 'POST', path: string, body?: unknown) {
    const answer = await call<Answer>(server, method, path, body);
    if (answer === null) throw new Error(`no answer to ${path}`);
    return answer;
  }

  async #check(runs: Iterable<string>): Promise<void> {
    const losses = await findLosses(this.#place, this.journal, runs);
    const left = maxLosses - this.losses.length;
    this.losses.push(...losses.slice(0, left));
    this.journal.settle();
  }

  /** After the last kill: up once more, everything checked, and down in good order. */
  async #finish(): Promise<void> {
    const { process, url } = await this.#start();
    try {
      this.#teller.up(url, this.#planId);
      this.losses.push(...(await this.#teller.finish()));
      await this.#check(await allRuns(this.#place));
      const code = await process.stop();
      if (code !== 0) this.losses.push(`the last server ended with ${code}: ${process.stderr()}`);
    } finally {
      await process.kill();
    }
  }
}

export async function crashRounds(options: CrashOptions): Promise<CrashReport> {
  const home = await mkdtemp(join(tmpdir(), 'planwright-crash-'));
  const { databaseUrl } = options;
  const place = { home, ...(databaseUrl === undefined ? {} : { databaseUrl }) };
  try {
    const crash = new CrashRun(place, options);
    await crash.run();
    const verify = await runCommand(place, 'verify', '--json');
    const verdict = JSON.parse(verify.stdout) as { ok: boolean; runs: unknown[] };
    return {
      losses: crash.losses,
      counts: crash.journal.counts,
      runs: verdict.runs.length,
      stories: crash.stories,
      verify: { code: verify.code, ok: verdict.ok },
    };
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

/** Several servers with data of their own at the same time, to use more than one processor. */
export async function crashLanes(
  kills: number,
  lanes: number,
  options: Omit<CrashOptions, 'kills'>,
): Promise<CrashReport[]> {
  const share = Math.ceil(kills / lanes);
  const each = Array.from({ length: lanes }, (_, lane) =>
    crashRounds({ ...options, kills: share, seed: options.seed + lane }),
  );
  // Every lane is waited for, so that a failure leaves no server behind.
  await Promise.allSettled(each);
  return Promise.all(each);
}

/** A new seed for each run of the suite; a failure is repeated with CRASH_SEED. */
export function crashSeed(): number {
  const seed = Number(process.env.CRASH_SEED ?? Math.floor(Math.random() * 1e9));
  process.stdout.write(`crash seed ${seed} (repeat with CRASH_SEED=${seed})\n`);
  return seed;
}
