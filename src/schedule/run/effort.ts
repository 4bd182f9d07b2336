// How hard to look when nobody says: enough for a good schedule of a usual plan, and about a second
// of work for a large one.
import type { Project } from '../project.ts';

const PLACEMENTS = 1_000_000;
const MOST_SCHEDULES = 20_000;
const LEAST_SCHEDULES = 20;

export function defaultSchedules({ tasks }: Pick<Project, 'tasks'>): number {
  const fitting = Math.floor(PLACEMENTS / Math.max(1, tasks.length));
  return Math.min(MOST_SCHEDULES, Math.max(LEAST_SCHEDULES, fitting));
}
