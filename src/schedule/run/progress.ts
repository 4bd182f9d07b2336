// Where the project stands against the schedule from before the work began: what slips, and what
// was planned, earned and spent.

import { finishOf } from '../finish.ts';
import { earnedValue } from '../forecast/earned-value.ts';
import { slipsBetween } from '../forecast/with-past.ts';
import { assignmentsOf } from '../money/assignments.ts';
import { costBreakdown } from '../money/cost-lines.ts';
import { oneCurrency } from '../money/currency.ts';
import type { Minute, Placed } from '../project.ts';
import type { ProgressOutcome, ScheduleJob, ScheduleOutcome } from './outcome.ts';

export function progressOf(
  job: ScheduleJob,
  now: Minute,
  { tasks, finish }: Pick<ScheduleOutcome, 'tasks' | 'finish'>,
): ProgressOutcome | null {
  const { baseline, project } = job;
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
    earnedValue: earnedOf(job, now, planned),
  };
}

function earnedOf({ project }: ScheduleJob, now: Minute, planned: readonly Placed[]) {
  const converter = oneCurrency();
  const assignments = assignmentsOf(project, planned);
  const costs = costBreakdown({ project, assignments, stated: [], risks: [], converter });
  if (costs.total.base === 0) return null;
  const cents = earnedValue(project, now, assignments, costs, converter);
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
