// Plans that a model thinks about, on a server that is killed with kill -9 at random moments and
// started again, with the model's server outside of it: what the kills left is told by both sides.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { seededRandomness } from '../../src/base/ids.ts';
import { verifyRun } from '../../src/engine/verify.ts';
import { localTenant } from '../../src/operations/principals.ts';
import { ageInProcessLeases } from '../crash/aged-leases.ts';
import { doubleVerified, openData } from '../crash/check.ts';
import { call, type Server } from '../crash/http.ts';
import { type KillableServer, type ServerPlace, startKillable } from '../crash/killable-server.ts';
import { type ModelServer, openModelServer } from '../doubles/model-server/server.ts';
import { callsOf } from '../doubles/scripted-mind/calls.ts';
import { goodMind, models } from '../support/pipeline.ts';
import { type Counts, callsByPrompt, missingFrom, rowsByPrompt } from './generation-account.ts';

/** More would use up the attempts of a step that has bad luck. */
const killsPerPlan = 3;
const callsPerPlan = callsOf.brief;
const latencyMs = 12;
const longestDelayMs = 25;
const waitSeconds = 20;

export const startDate = '2027-01-04';

export interface KillOptions {
  readonly kills: number;
  readonly seed: number;
  readonly databaseUrl?: string;
}

export interface KilledPlan {
  readonly goal: string;
  readonly id: string;
  readonly state: string;
  readonly kills: number;
  /** Prompts that were paid, or verified, before a kill and were asked again after it. */
  readonly repeated: readonly string[];
  /** Steps that were verified before a kill and have another attempt now, or were verified twice. */
  readonly again: readonly string[];
  /** Calls that no row tells of, less those that a kill cut off. */
  readonly unaccounted: Counts;
  /** How many calls kills cut off, and how many were on the account before one. */
  readonly cutOff: number;
  readonly saved: number;
  readonly rows: Counts;
  readonly files: ReadonlyMap<string, string>;
  readonly isLogSound: boolean;
}

/** As it was between a kill and the next start. */
interface Wreck {
  readonly rows: Counts;
  readonly lost: Counts;
  readonly callCount: number;
  readonly verified: ReadonlyMap<string, number>;
}

const sumOf = (counts: Counts = new Map()): number =>
  [...counts.values()].reduce((sum, count) => sum + count, 0);

type Made = { readonly plan_id: string };
type Status = { readonly state: string };
type Files = { readonly files: readonly { readonly path: string }[] };

class Lane {
  readonly #place: ServerPlace;
  readonly #minds: ModelServer;
  readonly #options: KillOptions;
  readonly #random: () => number;
  #server: KillableServer | null = null;
  #url = '';
  #kills = 0;

  constructor(place: ServerPlace, minds: ModelServer, options: KillOptions) {
    this.#place = place;
    this.#minds = minds;
    this.#options = options;
    const { bytes } = seededRandomness(options.seed);
    this.#random = () => Buffer.from(bytes(4)).readUInt32LE() / 2 ** 32;
  }

