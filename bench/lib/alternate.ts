// Contenders take turns, slice by slice, so that a busy moment of the machine hits all of them. A
// ratio is taken within each round; the median over the rounds is the figure.
import { median } from './median.ts';

export interface Slice {
  readonly count: number;
  readonly run: () => void | Promise<void>;
}

/** Making a slice is not timed, running it is. */
export type Contenders<Name extends string> = Readonly<Record<Name, () => Slice>>;

/** Things done per second, one value a round. */
export type Rates<Name extends string> = Readonly<Record<Name, readonly number[]>>;

type Now = () => number;

interface Tally {
  elapsedMs: number;
  count: number;
}

async function takeTurn(nextSlice: () => Slice, tally: Tally, now: Now): Promise<void> {
  const slice = nextSlice();
  const startedMs = now();
  await slice.run();
  tally.elapsedMs += now() - startedMs;
  tally.count += slice.count;
}

async function playRound<Name extends string>(
  contenders: Contenders<Name>,
  windowMs: number,
  now: Now,
): Promise<Record<Name, number>> {
  const names = Object.keys(contenders) as Name[];
  const tallies = new Map(names.map((name) => [name, { elapsedMs: 0, count: 0 }]));
  const isShort = (): boolean => [...tallies.values()].some((tally) => tally.elapsedMs < windowMs);
  while (isShort()) {
    for (const [name, tally] of tallies) await takeTurn(contenders[name], tally, now);
  }
  const rates = [...tallies].map(([name, tally]) => [name, (tally.count * 1000) / tally.elapsedMs]);
  return Object.fromEntries(rates) as Record<Name, number>;
}

/** Each contender runs for at least `windowMs` a round; a first round warms up and is dropped. */
export async function alternate<Name extends string>(
  rounds: number,
  windowMs: number,
  contenders: Contenders<Name>,
  now: Now = () => performance.now(),
): Promise<Rates<Name>> {
  const names = Object.keys(contenders) as Name[];
  const results: Record<Name, number>[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    results.push(await playRound(contenders, windowMs, now));
  }
  const entries = names.map((name) => [name, results.slice(1).map((rates) => rates[name])]);
  return Object.fromEntries(entries) as Rates<Name>;
}

export const medianRatio = (over: readonly number[], under: readonly number[]): number =>
  median(over.map((value, round) => value / (under[round] ?? Number.NaN)));
