// When to go higher, by who tells whom: the pair is said once for all its cases.
import type { Plan } from '../../../contract/plan.ts';

type Case = NonNullable<Plan['governance']>['escalation'][number];

export interface Escalation {
  readonly from: string;
  readonly to: string;
  readonly days: number;
  readonly whens: readonly string[];
}

export const escalationsOf = (all: readonly Case[]): Escalation[] =>
  [...Map.groupBy(all, ({ from, to, within_days: days }) => JSON.stringify([from, to, days]))].map(
    ([, some]) => ({
      from: some[0]?.from ?? '',
      to: some[0]?.to ?? '',
      days: some[0]?.within_days ?? 0,
      whens: some.map(({ when }) => when),
    }),
  );
