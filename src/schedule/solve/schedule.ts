// One schedule while the search works on it, and how two are compared.
import type { Model } from './model.ts';

export interface Schedule {
  /** The chosen way of each task, counted over all tasks. */
  readonly way: Int32Array;
  readonly start: Int32Array;
  readonly finish: Int32Array;
  makespan: number;
  /** How many ticks the fixed tasks start after their date, together. */
  slip: number;
  late: number;
  cost: number;
}

export function newSchedule(model: Model): Schedule {
  return {
    way: Int32Array.from({ length: model.tasks }, (_, task) => firstChoice(model, task)),
    start: new Int32Array(model.tasks),
    finish: new Int32Array(model.tasks),
    makespan: 0,
    slip: 0,
    late: 0,
    cost: 0,
  };
}

const firstChoice = (model: Model, task: number): number =>
  model.choice[model.firstChoice[task] as number] as number;

export function copySchedule(from: Schedule, to: Schedule): void {
  to.way.set(from.way);
  to.start.set(from.start);
  to.finish.set(from.finish);
  to.makespan = from.makespan;
  to.slip = from.slip;
  to.late = from.late;
  to.cost = from.cost;
}

/** Below 0 when the first is better: fixed dates, then the end, then deadlines, then money. */
export function compareSchedules(a: Schedule, b: Schedule): number {
  return a.slip - b.slip || a.makespan - b.makespan || a.late - b.late || a.cost - b.cost;
}

/** Computes the figures by which schedules are compared. */
export function rateSchedule(model: Model, schedule: Schedule): void {
  const { finish, start, way } = schedule;
  const { tasks } = model.problem;
  schedule.makespan = 0;
  schedule.cost = 0;
  schedule.slip = 0;
  schedule.late = 0;
  for (let task = 0; task < model.tasks; task += 1) {
    schedule.makespan = Math.max(schedule.makespan, finish[task] as number);
    schedule.cost += model.cost[way[task] as number] as number;
  }
  for (const task of model.fixedTasks) {
    schedule.slip += (start[task] as number) - (tasks[task]?.fixedStart ?? 0);
  }
  for (const task of model.deadlineTasks) {
    schedule.late += Math.max(0, (finish[task] as number) - (tasks[task]?.deadline ?? 0));
  }
}
