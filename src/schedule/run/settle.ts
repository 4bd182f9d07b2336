// What the solver decided, put back into the project: each task has the one way it is done in, by
// roles rather than skills, and the length that was scheduled.
import type { Project, ThreePoint, Way } from '../project.ts';
import { pertMean } from '../simulate/beta-pert.ts';
import type { Compiled } from '../solve/compile.ts';
import type { Answer } from '../solve/problem.ts';

/** A mean is no finer than a tenth of an hour: it is a guess, and ticks stay coarse. One that is the
 * likely value itself was stated, and is kept; where no such step lies within the estimate, the
 * minute does. */
const STEP_MINUTES = 6;

export function expectedMinutes(estimate: ThreePoint): number {
  const { low, likely, high } = estimate;
  if (likely > 0 && low + high === 2 * likely) return likely;
  if (low === high) return likely;
  const mean = pertMean(estimate);
  const steps = [Math.round, Math.floor, Math.ceil].map(
    (rounded) => rounded(mean / STEP_MINUTES) * STEP_MINUTES,
  );
  const within = steps.find((minutes) => minutes > 0 && minutes >= low && minutes <= high);
  return within ?? Math.max(1, Math.round(mean));
}

export interface Settled {
  readonly project: Project;
  /** Working minutes by task id. */
  readonly minutes: ReadonlyMap<string, number>;
}

export function settle(compiled: Compiled, answer: Answer): Settled {
  const { project, problem, taskOf, tickMinutes, ways } = compiled;
  const minutes = new Map<string, number>();
  const chosen = new Map<number, Way>();
  taskOf.forEach((index, at) => {
    const way = answer.ways[at] ?? -1;
    const real = ways[at]?.[way];
    if (real !== undefined) chosen.set(index, { ...real.way, uses: real.uses });
    const ticks = problem.tasks[at]?.ways[way]?.duration ?? 0;
    minutes.set(project.tasks[index]?.id ?? '', ticks * tickMinutes);
  });
  const tasks = project.tasks.map((task, index) => {
    const way = chosen.get(index);
    return way === undefined ? task : { ...task, ways: [way] };
  });
  return { project: { ...project, tasks }, minutes };
}
