// What is in goals from outside, labelled by hand: values by the goal's id, never its words. And how much
// of it came back.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export interface GoalRow {
  readonly id: string;
  readonly goal: string;
}

export interface GoalLabel {
  readonly id: string;
  readonly harm: boolean;
  /** One value or both ends of a range, then the currency. */
  readonly amounts?: readonly (readonly (number | string)[])[];
  readonly dates?: readonly string[];
  readonly spans?: readonly (readonly [number, string])[];
  readonly places?: readonly string[];
}

interface ReadFact {
  readonly kind: string;
  readonly value: string | number;
  readonly unit?: string | undefined;
}

const file = fileURLToPath(new URL('../data/labels.json', import.meta.url));

export const goalLabels = (): GoalLabel[] => JSON.parse(readFileSync(file, 'utf8')) as GoalLabel[];

export const readRows = (folder: string, name: string): GoalRow[] =>
  readFileSync(path.join(folder, name), 'utf8')
    .split('\n')
    .filter((line) => line.length > 0)
    .map((line) => JSON.parse(line) as GoalRow);

/** Within a millionth: large amounts are floats. */
const same = (a: number, b: number): boolean => Math.abs(a - b) <= Math.abs(b) * 1e-6;

/** What was labelled and not found again among the facts, and how much was labelled. */
export function missedOf(
  label: GoalLabel,
  facts: readonly ReadFact[],
): { all: number; missed: string[] } {
  const has = (kind: string, fits: (fact: ReadFact) => boolean) =>
    facts.some((fact) => fact.kind === kind && fits(fact));
  const amounts = (label.amounts ?? []).flatMap((amount) => {
    const currency = String(amount.at(-1));
    return amount.slice(0, -1).map((value) => ({ value: Number(value), currency }));
  });
  const checks: readonly (readonly [string, boolean])[] = [
    ...amounts.map(({ value, currency }): [string, boolean] => [
      `${value} ${currency}`,
      has('money', (fact) => same(Number(fact.value), value) && fact.unit === currency),
    ]),
    ...(label.dates ?? []).map((date): [string, boolean] => [
      date,
      has('date', (fact) => fact.value === date),
    ]),
    ...(label.spans ?? []).map(([value, unit]): [string, boolean] => [
      `${value} ${unit}`,
      has('duration', (fact) => Number(fact.value) === value && fact.unit === unit),
    ]),
    ...(label.places ?? []).map((place): [string, boolean] => [
      place,
      has('place', (fact) => fact.value === place),
    ]),
  ];
  const missed = checks.filter(([, found]) => !found).map(([wanted]) => wanted);
  return { all: checks.length, missed };
}
