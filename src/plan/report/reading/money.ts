// What the total is made of, so that the table adds up: lines with a source, the work of each role at
// its rate, and what risks cost on average.
import type { Plan, PlanTask } from '../../../contract/plan.ts';
import type { ClaimStatus } from '../../../contract/plan-basis.ts';

export interface MoneyLine {
  readonly id: string | undefined;
  readonly name: string;
  readonly task: string | undefined;
  readonly low: number;
  readonly base: number;
  readonly high: number;
  readonly status: ClaimStatus | undefined;
  readonly source: string;
  /** As it was given, where that was in another currency. */
  readonly given: { readonly base: number; readonly currency: string } | null;
}

export interface WorkLine {
  readonly role: string;
  readonly hours: number;
  /** In the currency of the plan. */
  readonly rate: number;
  readonly amount: number;
}

export interface Money {
  readonly lines: readonly MoneyLine[];
  readonly work: readonly WorkLine[];
  /** What is left of the total: risks, by their odds. Zero where that is next to nothing. */
  readonly risks: number;
  readonly phases: readonly { readonly id: string; readonly name: string; readonly base: number }[];
}

const NEXT_TO_NOTHING = 0.001;

const tasksOf = ({ phases }: Plan): PlanTask[] => phases.flatMap((phase) => phase.tasks);

/** What one unit of a currency is worth in that of the plan. */
function rateOf(plan: Plan, currency: string | undefined): number {
  if (currency === undefined || currency === plan.costs.currency) return 1;
  return plan.currencies?.find(({ code }) => code === currency)?.rate_to_project ?? 1;
}

interface Given {
  readonly low: number;
  readonly base: number;
  readonly high: number;
  readonly currency?: string | undefined;
}

function inPlan(plan: Plan, { low, base, high, currency }: Given) {
  const rate = rateOf(plan, currency);
  const isOther = currency !== undefined && currency !== plan.costs.currency;
  return {
    ...{ low: low * rate, base: base * rate, high: high * rate },
    given: isOther ? { base, currency } : null,
  };
}

function linesOf(plan: Plan): MoneyLine[] {
  const stated = (plan.cost_lines ?? []).map((line) => ({
    ...{ id: line.cost_id, name: line.name, task: line.task, status: line.status },
    ...{ source: line.source, ...inPlan(plan, line) },
  }));
  const ofTasks = tasksOf(plan).flatMap(({ task_id, title, cost }) =>
    cost === null
      ? []
      : [
          {
            ...{ id: undefined, name: title, task: task_id, status: undefined },
            ...{ source: cost.source, ...inPlan(plan, cost) },
          },
        ],
  );
  return [...stated, ...ofTasks].filter(({ high }) => high > 0);
}

const usesOf = ({ uses, assignee_role }: PlanTask) =>
  uses?.some(({ role }) => role !== undefined) === true
    ? uses
    : [{ role: assignee_role, units: 1 }];

/** The hours of a task by the roles that it takes. */
const hoursOf = (task: PlanTask): { role: string; hours: number }[] =>
  task.milestone === true
    ? []
    : usesOf(task).flatMap(({ role, units = 1 }) =>
        role === undefined ? [] : [{ role, hours: task.estimated_hours * units }],
      );

function ratesOf(plan: Plan): ReadonlyMap<string, number> {
  const paid = (plan.roles ?? []).filter(({ rate_per_hour: rate = 0 }) => rate > 0);
  return new Map(
    paid.map(({ name, rate_per_hour: rate = 0, currency }) => [
      name,
      rate * rateOf(plan, currency),
    ]),
  );
}

function workOf(plan: Plan, rates: ReadonlyMap<string, number>): WorkLine[] {
  const all = tasksOf(plan).flatMap(hoursOf);
  return [...rates].flatMap(([role, rate]) => {
    const hours = all.reduce((sum, one) => (one.role === role ? sum + one.hours : sum), 0);
    return hours > 0 ? [{ role, hours, rate, amount: hours * rate }] : [];
  });
}

const sum = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0);

export function moneyOf(plan: Plan): Money {
  const lines = linesOf(plan);
  const rates = ratesOf(plan);
  const work = workOf(plan, rates);
  const known = sum(lines.map(({ base }) => base)) + sum(work.map((one) => one.amount));
  const rest = plan.costs.base - known;
  const phases = plan.phases.map(({ phase_id: id, name, tasks }) => {
    const ids = new Set(tasks.map(({ task_id }) => task_id));
    const bought = lines.filter(({ task }) => task !== undefined && ids.has(task));
    const paid = tasks.flatMap(hoursOf).map(({ role, hours }) => hours * (rates.get(role) ?? 0));
    return { id, name, base: sum(bought.map(({ base }) => base)) + sum(paid) };
  });
  const isNothing = Math.abs(rest) < Math.max(plan.costs.base * NEXT_TO_NOTHING, 0.5);
  return { lines, work, risks: isNothing ? 0 : rest, phases };
}
