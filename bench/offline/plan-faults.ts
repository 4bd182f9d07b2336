// What is wrong with a plan that is to be carried out, by code that did not make it.
import { planSchema } from '../../src/contract/plan.ts';
import { lint } from '../../src/schedule/graph/lint.ts';
import { readPlan } from '../../src/schedule/read/plan.ts';

interface TaskLike {
  readonly task_id: string;
  readonly acceptance_criteria: readonly string[];
  readonly subtasks: readonly unknown[];
  readonly start_date: string;
  readonly finish_date: string;
}

/** In words, for stderr; none of a sound plan. */
export function planFaults(raw: unknown): string[] {
  const parsed = planSchema.safeParse(raw);
  if (!parsed.success) return [`schema: ${parsed.error.issues[0]?.path.join('.')}`];
  const plan = parsed.data;
  const tasks: readonly TaskLike[] = plan.phases.flatMap((phase) => phase.tasks);
  const errors = lint(readPlan(raw).project).filter(({ severity }) => severity === 'error');
  const days = new Map(tasks.map((task) => [task.task_id, task]));
  const early = plan.dependencies.filter(({ from, to, type, lag }) => {
    const [first, second] = [days.get(from), days.get(to)];
    return (
      first &&
      second &&
      type === 'finish_to_start' &&
      lag >= 0 &&
      second.start_date < first.finish_date
    );
  });
  const { budget, base } = plan.costs;
  const over =
    budget !== null &&
    base > budget &&
    !/over|short|exceed|miss/u.test(`${plan.costs.verdict} ${plan.costs.note}`);
  const late = plan.schedule.deadline !== null && plan.finish_date > plan.schedule.deadline;
  return [
    ...(tasks.length === 0 ? ['no tasks'] : []),
    ...errors.map(({ code }) => `graph: ${code}`),
    ...tasks
      .filter((task) => task.acceptance_criteria.length === 0)
      .map(({ task_id }) => `no acceptance: ${task_id}`),
    ...tasks
      .filter((task) => task.subtasks.length === 0)
      .map(({ task_id }) => `no subtask: ${task_id}`),
    ...tasks
      .filter((task) => task.start_date > task.finish_date)
      .map(({ task_id }) => `ends early: ${task_id}`),
    ...early.map(({ from, to }) => `out of order: ${from} → ${to}`),
    ...(over ? ['over budget, unsaid'] : []),
    ...(late && plan.schedule.meets_deadline !== false && plan.schedule.meets_deadline !== null
      ? ['late, unsaid']
      : []),
  ];
}
