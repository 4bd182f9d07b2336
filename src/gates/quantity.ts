// A quantity as the Fermi gate sees it, wherever it comes from, and how findings about it are written.
import type { ClaimStatus } from '../contract/plan-basis.ts';
import type { GateFinding } from '../contract/plan-gates.ts';
import { findingOf } from './gate.ts';

export interface FermiQuantity {
  readonly id: string;
  readonly lower: number | null;
  readonly base: number | null;
  readonly upper: number | null;
  readonly unit: string;
  readonly confidence: 'low' | 'medium' | 'high';
  readonly status: ClaimStatus;
  /** What it is taken from; empty where there is nothing. */
  readonly evidence: string;
  readonly reckoned?: { readonly by: 'sum' | 'product'; readonly of: readonly string[] } | null;
  /** Where it says what the whole plan costs, or how many days it takes. */
  readonly total?: 'cost' | 'days' | null;
}

/** What code reckoned of the whole plan. */
export interface FermiTotals {
  readonly cost?: {
    readonly base: number;
    readonly currency: string;
    /** What holds in four of five simulated runs. */
    readonly p80?: number;
  };
  readonly days?: Days & { readonly p80?: Days };
}

export interface Days {
  readonly working: number;
  readonly calendar: number;
}

export type Known = FermiQuantity & { lower: number; base: number; upper: number };

const isNumber = (value: number | null): value is number =>
  value !== null && Number.isFinite(value);

export const hasBounds = (one: FermiQuantity): one is Known =>
  isNumber(one.lower) && isNumber(one.base) && isNumber(one.upper);

export const quantityFinding = (
  level: GateFinding['level'],
  id: string,
  field: string,
  rest: Told,
): GateFinding => findingOf(level, { artifact: 'assumptions', field: `${id}.${field}`, ...rest });
type Told = Pick<GateFinding, 'value' | 'rule' | 'remedy'>;

export const spanText = ({ lower, base, upper }: FermiQuantity): string =>
  `${lower ?? 'none'} to ${upper ?? 'none'}, base ${base ?? 'none'}`;
