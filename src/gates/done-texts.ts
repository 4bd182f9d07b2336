// What a plan does, uses and delivers, in names: where a banned thing would show. A whole sentence may
// well say that something is avoided; a name does not.
import type { Plan } from '../contract/plan.ts';
import type { PlanText } from './directives.ts';
import { tasksOf } from './plan-parts.ts';

type Doing = Pick<Plan, 'phases'> & Partial<Pick<Plan, 'charter' | 'cost_lines' | 'roles'>>;

export function doneTexts(plan: Doing): PlanText[] {
  const { charter, cost_lines = [], roles = [] } = plan;
  const text = (artifact: string, field: string, words: string): PlanText => ({
    ...{ artifact, field, text: words },
  });
  return [
    ...tasksOf(plan).map(({ task_id, title }) => text('phases', `${task_id}.title`, title)),
    ...cost_lines.map(({ cost_id, name }) => text('cost_lines', `${cost_id}.name`, name)),
    ...roles.map(({ name }) => text('roles', name, name)),
    ...(charter?.deliverables ?? []).map(({ id, name }) =>
      text('charter', `deliverables.${id}.name`, name),
    ),
  ];
}
