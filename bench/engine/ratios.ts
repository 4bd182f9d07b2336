// Ours over the best peer. A peer that could not run is no win: then there is no ratio.
import { toDigits } from '../lib/round.ts';

/** Steps per second by contestant; null where it could not run. */
export type Rates = Readonly<Record<string, number | null>>;

const peers = ['langgraph', 'mastra', 'dbos'] as const;

export function bestOf(rates: Rates, names: readonly string[]): number | null {
  const values = names.map((name) => rates[name] ?? null);
  if (values.some((value) => value === null)) return null;
  return Math.max(...values.map(Number));
}

export function ratio(over: number | null | undefined, under: number | null): number | null {
  if (over === null || over === undefined || under === null || under === 0) return null;
  return toDigits(over / under);
}

export function sqliteRatios(rates: Rates): object {
  const best = bestOf(rates, peers);
  const delta = rates.langgraph_delta ?? null;
  return {
    normal_vs_best: ratio(rates.ours, best),
    full_vs_best: ratio(rates.ours_full, best),
    ...('langgraph_delta' in rates ? { normal_vs_langgraph_delta: ratio(rates.ours, delta) } : {}),
  };
}

export const postgresRatios = (rates: Rates): object => ({
  vs_dbos: ratio(rates.ours, bestOf(rates, ['dbos'])),
});
