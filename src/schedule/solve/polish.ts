// After the search: every task that could be done more cheaply is tried that way, the greatest
// saving first, and keeps it when nothing else gets worse.
import { GeneralBuilder } from './general-builder.ts';
import type { Budget } from './genetic.ts';
import type { Model } from './model.ts';
import { compareSchedules, copySchedule, newSchedule, type Schedule } from './schedule.ts';
import { sketchLinks, toSides } from './sketch.ts';
import { sortByKey } from './sort-by-key.ts';

interface Saving {
  readonly task: number;
  readonly way: number;
  readonly saved: number;
}

/** Improves the schedule in place; gives how many schedules it built. */
export function polishCosts(model: Model, best: Schedule, budget: Budget): number {
  const builder = new GeneralBuilder(model);
  const side = toSides(sketchLinks(model, new Int32Array(model.tasks)), model.order)[0];
  const order = new Int32Array(model.tasks);
  const tried = newSchedule(model);
  let built = 0;
  for (const { task, way } of savings(model, best)) {
    if (built >= budget.schedules || budget.stop()) break;
    // An earlier step may have chosen something cheaper for this task.
    if ((model.cost[best.way[task] as number] as number) <= (model.cost[way] as number)) continue;
    sortByKey(side, Float64Array.from(best.start), order);
    copySchedule(best, tried);
    tried.way[task] = way;
    builder.forward(order, tried);
    built += 1;
    if (compareSchedules(tried, best) < 0) copySchedule(tried, best);
  }
  return built;
}

function savings(model: Model, best: Schedule): Saving[] {
  const found: Saving[] = [];
  for (let task = 0; task < model.tasks; task += 1) {
    const price = model.cost[best.way[task] as number] as number;
    const end = model.firstChoice[task + 1] as number;
    for (let at = model.firstChoice[task] as number; at < end; at += 1) {
      const way = model.choice[at] as number;
      const saved = price - (model.cost[way] as number);
      if (saved > 0) found.push({ task, way, saved });
    }
  }
  return found.sort((a, b) => b.saved - a.saved || a.task - b.task || a.way - b.way);
}
