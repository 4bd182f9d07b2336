// Estimates corrected by experience. The ratio of actual to estimated time is taken as lognormal;
// what is known of a kind of task and of a worker is shrunk toward what is known of the kind, that
// toward everything, and that toward 1. Few samples change little, and one wild sample not much.
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
  readonly #all: Sample;
  readonly #kinds: ReadonlyMap<string, Sample>;
  readonly #own: ReadonlyMap<string, Sample>;

  /** Past tasks without an estimate or an actual above zero say nothing and are left out. */
  constructor(past: readonly PastTask[]) {
    const known = past.flatMap(({ kind, worker, estimate, actualMinutes }) => {
      const ratio = actualMinutes / pertMean(estimate);
      if (!(ratio > 0 && Number.isFinite(ratio))) return [];
      const log = Math.max(-MAX_LOG_RATIO, Math.min(MAX_LOG_RATIO, Math.log(ratio)));
      return [{ kind, key: keyOf(kind, worker), log }];
    });
    this.#all = sampleOf(known);
    this.#kinds = samplesBy(known, ({ kind }) => kind);
    this.#own = samplesBy(known, ({ key }) => key);
  }

  correct(kind: string, worker: string, estimate: ThreePoint): Calibrated {
    const ofKind = this.#kinds.get(kind) ?? nothing;
    const own = this.#own.get(keyOf(kind, worker)) ?? nothing;
    const mean = [this.#all, ofKind, own].reduce(toward, 0);
    const factor = Math.exp(mean);
    const samples = { own: own.count, kind: ofKind.count, all: this.#all.count };
    const text = sentence(factor, samples);
    return { estimate: stretch(estimate, factor, ofKind), factor, samples, text };
  }
}

interface Sample {
  readonly count: number;
  readonly mean: number;
  /** The spread within, with the usual one counted as some samples. */
  readonly spread: number;
}

const nothing: Sample = { count: 0, mean: 0, spread: WITHIN };

const keyOf = (kind: string, worker: string): string => JSON.stringify([kind, worker]);

function samplesBy<Item extends { readonly log: number }>(
  items: readonly Item[],
  key: (item: Item) => string,
): ReadonlyMap<string, Sample> {
  const groups = [...Map.groupBy(items, key)];
  return new Map(groups.map(([name, members]) => [name, sampleOf(members)]));
}

function sampleOf(items: readonly { readonly log: number }[]): Sample {
  if (items.length === 0) return nothing;
  const count = items.length;
  const mean = items.reduce((sum, { log }) => sum + log, 0) / count;
  const squares = items.reduce((sum, { log }) => sum + (log - mean) ** 2, 0);
  const freedom = WITHIN_WEIGHT + count - 1;
  return { count, mean, spread: Math.sqrt((WITHIN_WEIGHT * WITHIN ** 2 + squares) / freedom) };
}

/** From what is believed of all toward what these samples say, by how much they weigh. */
function toward(believed: number, { count, mean, spread }: Sample): number {
  const weight = count / spread ** 2;
  const prior = 1 / BETWEEN ** 2;
  return (prior * believed + weight * mean) / (prior + weight);
}

/** Everything times the factor; the high value also as far as the past was scattered. */
function stretch({ low, likely, high }: ThreePoint, factor: number, past: Sample): ThreePoint {
  const scattered = likely * Math.exp(HIGH_AT * past.spread);
  const trust = past.count / (past.count + 2 * WITHIN_WEIGHT);
  const reach = high + trust * Math.max(0, scattered - high);
  return { low: low * factor, likely: likely * factor, high: reach * factor };
}

function sentence(factor: number, { own, kind, all }: Calibrated['samples']): string {
  if (all === 0) return 'No past tasks; the estimate stays as it is.';
  const percent = Math.round((factor - 1) * 100);
  const change = percent === 0 ? 'unchanged' : `${percent > 0 ? '+' : '−'}${Math.abs(percent)}%`;
  return `${change}, from ${own} past tasks of this kind and worker, ${kind} of this kind, ${all} in all.`;
}
