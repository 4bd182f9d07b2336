// A project that was not read from a plan.json (a benchmark file) as one that can be read again.

import type { Link, Project, Role, Task, Way } from '../project.ts';
import { isoDateTimeIn } from '../time/local-time.ts';
import { calendarFields } from './changed-means.ts';
import { hoursOf } from './hours.ts';
import type { Json } from './json.ts';

const PHASE_ID = 'phase_all';

/** For projects without summaries, fixed dates and costs, which is what such files hold. */
export function projectPlan(project: Project, title: string): Json {
  const waitsFor = Map.groupBy(project.links, ({ to }) => to);
  const taken = new Set(project.tasks.map(({ id }) => id));
  return {
    title,
    start_date: isoDateTimeIn(project.zone, project.start).slice(0, 10),
    time_zone: project.zone,
    calendars: project.calendars.map(calendarFields),
    roles: project.roles.map(roleOf),
    phases: [
      {
        phase_id: taken.has(PHASE_ID) ? `${PHASE_ID}_tasks` : PHASE_ID,
        name: title,
        tasks: project.tasks.map((task) => taskOf(task, project, waitsFor.get(task.id) ?? [])),
      },
    ],
  };
}

const roleOf = ({ id, kind, capacity, calendar }: Role): Json => ({
  name: id,
  kind,
  capacity,
  calendar,
});

function taskOf(task: Task, { defaultCalendar }: Project, into: readonly Link[]): Json {
  const work =
    task.kind === 'milestone'
      ? { milestone: true }
      : { calendar: defaultCalendar, ways: task.ways.map(wayOf) };
  return {
    task_id: task.id,
    title: task.name,
    prerequisites: into.map(({ from }) => from),
    ...work,
  };
}

const wayOf = ({ id, estimate, uses }: Way): Json => ({
  way_id: id,
  estimate: {
    low: hoursOf(estimate.low),
    likely: hoursOf(estimate.likely),
    high: hoursOf(estimate.high),
  },
  uses: uses.map((use) => ({ ...use })),
});
