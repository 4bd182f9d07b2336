// Who does each task when and by which rates: the schedule as money sees it.
import { type RoleUse, Workforce } from '../graph/chosen-way.ts';
import type { Minute, Placed, Project, Role, Task, Way } from '../project.ts';
import { workAt } from '../simulate/work-time.ts';
import type { WorkAxis } from '../solve/problem.ts';
import { workAxis } from '../time/axis.ts';

/** A placed task and, where a skill was asked for, the roles that were chosen. */
export interface PlacedWork extends Placed {
  readonly uses?: readonly RoleUse[];
}

export interface Assignment {
  readonly task: Task;
  readonly way: Way;
  readonly roles: readonly { readonly role: Role; readonly units: number }[];
  readonly start: Minute;
  readonly finish: Minute;
  /** Ticks are minutes from the project's start. */
  readonly axis: WorkAxis;
  readonly origin: Minute;
}

/** Working minutes of an assignment between two instants. */
export const workedBetween = (
  { axis, origin }: Pick<Assignment, 'axis' | 'origin'>,
  from: Minute,
  to: Minute,
): number => Math.max(0, workAt(axis, to - origin) - workAt(axis, from - origin));

export const scheduledMinutes = (assignment: Assignment): number =>
  workedBetween(assignment, assignment.start, assignment.finish);

/** How far an axis is laid out at once. */
const HORIZON_MINUTES = 366 * 24 * 60;

/** One per task that takes time. The way is the placed one, else the first. */
export function assignmentsOf(
  project: Project,
  placed: readonly PlacedWork[],
): readonly Assignment[] {
  const rows = new Map(placed.map((row) => [row.id, row]));
  const roles = new Map(project.roles.map((role) => [role.id, role]));
  const workforce = new Workforce(project);
  const axes = new Map<string, WorkAxis>();
  return project.tasks.flatMap((task) => {
    const row = rows.get(task.id);
    const chosen = row === undefined ? null : workforce.choose(task, row.way);
    if (row === undefined || chosen === null) return [];
    const uses = row.uses ?? chosen.uses;
    const ids = workforce.calendarIds({ way: chosen.way, uses });
    const key = JSON.stringify(ids);
    const axis = axes.get(key) ?? minuteAxis(project, workforce, ids);
    axes.set(key, axis);
    const working = uses.flatMap(({ role, units }) => {
      const known = roles.get(role);
      return known === undefined ? [] : [{ role: known, units }];
    });
    const { start, finish } = row;
    const origin = project.start;
    return [{ task, way: chosen.way, roles: working, start, finish, axis, origin }];
  });
}

function minuteAxis(project: Project, workforce: Workforce, ids: readonly string[]): WorkAxis {
  const calendars = ids.map((id) => workforce.calendar(id));
  return workAxis(calendars, {
    origin: project.start,
    tickMinutes: 1,
    horizonTicks: HORIZON_MINUTES,
  });
}
