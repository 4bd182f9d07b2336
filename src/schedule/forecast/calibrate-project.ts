// The loop from actuals to estimates: finished tasks become experience, and the estimates of what
// has not begun are corrected by it. The worker of a way is its first role.
import { assignmentsOf, workedBetween } from '../money/assignments.ts';
import type { Placed, Project, Task, Way } from '../project.ts';
import type { Calibrated, Calibration, PastTask } from './calibration.ts';

/** Which tasks are alike, e.g. by their outputs or by what the plan calls them. */
export type KindOf = (task: Task) => string;

/** Finished tasks with both dates. Work is counted on the calendar of the way that was taken. */
export function pastTasksOf(project: Project, kindOf: KindOf): readonly PastTask[] {
  const done = project.tasks.flatMap((task): Placed[] => {
    const { started, finished, way = null } = task.actual ?? {};
    if (task.kind !== 'task' || started === undefined || finished === undefined) return [];
    return [{ id: task.id, way, start: started, finish: finished }];
  });
  return assignmentsOf(project, done).map((assignment) => ({
    kind: kindOf(assignment.task),
    worker: workerOf(assignment.way),
    estimate: assignment.way.estimate,
    actualMinutes: workedBetween(assignment, assignment.start, assignment.finish),
  }));
}

export interface Correction extends Calibrated {
  readonly task: string;
  readonly way: string;
}

/** Estimates of tasks that have not begun, in whole minutes. */
export function calibrateProject(
  project: Project,
  calibration: Calibration,
  kindOf: KindOf,
): { readonly project: Project; readonly corrections: readonly Correction[] } {
  const corrections: Correction[] = [];
  const tasks = project.tasks.map((task) => {
    if (task.actual !== undefined) return task;
    const ways = task.ways.map((way): Way => {
      const calibrated = calibration.correct(kindOf(task), workerOf(way), way.estimate);
      if (calibrated.samples.all === 0) return way;
      corrections.push({ ...calibrated, task: task.id, way: way.id });
      const { low, likely, high } = calibrated.estimate;
      const whole = {
        low: Math.round(low),
        likely: Math.round(likely),
        high: Math.round(high),
      };
      return { ...way, estimate: whole };
    });
    return { ...task, ways };
  });
  return { project: { ...project, tasks }, corrections };
}

function workerOf({ uses }: Way): string {
  const [first] = uses;
  if (first === undefined) return '';
  return 'role' in first ? first.role : first.skill;
}
