// From rounds to the figures that are read: medians by contestant, and ratios.
import { type ContestantName, contestants, type Field } from './fields.ts';
import { postgresRatios, type Rates, sqliteRatios } from './ratios.ts';
import { middle, type Rounds } from './throughput.ts';

export function ratesOf(field: Field, rounds: Rounds): Rates {
  const known = (name: ContestantName): number | null => middle(rounds[name]);
  const rates = Object.fromEntries(contestants.map((name) => [name, known(name)]));
  // A commit on PostgreSQL is synced in any case.
  if (field.store === 'postgres') return { ...rates, ours_full: rates.ours ?? null };
  return field.who.includes('langgraph_delta')
    ? { ...rates, langgraph_delta: known('langgraph_delta') }
    : rates;
}

export const ratiosOf = (field: Field, rates: Rates): object =>
  field.store === 'postgres' ? postgresRatios(rates) : sqliteRatios(rates);

export const rawOf = (rounds: Rounds): object =>
  Object.fromEntries(
    Object.entries(rounds).map(([name, rates]) => [name, rates?.map(Math.round) ?? null]),
  );
