// Links of the tasks. The wait of a task (an answer, a delivery) follows it: what needs its result
// waits that long.
import type { Plan } from '../../contract/plan.ts';
import type { TaskDetail } from '../outputs/work.ts';
import type { EndMilestone } from './end.ts';
import { taskId } from './ids.ts';

type Dependency = Plan['dependencies'][number];

/** Working hours on the clock: five days of eight are a week. */
const ELAPSED_PER_WORKING_HOUR = (7 * 24) / (5 * 8);
const MOST_LAG_HOURS = 1e5;

const followsFinish = (type: Dependency['type']): boolean =>
  type === 'finish_to_start' || type === 'finish_to_finish';

const within = (lag: number): number => Math.max(-MOST_LAG_HOURS, Math.min(MOST_LAG_HOURS, lag));

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
      lag: within(Math.round(task.wait_hours * 10) / 10),
    }));
}

/** One waits for an office: an agent, who works at night too, and whoever works but some hours a day,
 * wait by the clock. */
export function linksOf(
  tasks: readonly TaskDetail[],
  hasOfficeHours: (task: TaskDetail) => boolean,
): Dependency[] {
  const waits = new Map(tasks.map(({ id, wait_hours }) => [id, wait_hours]));
  return tasks.flatMap((task) =>
    task.after.map(({ task: from, type, lag_hours }): Dependency => {
      const wait = followsFinish(type) ? (waits.get(from) ?? 0) : 0;
      const hours = Math.round((lag_hours + wait) * 10) / 10;
      const link = { from: taskId(from), to: taskId(task.id), type };
      if (hours <= 0 || hasOfficeHours(task)) return { ...link, lag: within(hours) };
      const lag = within(Math.round(hours * ELAPSED_PER_WORKING_HOUR));
      return { ...link, lag, lag_in: 'elapsed' };
    }),
  );
}