  async run(): Promise<KilledPlan[]> {
    const plans: KilledPlan[] = [];
    try {
      await this.#start();
      while (this.#kills < this.#options.kills) plans.push(await this.#plan(plans.length + 1));
    } finally {
      await this.#server?.kill();
    }
    return plans;
  }

  async #start(): Promise<void> {
    const server = startKillable(this.#place);
    this.#server = server;
    const url = await server.ready;
    if (url === null) throw new Error(`the server did not come up: ${server.stderr()}`);
    this.#url = url;
  }

  async #must<Answer>(method: 'GET' | 'POST', path: string, body?: unknown): Promise<Answer> {
    const server: Server = { url: this.#url, signal: AbortSignal.timeout(60_000) };
    const answer = await call<Answer>(server, method, path, body);
    if (answer === null) throw new Error(`no answer to ${path}: ${this.#server?.stderr()}`);
    return answer;
  }

  async #plan(number: number): Promise<KilledPlan> {
    const goal = `Open coffee shop ${this.#options.seed} ${number} in Copenhagen for 80,000 EUR`;
    const wish = { prompt: goal, brain: 'model', detail: 'brief', start_date: startDate };
    const { plan_id } = await this.#must<Made>('POST', '/api/plans/generate', wish);
    const wrecks: Wreck[] = [];
    const most = Math.min(killsPerPlan, this.#options.kills - this.#kills);
    while (wrecks.length < most && (await this.#killSometime(goal, plan_id, wrecks))) {
      this.#kills += 1;
    }
    const state = await this.#ended(plan_id);
    return this.#report(goal, plan_id, state, wrecks);
  }

  /** False when the plan was finished before the moment came. */
  async #killSometime(goal: string, plan: string, wrecks: Wreck[]): Promise<boolean> {
    const before = this.#minds.calls.length;
    const open = callsPerPlan - (wrecks.at(-1)?.rows.size ?? 0);
    const count = before + 1 + Math.floor(this.#random() * open);
    const what = this.#random() < 0.5 ? 'begun' : 'ended';
    const delayMs = this.#random() * longestDelayMs;
    const isReached = await Promise.race([
      this.#minds.reached(count, what).then(() => true),
      this.#ended(plan).then(() => false),
    ]).catch(() => false);
    if (!isReached) return false;
    await wait(delayMs);
    await this.#server?.kill();
    await ageInProcessLeases(this.#place);
    const starting = this.#start();
    // The new one is not up yet: all that came so far is from the old one.
    wrecks.push(await this.#look(goal, plan));
    await starting;
    return true;
  }

  async #look(goal: string, plan: string): Promise<Wreck> {
    const calls = [...this.#minds.calls];
    const data = await openData(this.#place);
    try {
      const rows = await rowsByPrompt(data.reader, localTenant, plan);
      const run = (await data.reader.plan(localTenant, plan))?.run ?? '';
      const steps = await data.reader.steps(run);
      const verified = steps.filter(({ state }) => state === 'VERIFIED');
      return {
        rows,
        lost: missingFrom(rows, callsByPrompt(calls, goal)),
        callCount: calls.length,
        verified: new Map(verified.map(({ step, attempt }) => [step, attempt])),
      };
    } finally {
      await data.close();
    }
  }

  async #ended(plan: string): Promise<string> {
    for (;;) {
      const path = `/api/plans/${plan}/wait?timeout_seconds=${waitSeconds}`;
      const { state } = await this.#must<Status>('GET', path);
      if (state !== 'pending' && state !== 'processing') return state;
    }
  }

  async #report(
    goal: string,
    id: string,
    state: string,
    wrecks: readonly Wreck[],
  ): Promise<KilledPlan> {
    const data = await openData(this.#place);
    try {
      const { reader } = data;
      const run = (await reader.plan(localTenant, id))?.run ?? '';
      const attempts = new Map((await reader.steps(run)).map((row) => [row.step, row.attempt]));
      const changed = wrecks.flatMap(({ verified }) =>
        [...verified].filter(([step, attempt]) => attempts.get(step) !== attempt),
      );
      const { rows, lost } = await this.#look(goal, id);
      return {
        ...{ goal, id, state, kills: wrecks.length, rows },
        repeated: wrecks.flatMap((wreck) => this.#askedAgain(wreck)),
        again: [...changed.map(([step]) => step), ...(await doubleVerified(reader, run))],
        cutOff: sumOf(wrecks.at(-1)?.lost),
        saved: sumOf(wrecks.at(-1)?.rows),
        unaccounted: missingFrom(wrecks.at(-1)?.lost ?? new Map(), lost),
        files: await this.#files(id),
        isLogSound: (await verifyRun(reader, run)).ok,
      };
    } finally {
      await data.close();
    }
  }

  #askedAgain({ rows, callCount }: Wreck): string[] {
    return this.#minds.calls
      .slice(callCount)
      .map(({ prompt }) => prompt)
      .filter((prompt) => rows.has(prompt));
  }

  async #files(plan: string): Promise<Map<string, string>> {
    const { files } = await this.#must<Files>('GET', `/api/plans/${plan}/files`);
    const entries = files.map(async ({ path }) => {
      const response = await fetch(`${this.#url}/api/plans/${plan}/files/${path}`);
      return [path, (await response.text()).replaceAll(plan, 'PLAN')] as const;
    });
    return new Map(await Promise.all(entries));
  }
}

export async function killGenerations(options: KillOptions): Promise<KilledPlan[]> {
  const home = await mkdtemp(join(tmpdir(), 'planwright-kills-'));
  const minds = await openModelServer({ script: goodMind, latencyMs });
  const modelsFile = join(home, 'models.json');
  await writeFile(modelsFile, JSON.stringify(models(minds.url)));
  const { databaseUrl } = options;
  const place = {
    home,
    env: { PLANWRIGHT_MODELS: modelsFile },
    ...(databaseUrl === undefined ? {} : { databaseUrl }),
  };
  try {
    return await new Lane(place, minds, options).run();
  } finally {
    await minds.close();
    await rm(home, { recursive: true, force: true });
  }
}
