// Money and risks of a plan beside its tasks: the budget, lines of costs, risks that cost or delay.
import type { SchedulablePlan } from '../../contract/plan-schedulable.ts';
import type { StatedCost } from '../money/cost-lines.ts';
import { anyCurrency } from '../money/currency.ts';
import type { Risk } from '../simulate/risk.ts';
import { type Complain, forbid, quoted } from './place.ts';
import type { PlanMoney } from './plan-money.ts';
import { costOf, minutesOf } from './plan-tasks.ts';

export interface LineContext {
  readonly ids: ReadonlySet<string>;
  readonly money: PlanMoney;
  /** Told of tasks that do not exist. */
  readonly complain: Complain;
}

export function budgetOf({ budget, costs }: SchedulablePlan, money: PlanMoney): number | null {
  if (budget === undefined) return costs?.budget ?? null;
  return budget.amount * money.rateOf(budget.currency, ['budget', 'currency']);
}

export function statedOf(plan: SchedulablePlan, context: LineContext): StatedCost[] {
  const { ids, money, complain } = context;
  return (plan.cost_lines ?? []).map((line, index) => {
    const { cost_id: id, name, source, task } = line;
    const place = ['cost_lines', index];
    const isKnown = task !== undefined && ids.has(task);
    if (task !== undefined && !isKnown) {
      complain([...place, 'task'], `there is no task ${quoted(task)}`);
    }
    const amount = costOf(line, place, { money, complain: forbid });
    return { id, name, source, amount, currency: anyCurrency, ...(isKnown ? { task } : {}) };
  });
}

/** Risks that state no probability are words for people; nothing is computed from them. */
export function risksOf(plan: SchedulablePlan, context: LineContext): Risk[] {
  const { ids, money, complain } = context;
  return (plan.risks ?? []).flatMap((risk, index): Risk[] => {
    const {
      risk_id: id,
      probability,
      delay,
      cost,
      strikes,
      delay_costs: delayCosts,
      tasks = [],
    } = risk;
    const place = ['risks', index];
    for (const [at, task] of tasks.entries()) {
      if (!ids.has(task)) complain([...place, 'tasks', at], `there is no task ${quoted(task)}`);
    }
    const known = tasks.filter((task) => ids.has(task));
    if (probability === undefined) return [];
    const delayMinutes = delay && minutesOf(delay, [...place, 'delay'], forbid);
    return [
      {
        id,
        probability,
        tasks: known,
        ...(strikes === undefined ? {} : { strikes }),
        ...(delayMinutes === undefined ? {} : { delayMinutes }),
        ...(delayCosts === undefined ? {} : { delayCosts }),
        ...(cost === undefined ? {} : { cost: costOf(cost, place, { money, complain: forbid }) }),
      },
    ];
  });
}
