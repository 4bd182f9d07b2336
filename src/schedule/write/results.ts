// When the result of a task is there: where one waits for an answer or a delivery after its end, that
// is so many office hours later, and not after what was let go on by the clock.
import { afterLag } from '../graph/lag.ts';
import type { Minute, Project } from '../project.ts';
import type { ScheduleOutcome } from '../run/outcome.ts';
import { workAxis } from '../time/axis.ts';
import type { Json } from './json.ts';

const MINUTES_PER_HOUR = 60;
const HORIZON_TICKS = 1024;

/** By id of the task, only where one waits. */
export function resultsOf(
  { phases }: Json,
  project: Project,
  { tasks }: ScheduleOutcome,
): ReadonlyMap<string, Minute> {
  const waits = new Map(
    (phases as Json[])
      .flatMap((phase) => phase.tasks as Json[])
      .map((task) => [String(task.task_id), Number(task.wait_hours ?? 0) * MINUTES_PER_HOUR]),
  );
  const waiting = tasks.filter(({ id }) => (waits.get(id) ?? 0) > 0);
  if (waiting.length === 0) return new Map();
  const office = officeTime(project, Math.min(...waiting.map(({ finish }) => finish)));
  const clock = byTheClock(project);
  return new Map(
    waiting.map(({ id, finish }) => {
      const inOffice = office(finish, Math.round(waits.get(id) ?? 0));
      return [id, Math.min(inOffice, finish + (clock.get(id) ?? Number.POSITIVE_INFINITY))];
    }),
  );
}

function officeTime({ calendars, defaultCalendar }: Project, origin: Minute) {
  const office = calendars.filter(({ id }) => id === defaultCalendar);
  const axis = workAxis(office, { origin, tickMinutes: 1, horizonTicks: HORIZON_TICKS });
  return (from: Minute, wait: number): Minute => origin + afterLag(axis, from - origin, wait);
}

/** The shortest of the lags after each that count by the clock. */
function byTheClock({ links }: Project): ReadonlyMap<string, number> {
  const least = new Map<string, number>();
  for (const { from, type, lagMinutes, lagIn } of links) {
    if (lagIn !== 'elapsed' || lagMinutes <= 0 || !type.startsWith('F')) continue;
    least.set(from, Math.min(lagMinutes, least.get(from) ?? lagMinutes));
  }
  return least;
}
