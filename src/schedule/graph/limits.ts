// How much the scheduler takes. What is larger is refused before anything is built from it.
import { PlanwrightError } from '../../base/errors.ts';
import type { Minute, Project } from '../project.ts';

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
/** Of one task and of one lag that a plan can state. */
export const MAX_STATED_MINUTES = 1e6 * 60;
export const MAX_STATED_LAG = 1e5 * 60;
/** About the year 2198; dates reach as far back from 1970 as they reach ahead. */
export const MAX_INSTANT = 120_000_000;
/** What a date out of range is moved to: some years stay for the work. */
const LAST_BEGINNING = MAX_INSTANT - 10 * 366 * 24 * 60;
export const MAX_RATE = 1e12 - 1;
/** Beyond it an amount is not exact to the cent. */
export const MAX_AMOUNT = Math.floor(Number.MAX_SAFE_INTEGER / 800);
export const isAmount = (value: number): boolean =>
  Number.isFinite(value) && Math.abs(value) <= MAX_AMOUNT;

/** No date is computed beyond those that a plan may have. */
export function requireFinish(finish: Minute): void {
  if (finish <= MAX_INSTANT) return;
  const message = `the work would end in the year ${yearOf(finish)}; dates are computed up to 2198: shorten tasks or lags, begin earlier, or raise a capacity`;
  throw new PlanwrightError('limit_exceeded', message, { finish });
}

function yearOf(minute: Minute): string {
  const date = new Date(minute * 60_000);
  return Number.isNaN(date.getTime()) ? 'after 9999' : String(date.getUTCFullYear());
}

/** The allowed date that lies nearest, with time left to work after it. */
export const nearestInstant = (minute: Minute): Minute =>
  Number.isNaN(minute) ? 0 : Math.max(-MAX_INSTANT, Math.min(LAST_BEGINNING, Math.round(minute)));

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
