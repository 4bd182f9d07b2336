// Are the plan's quantities usable at all? Bounds that are there and in order, not so far apart that
// they say nothing, in a known unit, with a reason where they are doubtful; and what follows from others
// follows from them.
import type { PlanAssumption } from '../contract/plan.ts';
import { noEvidence } from '../contract/plan-basis.ts';
import type { GateFinding, GateResult } from '../contract/plan-gates.ts';
import { reckoningFindings } from './fermi-reckoning.ts';
import { totalFindings } from './fermi-totals.ts';
import { gateResult, scoreOf } from './gate.ts';
import {
  type FermiQuantity,
  type FermiTotals,
  hasBounds,
  type Known,
  quantityFinding as said,
  spanText,
} from './quantity.ts';

export interface FermiInput {
  readonly quantities: readonly FermiQuantity[];
  readonly totals?: FermiTotals;
}

export const failSpan = 100;
export const warnSpan = 50;

function boundFindings(one: FermiQuantity): GateFinding[] {
  const value = spanText(one);
  if (!hasBounds(one)) {
    const rule = 'A quantity has a lower bound, a base and an upper bound.';
    return [said('fail', one.id, 'bounds', { value, rule, remedy: 'Give all three as numbers.' })];
  }
  if (one.lower > one.upper) {
    const rule = 'The lower bound is not above the upper one.';
    return [said('fail', one.id, 'bounds', { value, rule, remedy: 'Put them in order.' })];
  }
  if (one.base < one.lower || one.base > one.upper) {
    const rule = 'The base lies between the bounds.';
    const remedy = 'Correct the base, or the bound that it lies beyond.';
    return [said('fail', one.id, 'base', { value, rule, remedy })];
  }
  return spanFindings(one);
}

/** How many times the larger the smaller one fits, from what is farthest from nothing. */
export function spanOf({ lower, base, upper }: Known): number {
  if (lower > 0) return upper / lower;
  if (upper < 0) return lower / upper;
  // From nothing up (or through it) no ratio of the bounds says anything: the base is the measure.
  const reach = Math.max(Math.abs(lower), Math.abs(upper));
  return base === 0 ? 1 : reach / Math.abs(base);
}

function spanFindings(one: Known): GateFinding[] {
  const span = spanOf(one);
  const value = spanText(one);
  if (span > warnSpan) {
    const times = Math.round(span);
    const rule = `The bounds are at most ${failSpan} times apart, better ${warnSpan}; these are ${times}.`;
    const remedy = 'Narrow them by what is known, or split it into quantities one can bound.';
    return [said(span > failSpan ? 'fail' : 'warn', one.id, 'bounds', { value, rule, remedy })];
  }
  if (one.lower < one.upper || one.confidence !== 'low') return [];
  const rule = 'A quantity of low confidence has bounds that differ.';
  return [said('warn', one.id, 'bounds', { value, rule, remedy: 'Say how far off it may be.' })];
}

/** A letter of any script, a currency sign, or one of the signs that are units themselves. */
const unitSign = /[\p{L}\p{Sc}%％٪‰°#]/u;

function unitFindings({ id, unit }: FermiQuantity): GateFinding[] {
  if (unitSign.test(unit)) return [];
  const rule = 'A quantity has a unit.';
  const remedy = 'Say what is counted: a currency, days, people, % or the thing itself.';
  return [said('fail', id, 'unit', { value: unit, rule, remedy })];
}

function evidenceFindings({ id, evidence, confidence, status }: FermiQuantity): GateFinding[] {
  if (evidence.trim() !== '') return [];
  const remedy =
    'Say what the number is taken from: a source, a comparison, a reckoning, the goal.';
  if (confidence === 'low' || status === 'observed') {
    const rule = 'What is of low confidence, or was observed, says what it is taken from.';
    return [said('fail', id, 'evidence', { value: `${confidence}, ${status}`, rule, remedy })];
  }
  if (status === 'assumed' || status === 'speculative') return [];
  const rule = 'What is neither assumed nor speculative says what it is taken from.';
  return [said('warn', id, 'evidence', { value: status, rule, remedy })];
}

const idFindings = (quantities: readonly FermiQuantity[]): GateFinding[] =>
  quantities
    .filter(({ id }, at) => quantities.findIndex((one) => one.id === id) !== at)
    .map(({ id }) =>
      said('fail', id, 'id', {
        ...{ value: id, rule: 'Each quantity has an id of its own.' },
        remedy: 'Give one of the two another id.',
      }),
    );

export function fermiGate({ quantities, totals = {} }: FermiInput): GateResult {
  const ofEach = quantities.map((one) => [
    ...boundFindings(one),
    ...unitFindings(one),
    ...evidenceFindings(one),
    ...reckoningFindings(one, quantities),
    ...totalFindings(one, totals),
  ]);
  const findings = [...idFindings(quantities), ...ofEach.flat()];
  return gateResult('fermi', 'major', findings, scoreOf(ofEach));
}

/** An assumption as it stands in plan.json. */
export const quantityOfPlan = (one: PlanAssumption): FermiQuantity => ({
  id: one.assumption_id,
  ...{ lower: one.lower, base: one.base, upper: one.upper, unit: one.unit },
  ...{ confidence: one.confidence, status: one.status },
  evidence: one.source === noEvidence ? '' : one.source,
  ...(one.reckoned ? { reckoned: one.reckoned } : {}),
  ...(one.total ? { total: one.total } : {}),
});
