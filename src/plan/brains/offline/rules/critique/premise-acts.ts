// Which act a premise guards, and by when it has to be known: after the task that finds it out, before the
// act begins, and never on the day when everything begins.
import type { PlanTask } from '../../../../../contract/plan.ts';
import { addWorkingDays, nextWorkingDay } from '../../../../working-days.ts';
import { byWeight, type Ground } from './ground.ts';

export const byStart = (tasks: readonly PlanTask[]): PlanTask[] =>
  tasks.toSorted((one, other) => one.start_date.localeCompare(other.start_date));

const workingDayBefore = (date: string): string => addWorkingDays(nextWorkingDay(date), -1);

export const workingDayAfter = (date: string): string => {
  const day = nextWorkingDay(date);
  return day === date ? addWorkingDays(day, 1) : day;
};

const costOf = ({ cost, total_cost }: PlanTask): number => cost?.base ?? total_cost?.base ?? 0;

/** What binds by contract comes first, then what is dearest. */
export function bindingActs({ tasks }: Ground): PlanTask[] {
  const binding = tasks.filter(({ risk_tier }) => risk_tier === 'T3');
  const paid = tasks.filter((task) => costOf(task) > 0 && !binding.includes(task));
  return [...byStart(binding), ...byWeight(paid, costOf)];
}

/** Null where it would begin before anything can be known. */
export function knownBy(act: PlanTask, { network }: Ground): string | null {
  const by = workingDayBefore(act.start_date);
  return by > network.start_date && by <= network.finish_date ? by : null;
}
