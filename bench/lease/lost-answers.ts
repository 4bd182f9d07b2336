// Agents that work, and now and then throw away the answer of a claim: as far as they know, they were
// given nothing. How long the step stays locked is read from the database.
import { setTimeout as pause } from 'node:timers/promises';
import { startServer } from '../../scripts/lib/server-process.ts';
import { waitFor } from '../../scripts/lib/wait-for.ts';
import { call, StepsInFile } from './api.ts';

const agents = 12;
const executions = 48;
const leaseSeconds = 8;
const acknowledgeSeconds = 4;
/** One in so many. */
const lostEvery = 10;
const lookEveryMs = 100;
/** Whoever is locked longer than this stays locked. */
const giveUpMs = 120_000;
const goal = 'Open a coffee shop in Copenhagen';

interface Set {
  readonly command: string;
  readonly home: string;
  readonly acknowledges: boolean;
  readonly workMs: number;
  log(line: string): void;
}

export interface LostAnswers {
  readonly lostAnswers: number;
  readonly maxLockedMs: number;
}

interface Claim {
  readonly claimed: boolean;
  readonly lease: { readonly token: string } | null;
  readonly step: {
    readonly execution_id: string;
    readonly step_id: string;
    readonly attempt: number;
    readonly judges: string | null;
  } | null;
}

interface Lost {
  readonly run: string;
  readonly step: string;
  readonly attempt: number;
  readonly atMs: number;
}

async function makeWork(origin: string): Promise<void> {
  const asked = { prompt: goal, brain: 'offline' };
  const { plan_id } = await call<{ plan_id: string }>(`${origin}/api/plans/generate`, asked);
  const statusUrl = `${origin}/api/plans/${plan_id}/status`;
  const isDone = async () => (await call<{ state: string }>(statusUrl)).state === 'completed';
  await waitFor(isDone, { what: 'the plan', timeoutMs: 60_000 });
  const policy = { pre_approved: ['T2'] };
  for (let number = 0; number < executions; number += 1) {
    await call(`${origin}/api/executions`, { plan_id, policy });
  }
}

class Crowd {
  readonly lost: Lost[] = [];
  completed = 0;
  #claims = 0;
  #isOver = false;
  readonly #origin: string;
  readonly #claimInput: object;

  constructor(origin: string, acknowledges: boolean) {
    this.#origin = origin;
    this.#claimInput = {
      ...{ wait_seconds: 2, lease_seconds: leaseSeconds },
      ...(acknowledges ? { acknowledge_seconds: acknowledgeSeconds } : {}),
    };
  }

  stop(): void {
    this.#isOver = true;
  }

  async work(number: number): Promise<void> {
    const agent = { name: `Agent ${number}`, capabilities: [] };
    const { key } = await call<{ key: string }>(`${this.#origin}/api/agents/register`, agent);
    while (!this.#isOver) await this.#takeOne(key);
  }

  async #takeOne(key: string): Promise<void> {
    const claim = await call<Claim>(`${this.#origin}/api/work/claim`, this.#claimInput, key);
    const { lease, step } = claim;
    if (!lease || !step) return;
    this.#claims += 1;
    if (this.#claims % lostEvery === 0) {
      const { execution_id: run, step_id, attempt } = step;
      this.lost.push({ run, step: step_id, attempt, atMs: performance.now() });
      return;
    }
    await this.#perform(lease.token, step.judges !== null, key);
  }

  /** Longer than a term now and then, with signs of life. */
  async #perform(token: string, isCheck: boolean, key: string): Promise<void> {
    const beats = this.#claims % 7 === 0 ? 5 : 0;
    for (let beat = 0; beat < beats; beat += 1) {
      await pause(1_000);
      await call(`${this.#origin}/api/work/heartbeat`, { lease_token: token }, key);
    }
    await pause(300);
    const choice = isCheck ? { choice: 'accept' } : {};
    const done = { lease_token: token, output: { done: true }, ...choice };
    // An output that does not fit, say: the step is tried again, which is all the same here.
    const ended = call(`${this.#origin}/api/work/complete`, done, key);
    await ended.then(
      () => {
        this.completed += 1;
      },
      () => call(`${this.#origin}/api/work/fail`, { lease_token: token, message: 'no' }, key),
    );
  }
}

/** Follows each lost lease until the step is not locked by it any more. */
async function watch(steps: StepsInFile, crowd: Crowd, isOver: () => boolean): Promise<number> {
  let maxMs = 0;
  const isLocked = ({ run, step, attempt }: Lost): boolean => {
    const seen = steps.one(run, step);
    return seen?.state === 'LEASED' && seen.attempt === attempt;
  };
  let open: Lost[] = [];
  let next = 0;
  while (!isOver() || open.length > 0) {
    open.push(...crowd.lost.slice(next));
    next = crowd.lost.length;
    const locked = open.filter(isLocked);
    for (const lost of open) maxMs = Math.max(maxMs, performance.now() - lost.atMs);
    open = locked.filter(({ atMs }) => performance.now() - atMs < giveUpMs);
    await pause(lookEveryMs);
  }
  return maxMs;
}

export async function measureLostAnswers(set: Set): Promise<LostAnswers> {
  const { command, home, log, workMs } = set;
  const limits = { PLANWRIGHT_RATE_PER_MINUTE: '1000000', PLANWRIGHT_LOG_LEVEL: 'warn' };
  const env = { ...process.env, ...limits, PLANWRIGHT_HOME: home };
  const server = await startServer({ command, args: ['serve'], env });
  try {
    log(`a plan and ${executions} executions of it`);
    await makeWork(server.origin);
    const steps = new StepsInFile(home);
    const crowd = new Crowd(server.origin, set.acknowledges);
    log(`${agents} agents for ${workMs / 1_000} s`);
    let isOver = false;
    const watching = watch(steps, crowd, () => isOver);
    const working = Array.from({ length: agents }, (_, number) => crowd.work(number));
    await pause(workMs);
    isOver = true;
    // The agents go on until the last lost lease is over: idle ones too must not keep it.
    const maxLockedMs = await watching;
    crowd.stop();
    await Promise.all(working);
    steps.close();
    log(`${crowd.completed} steps completed, ${crowd.lost.length} answers lost`);
    return { lostAnswers: crowd.lost.length, maxLockedMs };
  } finally {
    await server.stop();
  }
}
