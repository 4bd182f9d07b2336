// Estimates corrected by experience. The ratio of actual to estimated time is taken as lognormal.
// What a worker did of a kind is shrunk toward what others did of that kind, that toward all other
// kinds, and that toward 1; each past task counts at one of these places only. What others did
// counts less, since they differ. Few samples change little, and one wild sample not much: what is
// believed before weighs as much as three samples.
import type { ThreePoint } from '../project.ts';
import { pertMean } from '../simulate/beta-pert.ts';

export interface PastTask {
  readonly kind: string;
  readonly worker: string;
  readonly estimate: ThreePoint;
  readonly actualMinutes: number;
}

export interface Calibrated {
  readonly estimate: ThreePoint;
  /** What the estimate was multiplied by. */
  readonly factor: number;
  /** How many past tasks of this kind by this worker, of this kind, and in all. */
  readonly samples: { readonly own: number; readonly kind: number; readonly all: number };
  readonly text: string;
}

/** Beyond eight times too long or too short a ratio counts as eight. */
const MAX_LOG_RATIO = Math.log(8);
/** How far kinds and workers usually lie from each other, and single tasks from their like. */
const BETWEEN = 0.3;
const WITHIN = 0.5;
/** How many samples the usual spread within is worth. */
const WITHIN_WEIGHT = 5;
/** Standard deviations between the likely value and the high one. */
const HIGH_AT = 1.645;

export class Calibration {
  readonly #all: Sums;
  readonly #kinds: ReadonlyMap<string, Sums>;
  /** By kind, then by worker. */
  readonly #workers: ReadonlyMap<string, ReadonlyMap<string, Sums>>;

  /** Past tasks without an estimate or an actual above zero say nothing and are left out. */
  constructor(past: readonly PastTask[]) {
    const known = past.flatMap(({ kind, worker, estimate, actualMinutes }) => {
      const ratio = actualMinutes / pertMean(estimate);
      if (!(ratio > 0 && Number.isFinite(ratio))) return [];
      const log = Math.max(-MAX_LOG_RATIO, Math.min(MAX_LOG_RATIO, Math.log(ratio)));
      return [{ kind, worker, log }];
    });
    const kinds = [...Map.groupBy(known, ({ kind }) => kind)];
    this.#all = sumsOf(known);
    this.#kinds = new Map(kinds.map(([kind, alike]) => [kind, sumsOf(alike)]));
    this.#workers = new Map(
      kinds.map(([kind, alike]) => {
        const workers = [...Map.groupBy(alike, ({ worker }) => worker)];
        return [kind, new Map(workers.map(([worker, own]) => [worker, sumsOf(own)]))];
      }),
    );
  }

  correct(kind: string, worker: string, estimate: ThreePoint): Calibrated {
    const alike = this.#kinds.get(kind) ?? nothing;
    const workers = this.#workers.get(kind) ?? new Map<string, Sums>();
    const own = workers.get(worker) ?? nothing;
    const mean = [
      evidence(without(this.#all, alike), this.#kinds.size - (alike.count > 0 ? 1 : 0)),
      evidence(without(alike, own), workers.size - (own.count > 0 ? 1 : 0)),
      evidence(own, Number.POSITIVE_INFINITY),
    ].reduce(toward, 0);
    const factor = Math.exp(mean);
    const samples = { own: own.count, kind: alike.count, all: this.#all.count };
    const text = sentence(factor, samples);
    return { estimate: stretch(estimate, factor, alike), factor, samples, text };
  }
}

/** Of the logarithms of the ratios. */
interface Sums {
  readonly count: number;
  readonly sum: number;
  readonly squares: number;
}

const nothing: Sums = { count: 0, sum: 0, squares: 0 };

function sumsOf(items: readonly { readonly log: number }[]): Sums {
  const sum = items.reduce((total, { log }) => total + log, 0);
  const squares = items.reduce((total, { log }) => total + log ** 2, 0);
  return { count: items.length, sum, squares };
}

const without = (all: Sums, some: Sums): Sums => ({
  count: all.count - some.count,
  sum: all.sum - some.sum,
  squares: all.squares - some.squares,
});

/** The spread within, with the usual one counted as some samples. */
function spreadOf({ count, sum, squares }: Sums): number {
  if (count === 0) return WITHIN;
  const around = Math.max(0, squares - sum ** 2 / count);
  return Math.sqrt((WITHIN_WEIGHT * WITHIN ** 2 + around) / (WITHIN_WEIGHT + count - 1));
}

interface Evidence {
  readonly mean: number;
  /** Zero: there is none. */
  readonly weight: number;
}

/** What samples of so many kinds or workers say of another one, who is as far from them as they are
 * from each other; endlessly many stand for the one that is asked about. */
function evidence(sums: Sums, groups: number): Evidence {
  if (sums.count === 0) return { mean: 0, weight: 0 };
  const variance = spreadOf(sums) ** 2 / sums.count + BETWEEN ** 2 / groups;
  return { mean: sums.sum / sums.count, weight: 1 / variance };
}

/** From what is believed before toward what these samples say, by how much they weigh. */
function toward(believed: number, { mean, weight }: Evidence): number {
  const prior = 1 / BETWEEN ** 2;
  return (prior * believed + weight * mean) / (prior + weight);
}

/** Everything times the factor; the high value also as far as the past was scattered. */
function stretch({ low, likely, high }: ThreePoint, factor: number, past: Sums): ThreePoint {
  const scattered = likely * Math.exp(HIGH_AT * spreadOf(past));
  const trust = past.count / (past.count + 2 * WITHIN_WEIGHT);
  const reach = high + trust * Math.max(0, scattered - high);
  return { low: low * factor, likely: likely * factor, high: reach * factor };
}

function sentence(factor: number, { own, kind, all }: Calibrated['samples']): string {
  if (all === 0) return 'No past tasks; the estimate stays as it is.';
  const percent = Math.round((factor - 1) * 100);
  const change = percent === 0 ? 'unchanged' : `${percent > 0 ? '+' : '−'}${Math.abs(percent)}%`;
  return `${change}, from ${own} past ${own === 1 ? 'task' : 'tasks'} of this kind and worker, ${kind} of this kind, ${all} in all.`;
}
