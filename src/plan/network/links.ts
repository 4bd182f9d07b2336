// Links of the tasks. The wait of a task (an answer, a delivery) follows it: what needs its result
// waits that long.
import type { Plan } from '../../contract/plan.ts';
import type { TaskDetail } from '../outputs/work.ts';
import type { EndMilestone } from './end.ts';
import { taskId } from './ids.ts';

type Dependency = Plan['dependencies'][number];

const MOST_LAG_HOURS = 1e5;

const followsFinish = (type: Dependency['type']): boolean =>
  type === 'finish_to_start' || type === 'finish_to_finish';

const within = (lag: number): number => Math.max(-MOST_LAG_HOURS, Math.min(MOST_LAG_HOURS, lag));

const tenths = (hours: number): number => Math.round(hours * 10) / 10;

/** As it is scheduled and told: to six minutes, and never nothing where one waits. */
export const waitOf = ({ wait_hours: wait }: Pick<TaskDetail, 'wait_hours'>): number =>
  wait > 0 ? Math.max(0.1, tenths(wait)) : 0;

/** Into the milestone at the end: it lies in office hours. */
export function linksToEnd(
  tasks: readonly TaskDetail[],
  { id, after }: EndMilestone,
): Dependency[] {
  return tasks
    .filter((task) => after.includes(task.id))
    .map((task) => ({
      from: taskId(task.id),
      to: taskId(id),
      type: 'finish_to_start',
      lag: within(waitOf(task)),
    }));
}

/** One waits for an office: the hours of the office count also for an agent, who works at night too, and
 * for whoever works but some hours a day or on a day of rest. */
export function linksOf(
  tasks: readonly TaskDetail[],
  hasOfficeHours: (task: TaskDetail) => boolean,
): Dependency[] {
  const waits = new Map(tasks.map((task) => [task.id, waitOf(task)]));
  return tasks.flatMap((task) =>
    task.after.map(({ task: from, type, lag_hours }): Dependency => {
      const wait = followsFinish(type) ? (waits.get(from) ?? 0) : 0;
      const lag = within(tenths(lag_hours + wait));
      const link = { from: taskId(from), to: taskId(task.id), type, lag };
      return lag === 0 || hasOfficeHours(task) ? link : { ...link, lag_in: 'office' };
    }),
  );
}
