// Whether a role is asked for more at once than there is of it. Only where the plan leaves no doubt: one
// role a task, in the role's own hours. Others may share a pause, and the scheduler itself checks them.
import type { Plan, PlanTask } from '../contract/plan.ts';
import type { GateFinding } from '../contract/plan-gates.ts';
import { findingOf } from './gate.ts';
import { tasksOf } from './plan-parts.ts';

interface Span {
  readonly start: number;
  readonly finish: number;
  readonly units: number;
}

/** How many of its role work on it; null where it asks for others, too. */
function unitsOf({ uses, assignee_role }: PlanTask): number | null {
  const [first, ...others] = uses ?? [{ role: assignee_role }];
  return first?.role === assignee_role && others.length === 0 ? (first.units ?? 1) : null;
}

const isPlain = ({ ways, calendar, milestone, estimate }: PlanTask): boolean =>
  ways === undefined && calendar === undefined && milestone !== true && estimate.high > 0;

export function loadFindings(plan: Pick<Plan, 'phases' | 'roles' | 'schedule'>): GateFinding[] {
  const rows = new Map((plan.schedule.tasks ?? []).map((row) => [row.id, row]));
  const capacities = new Map((plan.roles ?? []).map(({ name, capacity = 1 }) => [name, capacity]));
  const byRole = Map.groupBy(tasksOf(plan).filter(isPlain), ({ assignee_role }) => assignee_role);
  return [...byRole].flatMap(([role, tasks]) => {
    const spans = tasks.flatMap((task): Span[] => {
      const [row, units] = [rows.get(task.task_id), unitsOf(task)];
      if (!row || units === null) return [];
      return [{ start: Date.parse(row.start), finish: Date.parse(row.finish), units }];
    });
    const most = busiest(spans);
    // A role that is only named has the hours of whoever performs each task.
    const capacity = capacities.get(role);
    if (capacity === undefined || most <= capacity) return [];
    return [
      findingOf('fail', {
        artifact: 'roles',
        field: role,
        value: `${most} at once, ${capacity} of it`,
        rule: 'Nobody works at more than 100 %.',
        remedy: 'Schedule the plan again, or raise the capacity of the role.',
      }),
    ];
  });
}

/** How many lie over one another at most. */
function busiest(spans: readonly Span[]): number {
  const turns = spans
    .filter(({ start, finish }) => finish > start)
    .flatMap(({ start, finish, units }) => [
      { at: start, by: units },
      { at: finish, by: -units },
    ])
    .toSorted((a, b) => a.at - b.at || a.by - b.by);
  let now = 0;
  let most = 0;
  for (const { by } of turns) {
    now += by;
    most = Math.max(most, now);
  }
  return most;
}
