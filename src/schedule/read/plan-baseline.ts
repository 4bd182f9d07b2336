// The schedule that a plan carries, as the one that progress is measured against.
import type { SchedulablePlan } from '../../contract/plan-schedulable.ts';
import type { Placed, Project } from '../project.ts';
import { parseDateTime } from '../time/local-time.ts';

/** Its baseline, else its last schedule; tasks that have come since have no place in it. */
export function baselineOf({ schedule }: SchedulablePlan, project: Project): Placed[] | null {
  const rows = schedule?.baseline ?? schedule?.tasks;
  if (rows === undefined) return null;
  const tasks = new Map(project.tasks.map((task) => [task.id, task]));
  const roles = new Set(project.roles.map(({ id }) => id));
  return rows.flatMap(({ id, way, start, finish, uses }): Placed[] => {
    const task = tasks.get(id);
    if (task === undefined) return [];
    const known = task.ways.some((each) => each.id === way) ? way : null;
    const at = (text: string) => parseDateTime(project.zone, text);
    const isStaffed = uses?.every(({ role }) => roles.has(role)) === true;
    return [
      { id, way: known, start: at(start), finish: at(finish), ...(isStaffed ? { uses } : {}) },
    ];
  });
}
