// A finished plan read back as a project with its dates and cost lines: what the tables and the chart
// are written from. Nothing is computed anew, so a file cannot say anything else than the plan.
import { isPlanwrightError } from '../../base/errors.ts';
import type { Plan } from '../../contract/plan.ts';
import type { ScheduledTask } from '../../contract/plan-schedule.ts';
import { assignmentsOf, scheduledMinutes } from '../../schedule/money/assignments.ts';
import type { CostLine } from '../../schedule/money/cost-lines.ts';
import { oneCurrency } from '../../schedule/money/currency.ts';
import type { Placed } from '../../schedule/project.ts';
import { type PlanReading, readPlan } from '../../schedule/read/plan.ts';
import { type Costs, costByTask, costsOf } from '../../schedule/run/costs.ts';
import type { Scheduled, ScheduledRow } from '../../schedule/scheduled.ts';

const MINUTES = 60;

export interface ScheduledPlan {
  readonly scheduled: Scheduled;
  readonly lines: readonly CostLine[];
}

function rowsOf(reading: PlanReading, plan: Plan, placed: readonly Placed[], costs: Costs) {
  const { project } = reading;
  const told = new Map((plan.schedule.tasks ?? []).map((row) => [row.id, row]));
  const at = new Map(placed.map((row) => [row.id, row]));
  const work = new Map(assignmentsOf(project, placed).map((one) => [one.task.id, one]));
  const prices = costByTask(costs);
  return project.tasks.flatMap((task): ScheduledRow[] => {
    const [row, where] = [told.get(task.id), at.get(task.id)];
    if (row === undefined || where === undefined) return [];
    const assigned = work.get(task.id);
    return [
      {
        ...{ task, id: task.id, way: row.way, start: where.start, finish: where.finish },
        uses: (assigned?.roles ?? []).map(({ role, units }) => ({ role: role.id, units })),
        workMinutes: assigned ? scheduledMinutes(assigned) : 0,
        cost: prices.get(task.id) ?? 0,
        ...floatsOf(row),
      },
    ];
  });
}

const floatsOf = ({ total_float, free_float, critical }: ScheduledTask) => ({
  totalFloatMinutes: Math.round(total_float * MINUTES),
  freeFloatMinutes: Math.round(free_float * MINUTES),
  critical,
});

function read(plan: Plan): ScheduledPlan | null {
  const reading = readPlan(plan, { lenient: true });
  const { project, baseline: placed, risks, stated } = reading;
  if (placed === null || placed.length === 0) return null;
  const costs = costsOf(project, placed, risks, stated);
  const scheduled = {
    ...{ planId: plan.plan_id, title: plan.title, project, stated, currency: reading.currency },
    rows: rowsOf(reading, plan, placed, costs),
    finish: Math.max(...placed.map(({ finish }) => finish)),
  };
  return { scheduled, lines: costs.breakdown.lines };
}

/** Null for a plan that was never scheduled, or whose figures a schedule cannot hold. */
export function scheduledPlan(plan: Plan): ScheduledPlan | null {
  if (plan.schedule.tasks === undefined) return null;
  try {
    return read(plan);
  } catch (error) {
    if (isPlanwrightError(error)) return null;
    throw error;
  }
}

export const amountOf = (cents: number): number =>
  Math.round(oneCurrency().toAmount(cents) * 100) / 100;
