// Steps per second of several contestants, in windows that alternate, so that a busy moment of the
// machine hits all of them.
import { median } from '../lib/median.ts';
import type { Window } from './contestant.ts';

export interface Entrant {
  window(atOnce: number, windowMs: number): Promise<Window>;
  close(): Promise<void>;
}

export interface Contest {
  readonly atOnce: number;
  readonly rounds: number;
  readonly windowMs: number;
  readonly log: (line: string) => void;
}

/** Steps per second, one value a round; null for one that could not run. */
export type Rounds = Readonly<Record<string, readonly number[] | null>>;

const warmUpMs = 1_000;

const rateOf = ({ steps, elapsedMs }: Window): number => (steps * 1_000) / elapsedMs;

const firstLine = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

interface Runner {
  readonly name: string;
  readonly entrant: Entrant;
  readonly rates: number[];
  isSlow: boolean;
  hasFailed: boolean;
}

async function play(runner: Runner, contest: Contest, windowMs: number): Promise<Window | null> {
  try {
    return await runner.entrant.window(contest.atOnce, windowMs);
  } catch (error) {
    contest.log(`${runner.name} failed: ${firstLine(error)}`);
    runner.hasFailed = true;
    await runner.entrant.close();
    return null;
  }
}

/** A first window that had to be cut counts, and there is no other: its runs would go on beside. */
async function warmUp(runner: Runner, contest: Contest): Promise<void> {
  const window = await play(runner, contest, Math.min(warmUpMs, contest.windowMs));
  if (window?.isCut !== true) return;
  runner.isSlow = true;
  runner.rates.push(rateOf(window));
  await runner.entrant.close();
}

async function playWindow(runner: Runner, contest: Contest): Promise<void> {
  const window = await play(runner, contest, contest.windowMs);
  if (window === null) return;
  runner.rates.push(rateOf(window));
  if (!window.isCut) return;
  runner.isSlow = true;
  await runner.entrant.close();
}

export async function playRounds(
  entrants: ReadonlyMap<string, Entrant>,
  contest: Contest,
): Promise<Rounds> {
  const runners = [...entrants].map(
    ([name, entrant]): Runner => ({ name, entrant, rates: [], isSlow: false, hasFailed: false }),
  );
  for (const runner of runners) await warmUp(runner, contest);
  for (let round = 0; round < contest.rounds; round += 1) {
    for (const runner of runners) {
      if (!runner.isSlow && !runner.hasFailed) await playWindow(runner, contest);
    }
  }
  const results = runners.map(({ name, rates, hasFailed }) => [name, hasFailed ? null : rates]);
  return Object.fromEntries(results) as Rounds;
}

export const middle = (rates: readonly number[] | null | undefined): number | null =>
  rates === null || rates === undefined || rates.length === 0 ? null : Math.round(median(rates));
