// A quantity that follows from others is their sum or their product: reckoned here, from the others.
import type { GateFinding } from '../contract/plan-gates.ts';
import { type FermiQuantity, hasBounds, type Known, quantityFinding as said } from './quantity.ts';

/** Numbers are rounded by those who write them. */
const tolerance = 0.05;

interface Span {
  readonly lower: number;
  readonly base: number;
  readonly upper: number;
}

const percentSign = /[%％٪]/u;

/** A share is reckoned as one: 15 % of 40 is 6. */
function asFactor({ lower, base, upper, unit }: Known): Span {
  const by = percentSign.test(unit) ? 100 : 1;
  return { lower: lower / by, base: base / by, upper: upper / by };
}

const sumOf = (one: Span, other: Span): Span => ({
  lower: one.lower + other.lower,
  base: one.base + other.base,
  upper: one.upper + other.upper,
});

function productOf(one: Span, other: Span): Span {
  const ends = [one.lower, one.upper].flatMap((end) => [end * other.lower, end * other.upper]);
  return { lower: Math.min(...ends), base: one.base * other.base, upper: Math.max(...ends) };
}

function reckonedFrom(by: 'sum' | 'product', parts: readonly Known[]): Span {
  if (by === 'sum') return parts.reduce<Span>(sumOf, { lower: 0, base: 0, upper: 0 });
  return parts.map(asFactor).reduce(productOf, { lower: 1, base: 1, upper: 1 });
}

const isNear = (value: number, wanted: number): boolean =>
  Math.abs(value - wanted) <= tolerance * Math.max(Math.abs(value), Math.abs(wanted));

const shown = (value: number): string => String(Number(value.toPrecision(6)));

function baseFindings(one: Known, by: 'sum' | 'product', parts: readonly Known[]): GateFinding[] {
  const stated = by === 'sum' ? one : asFactor(one);
  const reckoned = reckonedFrom(by, parts);
  const from = parts.map(({ id }) => id).join(by === 'sum' ? ' + ' : ' × ');
  const value = `${from} = ${shown(reckoned.base)}, said to be ${shown(stated.base)}`;
  if (!isNear(stated.base, reckoned.base)) {
    const rule = `The base is the ${by} of the bases that it follows from.`;
    const remedy =
      'Reckon it anew, name what is missing in "of", or say that it does not follow from them (null). Shares have the unit %.';
    return [said('fail', one.id, 'base', { value, rule, remedy })];
  }
  const slack = tolerance * Math.max(Math.abs(reckoned.lower), Math.abs(reckoned.upper));
  if (stated.lower >= reckoned.lower - slack && stated.upper <= reckoned.upper + slack) return [];
  const rule = 'Its bounds are not wider than those of what it follows from.';
  const remedy = `At the widest they are ${shown(reckoned.lower)} to ${shown(reckoned.upper)}.`;
  return [said('warn', one.id, 'bounds', { value, rule, remedy })];
}

const plainUnit = (unit: string): string => unit.normalize('NFKC').toLowerCase().trim();

function unitFindings(one: FermiQuantity, parts: readonly FermiQuantity[]): GateFinding[] {
  const units = new Set([one, ...parts].map(({ unit }) => plainUnit(unit)));
  if (units.size === 1) return [];
  const value = [...units].join(', ');
  const rule = 'What is added up has one unit, and so has the sum.';
  return [said('warn', one.id, 'unit', { value, rule, remedy: 'Use the same unit for all.' })];
}

export function reckoningFindings(
  one: FermiQuantity,
  quantities: readonly FermiQuantity[],
): GateFinding[] {
  const { reckoned } = one;
  if (!reckoned || !hasBounds(one)) return [];
  const isOther = (id: string) => id !== one.id && quantities.some((other) => other.id === id);
  const strange = reckoned.of.filter((id) => !isOther(id));
  if (strange.length > 0) {
    const rule = 'It follows from other quantities of this plan.';
    const told = { value: strange.join(', '), rule, remedy: 'Name them by their ids.' };
    return [said('fail', one.id, 'reckoned', told)];
  }
  const parts = reckoned.of.flatMap((id) => quantities.find((other) => other.id === id) ?? []);
  // One without bounds has a finding of its own.
  if (!parts.every(hasBounds)) return [];
  const units = reckoned.by === 'sum' ? unitFindings(one, parts) : [];
  return [...units, ...baseFindings(one, reckoned.by, parts)];
}
