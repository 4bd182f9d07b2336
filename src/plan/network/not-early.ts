// What no scheduler begins before everything that it waits for is over: what cannot be undone, binds by
// contract or law, finishes a deliverable, or is the end of the plan; and what waits for a binding act or
// for an answer.
import type { Json } from '../../schedule/write/json.ts';
import type { DraftPlan } from './draft.ts';

type DraftTask = DraftPlan['phases'][number]['tasks'][number];

const isBinding = ({ risk_tier, reversibility }: DraftTask): boolean =>
  risk_tier === 'T3' || reversibility === 'irreversible';

const isAnswered = ({ wait_hours = 0 }: DraftTask): boolean => wait_hours > 0;

/** Their ids. */
export function notEarlyIn(plan: Json): string[] {
  const { phases, dependencies = [] } = plan as unknown as DraftPlan;
  const tasks = phases.flatMap((phase) => phase.tasks);
  const binding = new Set(tasks.filter(isBinding).map(({ task_id }) => task_id));
  const awaited = new Set(dependencies.map(({ from }) => from));
  const answered = new Set(tasks.filter(isAnswered).map(({ task_id }) => task_id));
  const bound = new Set(
    dependencies.filter(({ from }) => binding.has(from) || answered.has(from)).map(({ to }) => to),
  );
  return tasks
    .filter(
      ({ task_id, delivers = [] }) =>
        binding.has(task_id) || bound.has(task_id) || delivers.length > 0 || !awaited.has(task_id),
    )
    .map(({ task_id }) => task_id);
}
