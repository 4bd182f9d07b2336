// Where the project stands against the schedule from before the work began: what slips, and what
// was planned, earned and spent.

import { finishOf } from '../finish.ts';
import { earnedValue } from '../forecast/earned-value.ts';
import { slipsBetween } from '../forecast/with-past.ts';
import { assignmentsOf } from '../money/assignments.ts';
import { costBreakdown, type StatedCost } from '../money/cost-lines.ts';
import { oneCurrency } from '../money/currency.ts';
import type { Placed } from '../project.ts';
import type { ProgressOutcome, ScheduleJob, ScheduleOutcome } from './outcome.ts';
import type { Past } from './past.ts';

export function progressOf(
  job: ScheduleJob,
  past: Pick<Past, 'now' | 'costs'>,
  { tasks, finish }: Pick<ScheduleOutcome, 'tasks' | 'finish'>,
): ProgressOutcome | null {
  const { baseline, project } = job;
  const { now } = past;
  if (baseline === undefined || baseline.length === 0) return null;
  const leaves = new Set(project.tasks.flatMap(({ id, kind }) => (kind === 'summary' ? [] : id)));
  const planned = baseline.filter(({ id }) => leaves.has(id));
  const forecast = tasks.filter(({ id }) => leaves.has(id));
  const baselineFinish = finishOf(project, baseline);
  return {
    now,
    baselineFinish,
    finishByMinutes: finish - baselineFinish,
    slips: slipsBetween(planned, forecast).map(({ task, byMinutes }) => ({ id: task, byMinutes })),
    earnedValue: earnedOf(job, past, baseline),
  };
}

/** Money of the project as a whole is no task's to earn. */
function earnedOf(
  { project, stated = [] }: ScheduleJob,
  { now, costs: past }: Pick<Past, 'now' | 'costs'>,
  rows: readonly Placed[],
) {
  const converter = oneCurrency();
  const assignments = assignmentsOf(project, rows);
  const known = new Set(rows.map(({ id }) => id));
  const isPlanned = ({ task }: StatedCost): boolean => task !== undefined && known.has(task);
  const lines = { stated: stated.filter(isPlanned), risks: [], converter };
  const costs = costBreakdown({ project, assignments, ...lines });
  if (costs.total.base === 0) return null;
  const paid = new Map(past.map(({ task, amount }) => [task.id, amount]));
  const cents = earnedValue(project, now, { rows, assignments, costs }, paid, converter);
  const { toAmount } = converter;
  return {
    ...cents,
    budgetAtCompletion: toAmount(cents.budgetAtCompletion),
    plannedValue: toAmount(cents.plannedValue),
    earnedValue: toAmount(cents.earnedValue),
    actualCost: toAmount(cents.actualCost),
    estimateAtCompletion: toAmount(cents.estimateAtCompletion),
    varianceAtCompletion: toAmount(cents.varianceAtCompletion),
  };
}
