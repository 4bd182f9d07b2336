// What has been spent. A task says so itself; one that does not has cost its hours by its rates and
// its fixed costs, which is an estimate and is called one.
import type { PlanLint } from '../../contract/plan-schedule.ts';
import type { Remaining } from '../forecast/remaining.ts';
import {
  type Assignment,
  assignmentsOf,
  type PlacedWork,
  scheduledMinutes,
} from '../money/assignments.ts';
import { ratePerMinute, type StatedCost } from '../money/cost-lines.ts';
import { oneCurrency, roundHalfUp } from '../money/currency.ts';
import type { Minute, Project, Task } from '../project.ts';
import { pertMean } from '../simulate/beta-pert.ts';
import { expectedMinutes } from './settle.ts';

export interface PastCost {
  readonly task: Task;
  readonly amount: number;
  /** Not stated by anybody. */
  readonly isEstimated: boolean;
}

const MAX_NAMED = 1000;
const MAX_FINDINGS = 50;

/** Which share of each running task is still to be done, 0…1. */
export function sharesLeft(project: Project, { running, project: left }: Remaining) {
  const before = new Map(project.tasks.map((task) => [task.id, task]));
  return new Map(
    left.tasks.flatMap(({ id, ways: [rest] }): [string, number][] => {
      const whole = before.get(id)?.ways.find((way) => way.id === rest?.id);
      if (!running.has(id) || rest === undefined || whole === undefined) return [];
      const mean = pertMean(whole.estimate);
      return [[id, mean === 0 ? 1 : Math.min(1, pertMean(rest.estimate) / mean)]];
    }),
  );
}

/** Lines still to be paid: none of a finished task, of a running one the share that is left. */
export function statedLeft(
  stated: readonly StatedCost[],
  { project: left }: Remaining,
  shares: ReadonlyMap<string, number>,
): StatedCost[] {
  const ids = new Set(left.tasks.map(({ id }) => id));
  return stated.flatMap((line): StatedCost[] => {
    if (line.task === undefined) return [line];
    if (!ids.has(line.task)) return [];
    const share = shares.get(line.task) ?? 1;
    const { low, likely, high } = line.amount;
    const amount = { low: low * share, likely: likely * share, high: high * share };
    return [share === 1 ? line : { ...line, amount }];
  });
}

export function pastCosts(
  project: Project,
  remaining: Remaining,
  now: Minute,
  stated: readonly StatedCost[],
): PastCost[] {
  const shares = sharesLeft(project, remaining);
  const left = new Set(remaining.project.tasks.map(({ id }) => id));
  const doneOf = (id: string): number => (left.has(id) ? 1 - (shares.get(id) ?? 1) : 1);
  const lines = new Map<string, number>();
  for (const { task, amount } of stated) {
    if (task === undefined) continue;
    lines.set(task, (lines.get(task) ?? 0) + amount.likely * doneOf(task));
  }
  const work = workDone(project, remaining, now);
  return project.tasks.flatMap((task): PastCost[] => {
    const { cost } = task.actual ?? {};
    if (cost !== undefined) return [{ task, amount: cost, isEstimated: false }];
    const own = work.get(task.id);
    const labor = own === undefined ? 0 : workCost(own, doneOf(task.id));
    const amount = labor + (lines.get(task.id) ?? 0);
    return amount === 0 ? [] : [{ task, amount, isEstimated: true }];
  });
}

/** What has begun, from its start to its finish or to now. */
export function workDone(
  project: Project,
  { finished, running, project: left }: Remaining,
  now: Minute,
): ReadonlyMap<string, Assignment> {
  const goingOn = left.tasks.flatMap(({ id, ways }): PlacedWork[] => {
    const started = running.get(id)?.started;
    return started === undefined
      ? []
      : [{ id, way: ways[0]?.id ?? null, start: started, finish: now }];
  });
  const rows = [...finished.values(), ...goingOn];
  // Working time is counted from the first of them on.
  const start = rows.reduce((least, row) => Math.min(least, row.start), project.start);
  return new Map(assignmentsOf({ ...project, start }, rows).map((each) => [each.task.id, each]));
}

/** The hours it took where both ends are known, else those that were planned. */
function workCost(assignment: Assignment, done: number): number {
  const { task, way } = assignment;
  const worked = task.actual?.started === undefined ? 0 : scheduledMinutes(assignment);
  const minutes = worked > 0 ? worked : expectedMinutes(way.estimate) * done;
  return ratePerMinute(assignment) * minutes + (way.fixedCost?.likely ?? 0) * done;
}

export interface Spent {
  readonly amount: number;
  /** The part of it that nobody stated. */
  readonly estimated: number;
}

/** In whole cents. */
export function spentOf(costs: readonly PastCost[]): Spent {
  const { currency, toAmount, exactCents } = oneCurrency();
  const sum = (some: readonly PastCost[]): number =>
    some.reduce(
      (cents, { task, amount }) => cents + exactCents(amount, currency, `task “${task.id}”`),
      0,
    );
  const rounded = (some: readonly PastCost[]): number => toAmount(roundHalfUp(sum(some)));
  return {
    amount: rounded(costs),
    estimated: rounded(costs.filter(({ isEstimated }) => isEstimated)),
  };
}

/** What a reader should know of how the past was counted. */
export function pastFindings(
  costs: readonly PastCost[],
  stated: readonly StatedCost[],
  shares: ReadonlyMap<string, number>,
): PlanLint[] {
  const paid = new Set(costs.flatMap(({ task, isEstimated }) => (isEstimated ? [] : task.id)));
  const inPart = stated.flatMap(({ id, task }): PlanLint[] => {
    const share = task === undefined ? undefined : shares.get(task);
    if (task === undefined || share === undefined || !paid.has(task)) return [];
    const done = Math.round((1 - share) * 100);
    const message = `cost line “${id}” belongs to task “${task}”, which runs and states its cost: ${done} % of the work is done, so ${100 - done} % of the line is counted as still to come`;
    return [hint('cost_line_in_part', [task], message)];
  });
  return [...estimatedFinding(costs), ...inPart.slice(0, MAX_FINDINGS)];
}

function estimatedFinding(costs: readonly PastCost[]): PlanLint[] {
  const guessed = costs.filter(({ isEstimated }) => isEstimated);
  const [first] = guessed;
  if (first === undefined) return [];
  const more = guessed.length - 1;
  const others = more === 0 ? '' : ` and ${more} more`;
  const { estimated } = spentOf(guessed);
  const message = `no actual cost is stated of “${first.task.id}”${others}: ${estimated} is counted as spent, by hours, rates and stated costs`;
  const ids = guessed.slice(0, MAX_NAMED).map(({ task }) => task.id);
  return [hint('spent_estimated', ids, message)];
}

const hint = (code: string, ids: string[], message: string): PlanLint => ({
  code,
  severity: 'hint',
  ids,
  message: message.slice(0, 1000),
});
