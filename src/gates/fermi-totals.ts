// What was estimated of the whole beforehand, against what code reckoned from all tasks.
import type { GateFinding } from '../contract/plan-gates.ts';
import {
  type FermiQuantity,
  type FermiTotals,
  hasBounds,
  type Known,
  quantityFinding as said,
} from './quantity.ts';

/** A total just beyond a bound is no news. */
const tolerance = 0.1;

function isWithin({ lower, upper }: Known, value: number): boolean {
  const slack = tolerance * Math.max(Math.abs(lower), Math.abs(upper));
  return value >= lower - slack && value <= upper + slack;
}

const amountText = (value: number): string => String(Number(value.toFixed(2)));

function apart(one: Known, what: string, value: string): GateFinding[] {
  const rule = `What the whole ${what} by the tasks lies within what was estimated of the whole.`;
  const remedy =
    'Find out which of the two is wrong: something forgotten, counted twice, or a poor estimate.';
  const told = {
    value: `${value}, estimated ${one.lower} to ${one.upper} ${one.unit}`,
    rule,
    remedy,
  };
  return [said('fail', one.id, 'total', told)];
}

/** The plan holds by its base, and not by what it may well come to. */
function above(one: Known, what: string, p80: number | undefined, unit: string): GateFinding[] {
  if (p80 === undefined || p80 <= one.upper + tolerance * Math.abs(one.upper)) return [];
  const rule = `What the whole ${what} in four of five simulated runs is not above what was estimated at most.`;
  const remedy = 'Raise the upper bound of the estimate, or take risk out of the plan.';
  const value = `${amountText(p80)} ${unit}, estimated at most ${one.upper} ${one.unit}`;
  return [said('warn', one.id, 'total', { value, rule, remedy })];
}

const currencyCode = /(?<!\p{L})[A-Z]{3}(?!\p{L})/u;

/** Where the unit names another currency the two cannot be compared. */
function costFindings(one: Known, { cost }: FermiTotals): GateFinding[] {
  const code = currencyCode.exec(one.unit)?.[0];
  if (!cost) return [];
  if (isWithin(one, cost.base)) {
    const isOther = code !== undefined && code !== cost.currency;
    return isOther ? [] : above(one, 'costs', cost.p80, cost.currency);
  }
  if (code !== undefined && code !== cost.currency) {
    const rule = 'What the whole costs is estimated in the currency of the plan.';
    const told = { value: one.unit, rule, remedy: `Estimate it in ${cost.currency}.` };
    return [said('warn', one.id, 'unit', told)];
  }
  return apart(one, 'costs', `${amountText(cost.base)} ${cost.currency}`);
}

/** Days of the calendar, as they were asked for. */
function dayFindings(one: Known, { days }: FermiTotals): GateFinding[] {
  if (!days) return [];
  const { working, calendar, p80 } = days;
  if (isWithin(one, calendar)) return above(one, 'takes', p80?.calendar, 'days');
  return apart(one, 'takes', `${amountText(calendar)} days (${amountText(working)} working days)`);
}

export function totalFindings(one: FermiQuantity, totals: FermiTotals): GateFinding[] {
  if (!one.total || !hasBounds(one)) return [];
  return one.total === 'cost' ? costFindings(one, totals) : dayFindings(one, totals);
}
