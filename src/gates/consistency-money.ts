// The money of a plan stands in several places: it is the same everywhere.
import type { Plan } from '../contract/plan.ts';
import type { GateFinding } from '../contract/plan-gates.ts';
import { findingOf } from './gate.ts';
import { isSameAmount } from './plan-parts.ts';

const said = (artifact: string, field: string, value: string | number, rule: string): GateFinding =>
  findingOf('fail', {
    ...{ artifact, field, value: String(value), rule },
    remedy: 'Reckon the costs again, so that all amounts come from one sum.',
  });

function totalFindings({ costs, schedule }: Plan): GateFinding[] {
  const { low, base, high, currency } = costs;
  const { cost, cash_flow: flow } = schedule;
  const paid = flow?.reduce((sum, { amount }) => sum + amount, 0);
  return [
    ...(low <= base && base <= high
      ? []
      : [said('costs', 'base', `${low}, ${base}, ${high}`, 'Low, base and high are in order.')]),
    ...(cost && cost.currency !== currency
      ? [said('schedule', 'cost.currency', cost.currency, `Costs are in ${currency}.`)]
      : []),
    ...(cost && cost.currency === currency && !isSameAmount(cost.total, base)
      ? [said('schedule', 'cost.total', cost.total, `The costs say ${base}.`)]
      : []),
    ...(cost && paid !== undefined && !isSameAmount(paid, cost.total)
      ? [said('schedule', 'cash_flow', paid, `It adds up to the total, ${cost.total}.`)]
      : []),
  ];
}

/** The least that the plan spends: what is stated, without anybody's hours. */
function statedSum({ phases, cost_lines = [], costs }: Plan): number {
  const ofTasks = phases
    .flatMap(({ tasks }) => tasks)
    .map(({ cost }) => (cost?.currency === costs.currency ? cost.base : 0));
  const lines = cost_lines
    .filter(({ currency = costs.currency }) => currency === costs.currency)
    .map(({ base }) => base);
  return [...ofTasks, ...lines].reduce((sum, one) => sum + one, 0);
}

function sumFindings(plan: Plan): GateFinding[] {
  const stated = statedSum(plan);
  const { base } = plan.costs;
  if (stated <= base || isSameAmount(stated, base)) return [];
  const rule = `Tasks and cost lines alone come to ${Math.round(stated)}.`;
  return [said('costs', 'base', base, rule)];
}

function budgetFindings({ costs, budget, directives = [] }: Plan): GateFinding[] {
  const { currency, base, budget: given, verdict } = costs;
  const limits = directives.flatMap(({ id, limit }) =>
    limit?.of === 'cost' && limit.currency === currency ? [{ id, most: limit.most }] : [],
  );
  const strictest = limits.toSorted((a, b) => a.most - b.most)[0];
  return [
    ...(budget &&
    budget.currency === currency &&
    given !== null &&
    !isSameAmount(budget.amount, given)
      ? [said('costs', 'budget', given, `The plan's own budget is ${budget.amount}.`)]
      : []),
    ...(strictest &&
    given !== null &&
    given > strictest.most &&
    !isSameAmount(given, strictest.most)
      ? [said('costs', 'budget', given, `${strictest.id} allows ${strictest.most} at most.`)]
      : []),
    ...(given !== null && base > given && !isSameAmount(base, given) && verdict === 'within_budget'
      ? [said('costs', 'verdict', verdict, `The costs of ${base} are above the budget ${given}.`)]
      : []),
    ...(given === null && (verdict === 'within_budget' || verdict === 'over_budget')
      ? [said('costs', 'verdict', verdict, 'There is no budget to compare with.')]
      : []),
  ];
}

export const moneyFindings = (plan: Plan): GateFinding[] => [
  ...totalFindings(plan),
  ...sumFindings(plan),
  ...budgetFindings(plan),
];
