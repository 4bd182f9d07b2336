// How much the scheduler takes. What is larger is refused before anything is built from it.
import { PlanwrightError } from '../../base/errors.ts';
import type { Project } from '../project.ts';

export const MAX_TASKS = 100_000;
export const MAX_LINKS = 1_000_000;
/** After links to summary tasks became links to their leaves. */
export const MAX_LEAF_LINKS = 1_000_000;
export const MAX_ROLES = 10_000;
export const MAX_CALENDARS = 1_000;
/** Different sets of calendars that work is done on; each needs an axis of its own. */
export const MAX_AXES = 1_000;
/** Of one task or lag. */
export const MAX_WORK_MINUTES = 2 ** 30;
/** The year 9999: dates beyond have no text that others read. */
export const MAX_FINISH = Date.UTC(9999, 11, 31) / 60_000;
/** About the year 2198. */
export const MAX_INSTANT = 120_000_000;

export function requireSize(project: Project): void {
  const sizes = [
    ['tasks', project.tasks.length, MAX_TASKS],
    ['links', project.links.length, MAX_LINKS],
    ['roles', project.roles.length, MAX_ROLES],
    ['calendars', project.calendars.length, MAX_CALENDARS],
  ] as const;
  for (const [what, size, limit] of sizes) if (size > limit) throw tooMany(what, size, limit);
}

export function tooMany(what: string, size: number, limit: number): PlanwrightError {
  const message = `the project has ${size} ${what}, at most ${limit} are taken; split it into several`;
  return new PlanwrightError('limit_exceeded', message, { what, size, limit });
}
