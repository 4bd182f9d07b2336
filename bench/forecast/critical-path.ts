// Dates of 10,000 tasks: all of them from the project, and again after one event. The project is
// read anew each time, as after a start; an event is a task that takes longer or shorter.
import { type CriticalPath, criticalPath } from '../../src/schedule/graph/critical-path.ts';
import { lint } from '../../src/schedule/graph/lint.ts';
import type { Project } from '../../src/schedule/project.ts';
import type { BenchContext } from '../context.ts';
import { median } from '../lib/median.ts';
import { percentile } from '../lib/percentile.ts';
import { toDigits } from '../lib/round.ts';
import { madeUpPlan } from './plan.ts';

const TASKS = 10_000;
const TIMES = 15;
const EVENTS = 200;

export function measureCriticalPath({ log }: BenchContext): object {
  log('critical path: 10,000 tasks');
  const project = madeUpPlan(TASKS, 'office');
  const times = Array.from({ length: TIMES }, () => timeOf(() => void datesOf(project)));
  const events = eventTimes(criticalPath(project));
  return {
    critical_path_10k_ms: toDigits(median(times)),
    critical_path_10k_first_ms: toDigits(times[0] ?? 0),
    reforecast_10k_ms: toDigits(median(events)),
    reforecast_10k_p99_ms: toDigits(percentile(events, 0.99)),
    reforecast_10k_all_ms: toDigits(median(clockTimes(criticalPath(project)))),
    lint_10k_ms: toDigits(
      median(Array.from({ length: 3 }, () => timeOf(() => void lint(project)))),
    ),
  };
}

/** Everything: dates, floats, one path. */
function datesOf(project: Project): CriticalPath {
  const result = criticalPath(project);
  result.all();
  result.path();
  return result;
}

/** Spread over the plan: early events move nearly all of it, late ones little. */
function eventTimes(live: CriticalPath): number[] {
  return Array.from({ length: EVENTS }, (_, event) => {
    const id = `t${(event * 7_919) % TASKS}`;
    const work = () => void live.update(id, { workMinutes: 60 + ((event * 137) % 4_000) });
    return timeOf(work);
  });
}

/** Time passes by a day, so that every task is looked at. */
function clockTimes(live: CriticalPath): number[] {
  const { start } = live.project;
  return Array.from({ length: TIMES }, (_, day) =>
    timeOf(() => void live.advance(start + (day + 1) * 1_440)),
  );
}

function timeOf(work: () => void): number {
  const startedMs = performance.now();
  work();
  return performance.now() - startedMs;
}
