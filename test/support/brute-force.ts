// The shortest makespan of a tiny problem, by trying every start of every task; the checker judges.
import { checkAnswer } from '../../src/schedule/solve/check.ts';
import type { Problem, ProblemTask } from '../../src/schedule/solve/problem.ts';

/** Undefined when nothing up to `most` ticks is valid. */
export function shortestMakespan(problem: Problem, most: number): number | undefined {
  const places = problem.tasks.map((task) => placesOf(problem, task, most));
  let best: number | undefined;
  const chosen: Place[] = [];
  const visit = (task: number, end: number): void => {
    if (best !== undefined && end >= best) return;
    if (task === places.length) {
      if (isValid(problem, chosen, end)) best = end;
      return;
    }
    for (const place of places[task] as Place[]) {
      chosen[task] = place;
      visit(task + 1, Math.max(end, place.finish));
    }
  };
  visit(0, 0);
  return best;
}

interface Place {
  readonly way: number;
  readonly start: number;
  readonly finish: number;
}

function placesOf(problem: Problem, task: ProblemTask, most: number): Place[] {
  const places: Place[] = [];
  const ways = task.ways.length === 0 ? [-1] : task.ways.keys();
  for (const index of ways) {
    for (let start = Math.max(0, task.notBefore, task.fixedStart ?? 0); start <= most; start += 1) {
      for (const finish of finishesOf(problem, task, index, start)) {
        if (finish <= most) places.push({ way: index, start, finish });
      }
    }
  }
  return places;
}

/** Where the work ends, and the instants of the pause after it, where a link may hold it up. */
function finishesOf(problem: Problem, task: ProblemTask, index: number, start: number): number[] {
  const way = task.ways[index];
  if (way === undefined || way.duration === 0) return [start];
  const axis = problem.axes[way.axis];
  if (axis === undefined) return [];
  const work = axis.workBefore(start);
  if (axis.tickOf(work) !== start) return [];
  const end = axis.tickOf(work + way.duration - 1) + 1;
  const next = axis.tickOf(work + way.duration);
  return Array.from({ length: next - end + 1 }, (_, wait) => end + wait);
}

function isValid(problem: Problem, chosen: readonly Place[], makespan: number): boolean {
  const answer = {
    ways: chosen.map(({ way }) => way),
    starts: chosen.map(({ start }) => start),
    finishes: chosen.map(({ finish }) => finish),
    makespan,
  };
  return checkAnswer(problem, answer, 1).length === 0;
}
