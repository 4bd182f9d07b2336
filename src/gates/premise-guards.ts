// What a premise guards: the first act behind it that cannot be taken back or costs much. From the start
// of that act on it is too late to find out, so an open premise is compared with it and with no other.
import type { Plan, PlanTask } from '../contract/plan.ts';
import { taskIdOf, tasksOf } from './plan-parts.ts';

type Premise = NonNullable<Plan['critical_premises']>[number];

/** Of the cost of the whole: a payment from here on binds. */
const LARGE_SHARE = 0.1;

/** What is paid for a task, beside the hours. */
function paidFor({ task_id, cost }: PlanTask, { cost_lines = [] }: Plan): number {
  const lines = cost_lines.filter(({ task }) => task === task_id);
  return lines.length > 0 ? lines.reduce((sum, { base }) => sum + base, 0) : (cost?.base ?? 0);
}

const isLarge = (task: PlanTask, plan: Plan): boolean =>
  plan.costs.base > 0 && paidFor(task, plan) >= plan.costs.base * LARGE_SHARE;

const isBinding = (task: PlanTask, plan: Plan): boolean =>
  task.risk_tier === 'T3' || task.reversibility === 'irreversible' || isLarge(task, plan);

/** Numbers of tasks that there are; other numbers with a point are none. */
function namedIn(text: string, plan: Plan): PlanTask[] {
  const refs = text.match(/(?<![\d.,])\d{1,2}\.\d{1,2}(?![\d%]|[.,]\d)/g) ?? [];
  const ids = new Set(refs.map(taskIdOf));
  return tasksOf(plan).filter(({ task_id }) => ids.has(task_id));
}

/** Tasks that stand on an assumption which the text names (A3). */
function assumedIn(text: string, plan: Plan): PlanTask[] {
  const ids = (text.match(/\bA\d{1,2}\b/g) ?? []).map((ref) => `assumption_${ref.slice(1)}`);
  return tasksOf(plan).filter(({ assumption_ids = [] }) =>
    assumption_ids.some((id) => ids.includes(id)),
  );
}

/** Directly after one of these. */
function nextAfter(ids: ReadonlySet<string>, plan: Plan): PlanTask[] {
  const linked = new Set(
    (plan.dependencies ?? []).filter(({ from }) => ids.has(from)).map(({ to }) => to),
  );
  return tasksOf(plan).filter(
    ({ task_id, prerequisites }) => linked.has(task_id) || prerequisites.some((id) => ids.has(id)),
  );
}

/** With everything that follows from them. */
function withFollowers(first: readonly PlanTask[], plan: Plan): PlanTask[] {
  const found = new Map(first.map((task) => [task.task_id, task]));
  let edge = first;
  while (edge.length > 0) {
    const ids = new Set(edge.map(({ task_id }) => task_id));
    edge = nextAfter(ids, plan).filter(({ task_id }) => !found.has(task_id));
    for (const task of edge) found.set(task.task_id, task);
  }
  return [...found.values()];
}

/** By the tasks or assumptions that it names, else by what follows its test. */
function guardedBy(premise: Premise, plan: Plan): PlanTask[] {
  const { claim, why_critical, decision, test } = premise;
  const tests = new Set(namedIn(test, plan));
  const ways = [
    namedIn(`${why_critical} ${claim} ${decision}`, plan),
    assumedIn(claim, plan),
    nextAfter(new Set([...tests].map(({ task_id }) => task_id)), plan),
  ];
  const first = ways.map((way) => way.filter((task) => !tests.has(task))).find((way) => way.length);
  return withFollowers(first ?? [...tests], plan).filter((task) => !tests.has(task));
}

const byStart = (one: PlanTask, other: PlanTask): number =>
  one.start_date < other.start_date ? -1 : Number(one.start_date > other.start_date);

/** What it says itself that must wait; else what binds first behind it, null where nothing does. A premise
 * that names nothing guards what binds next after it is known. */
export function guardedAct(premise: Premise, plan: Plan): PlanTask | null {
  const own = namedIn((premise.guards ?? []).join(' '), plan);
  if (own.length > 0) return own.toSorted(byStart)[0] ?? null;
  const guarded = guardedBy(premise, plan);
  const among =
    guarded.length > 0
      ? guarded
      : tasksOf(plan).filter(({ start_date }) => start_date >= premise.by);
  return among.filter((task) => isBinding(task, plan)).toSorted(byStart)[0] ?? null;
}
