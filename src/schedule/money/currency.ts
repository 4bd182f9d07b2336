// Money in minor units (cents). Lines keep their fractions of a cent until they are summed; what is
// shown is whole. An amount in another currency needs a stated rate; without one it is an error that
// names the line, never 1:1.
import { PlanwrightError } from '../../base/errors.ts';

export interface Currencies {
  /** Three letters; the currency of the project. */
  readonly project: string;
  /** Digits of its minor unit; 2 unless said otherwise. */
  readonly digits?: number;
  readonly rates: readonly ExchangeRate[];
}

/** One unit of `currency` is worth `rate` units of the project's currency. */
export interface ExchangeRate {
  readonly currency: string;
  readonly rate: number;
  /** Where the rate comes from and of which day. */
  readonly source: string;
}

/**
 * All amounts of a project are in one currency; which one matters to nobody who computes. The code
 * is the one that ISO 4217 has for no currency.
 */
export const anyCurrency = 'XXX';

export const oneCurrency = (): Converter => converter({ project: anyCurrency, rates: [] });

/** Amounts beyond this are no longer exact in cents. */
const MAX_CENTS = Number.MAX_SAFE_INTEGER / 8;

/** Cents; what is nearer to a whole one is one, and only computers see the difference. */
const SETTLED = 1e-6;

export interface Converter {
  readonly currency: string;
  readonly digits: number;
  /** Minor units of the project's currency with their fractions; `place` is named when that is not
   * possible. */
  exactCents(amount: number, currency: string, place: string): number;
  /** The same in whole minor units. */
  toCents(amount: number, currency: string, place: string): number;
  /** The rate that was used, for the record; 1 for the project's own currency. */
  rateOf(currency: string, place: string): number;
  toAmount(cents: number): number;
}

export function converter(currencies: Currencies): Converter {
  const { project, digits = 2 } = currencies;
  if (!Number.isInteger(digits) || digits < 0 || digits > 4) {
    throw bad(`a currency has 0 to 4 digits, not ${digits}`, project);
  }
  const rates = rateTable(currencies);
  const unit = 10 ** digits;
  const rateOf = (currency: string, place: string): number => {
    const rate = rates.get(currency);
    if (rate !== undefined) return rate;
    throw bad(`${place}: there is no rate from ${currency} to ${project}; state one`, place);
  };
  const exactCents = (amount: number, currency: string, place: string): number => {
    const cents = amount * rateOf(currency, place) * unit;
    if (Math.abs(cents) <= MAX_CENTS) return cents;
    throw bad(`${place}: ${tooLarge(amount, Math.floor(MAX_CENTS / unit))}`, place);
  };
  return {
    currency: project,
    digits,
    exactCents,
    toCents: (amount, currency, place) => roundHalfUp(exactCents(amount, currency, place)),
    rateOf,
    toAmount: (cents) => cents / unit,
  };
}

function rateTable({ project, rates }: Currencies): ReadonlyMap<string, number> {
  const table = new Map([[project, 1]]);
  for (const { currency, rate } of rates) {
    if (!(rate > 0 && Number.isFinite(rate))) {
      throw bad(`the rate of ${currency} must be more than 0`, currency);
    }
    if (table.has(currency)) throw bad(`the rate of ${currency} is stated twice`, currency);
    table.set(currency, rate);
  }
  return table;
}

function tooLarge(amount: number, most: number): string {
  if (Number.isNaN(amount)) return 'the amount is not a number';
  return `the amount is too large; at most ${most.toLocaleString('en-US')} can be counted to the cent`;
}

/** Halves go away from zero; products like 1.005 × 100 count as the half they stand for. */
export function roundHalfUp(value: number): number {
  const rounded = Math.sign(value) * Math.round(Math.abs(value) + Math.abs(value) * 1e-14);
  return rounded === 0 ? 0 : rounded;
}

/** Parts in whole numbers that sum to the rounded sum: each is rounded down, and those that lost most
 * get one more. */
export function roundedParts(parts: readonly number[]): number[] {
  const settled = parts.map((part) =>
    Math.abs(part - Math.round(part)) < SETTLED ? Math.round(part) : part,
  );
  const whole = settled.map(Math.floor);
  const lost = settled.map((part, index) => part - (whole[index] ?? 0));
  const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);
  const missing = roundHalfUp(sum(parts)) - sum(whole);
  const first = [...parts.keys()].sort((a, b) => (lost[b] ?? 0) - (lost[a] ?? 0) || a - b);
  for (const index of first.slice(0, Math.max(0, missing))) whole[index] = (whole[index] ?? 0) + 1;
  return whole;
}

function bad(message: string, place: string): PlanwrightError {
  return new PlanwrightError('INVALID_ARGUMENTS', message, { place });
}
