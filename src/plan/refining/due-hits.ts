// Measures that are due before the reckoned plan has what they measure. The charter is written before
// there are dates, so code finds these, and whoever revises the charter can move them. A date that was
// laid down stays: that the plan misses it is told elsewhere.
import type { Plan } from '../../contract/plan.ts';
import type { Charter } from '../../contract/plan-charter.ts';
import type { PlanFinding } from '../../contract/plan-critique.ts';
import { dueFindings } from '../../gates/consistency-due.ts';
import { numberSources } from '../../gates/number-sources.ts';
import type { DirectionOutput } from '../outputs/direction.ts';
import type { NetworkOutput } from '../outputs/network.ts';

export interface DueGround {
  readonly goal: string;
  readonly direction: DirectionOutput;
  readonly charter: Charter;
  readonly network: NetworkOutput;
}

/** What the gate looks at, before there is a plan. */
const planOf = ({ network, charter }: DueGround): Plan =>
  ({
    ...network,
    outcomes: charter.measures.map((measure) => ({ ...measure, outcome_id: measure.id })),
  }) as unknown as Plan;

export function dueHits(ground: DueGround): PlanFinding[] {
  const { goal, direction, charter } = ground;
  const { dates, numbers } = numberSources(goal, direction.directives, direction.deadline);
  const isLaidDown = (value: string): boolean => dates.has(value) || numbers.has(Number(value));
  return dueFindings(planOf(ground)).flatMap(({ artifact, field, value, rule, remedy }) => {
    const [id = '', what] = field.split('.');
    const measure = charter.measures.find((one) => one.id === id);
    if (artifact !== 'outcomes' || !measure || isLaidDown(value)) return [];
    return [
      {
        section: 'charter' as const,
        item: id,
        severity: 'major' as const,
        ...(what === 'by'
          ? {
              says: `${id} is due on ${value}. ${rule}`,
              remedy: `${remedy} Change "by", and what else names the old date.`,
            }
          : {
              says: `${id} wants at most ${value}. ${rule}`,
              remedy: `${remedy} Change "target", and what else names the old amount.`,
            }),
      },
    ];
  });
}
