// From a problem to a schedule. The answer depends on the problem, the seed and the number of
// schedules alone, as long as nobody stops the search.
import { PlanwrightError } from '../../base/errors.ts';
import { chainBound, costBound, plainBound } from './bounds.ts';
import { GeneralBuilder } from './general-builder.ts';
import { GeneralDecoder } from './general-decoder.ts';
import { type Budget, searchGenetic } from './genetic.ts';
import { buildModel, type Model } from './model.ts';
import { toPlain } from './plain.ts';
import { PlainDecoder } from './plain-decoder.ts';
import { polishCosts } from './polish.ts';
import type { Answer, Effort, Problem } from './problem.ts';
import { Random } from './random.ts';
import { reduceProblem } from './reduce.ts';
import { newSchedule, type Schedule } from './schedule.ts';
import { sketchLinks, toSides } from './sketch.ts';
import { sortByKey } from './sort-by-key.ts';

export function solve(problem: Problem, effort: Effort): Answer {
  if (!(effort.schedules >= 1)) {
    throw new PlanwrightError('INVALID_ARGUMENTS', 'At least one schedule must be built', {});
  }
  const model = buildModel(problem);
  const reduced = reduceProblem(problem);
  const budget = { schedules: effort.schedules, stop: effort.stop ?? never };
  const inner = reduced === undefined || reduced === problem ? model : buildModel(reduced);
  const found = search(inner, budget, new Random(effort.seed));
  if (inner === model) return toAnswer(model, found.schedule, found);
  return toAnswer(model, rebuild(model, inner, found.schedule), found);
}

/** The rest looks for cheaper ways. */
const searchShare = 0.8;

const never = (): boolean => false;

interface Found {
  readonly schedule: Schedule;
  readonly built: number;
  readonly perfect: boolean;
}

function search(model: Model, budget: Budget, random: Random): Found {
  const plain = toPlain(model);
  if (plain === undefined) return searchGeneral(model, budget, random);
  const decoder = new PlainDecoder(plain, model, plainBound(plain, model));
  searchGenetic(decoder, budget, random);
  const schedule = newSchedule(model);
  new GeneralBuilder(model).forward(decoder.bestOrder(model.tasks), schedule);
  return { schedule, built: decoder.built, perfect: decoder.perfect };
}

function searchGeneral(model: Model, budget: Budget, random: Random): Found {
  const bound = chainBound(model);
  const leastCost = costBound(model);
  const isPerfect = (best: Schedule): boolean =>
    best.makespan <= bound && best.slip === 0 && best.late === 0 && best.cost <= leastCost;
  const hasChoice = model.choice.length > model.tasks;
  const schedules = hasChoice ? Math.ceil(budget.schedules * searchShare) : budget.schedules;
  const decoder = new GeneralDecoder(model, schedules, isPerfect);
  searchGenetic(decoder, { ...budget, schedules }, random);
  const { best } = decoder;
  const rest = { ...budget, schedules: budget.schedules - decoder.built };
  const polished = hasChoice ? polishCosts(model, best, rest) : 0;
  return { schedule: best, built: decoder.built + polished, perfect: isPerfect(best) };
}

/** The same order and ways in real ticks. */
function rebuild(model: Model, inner: Model, found: Schedule): Schedule {
  const schedule = newSchedule(model);
  schedule.way.set(found.way);
  const sides = toSides(sketchLinks(inner, new Int32Array(inner.tasks)), inner.order);
  const order = new Int32Array(model.tasks);
  sortByKey(sides[0], Float64Array.from(found.start), order);
  new GeneralBuilder(model).forward(order, schedule);
  return schedule;
}

function toAnswer(model: Model, schedule: Schedule, found: Found): Answer {
  const { tasks } = model.problem;
  return {
    ways: Array.from(schedule.way, (way, task) =>
      tasks[task]?.ways.length === 0 ? -1 : way - (model.firstWay[task] as number),
    ),
    starts: Array.from(schedule.start),
    finishes: Array.from(schedule.finish),
    makespan: schedule.makespan,
    schedules: found.built,
    optimal: found.perfect,
  };
}
